import { expect } from 'vitest';
import { urls } from '#src/urls.ts';
import { DESKTOP, journey, PHONE, visit } from './journey.ts';
import { STATUS_IN_CONSOLE } from './pages.ts';
import { signIn } from './users.ts';

/** Layout of single pages; page-checks.ts checks what holds on every page. */

for (const address of [urls.home(), '/no-such-page'])
  journey(`on phones and tablets, no text of ${address} overlaps the moon`, async ({ open }) => {
    const page = await open({ viewport: PHONE, expected: [STATUS_IN_CONSOLE] });
    await visit(page, address);
    for (const [width, height] of [
      [320, 640],
      [360, 720],
      [390, 780],
      [600, 960],
      [768, 1024],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect(await page.evaluate(listWordsOnMoon), `${width} px`).toEqual([]);
    }
  });

journey('on phones, the actions of a tale are two rows in the first viewport', async ({ open }) => {
  const page = await open({ viewport: PHONE });
  await visit(page, urls.tale('hansel-and-gretel'));
  for (const viewport of [PHONE, { width: 360, height: 640 }]) {
    await page.setViewportSize(viewport);
    const row = async (names: string[]) => {
      const boxes = await Promise.all(names.map((name) => page.getByRole('button', { name, exact: true }).boundingBox()));
      expect(new Set(boxes.map((box) => Math.round(box?.y ?? Number.NaN))).size, `${names} at ${viewport.width} px`).toBe(1);
      return (boxes[0]?.y ?? 0) + (boxes[0]?.height ?? 0);
    };
    expect(await row(['Listen', 'Bedtime', 'Save'])).toBeLessThanOrEqual(viewport.height);
    await row(['Favorite', 'Share', 'Print', 'Settings']);
  }
  await page.getByText('Good to know: cruelty to children').click();
  await page.getByRole('link', { name: 'Tales with nothing scary' }).click();
  await page.getByRole('link', { name: 'Nothing scary', exact: false }).first().waitFor();
  expect(new URL(page.url()).search).toBe('?calm=yes');
});

for (const viewport of [DESKTOP, PHONE])
  journey(`toasts do not cover an open sheet, at ${viewport.width} px`, async ({ open }) => {
    const page = await open({ viewport });
    await visit(page, urls.tale('rapunzel'));
    await page.keyboard.press('/');
    for (let shown = 1; shown <= 3; shown += 1) {
      await page.keyboard.press('Enter');
      await page.locator(`[data-sonner-toast]:nth-child(${shown})`).waitFor();
    }
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    await page.locator('.reader-sheet').waitFor();
    const covered = await page.evaluate(() => {
      const sheet = document.querySelector('.reader-sheet')?.getBoundingClientRect() ?? new DOMRect();
      const points = Array.from({ length: 400 }, (_, i) => ({
        x: sheet.left + (((i % 20) + 0.5) * sheet.width) / 20,
        y: sheet.top + ((Math.floor(i / 20) + 0.5) * sheet.height) / 20,
      }));
      const toasts = document.querySelectorAll('[data-sonner-toast][data-visible="true"]').length;
      return { toasts, points: points.filter(({ x, y }) => document.elementFromPoint(x, y)?.closest('[data-sonner-toaster]')).length };
    });
    expect(covered).toEqual({ toasts: 3, points: 0 });
  });

journey(
  'in the form of a tale, the drawn cover has a width, the date has room for AM and PM, and no first letter is set apart',
  async ({ open }) => {
    const page = await open();
    await signIn(page, { role: 'admin' });
    await visit(page, urls.manageTale());
    const date = page.locator('#tale-publish_date');
    await date.waitFor();
    // The width of "11/23/2026, 06:40 PM" and the icon in Firefox 153, in the widest fallback font.
    expect((await date.boundingBox())?.width).toBeGreaterThanOrEqual(290);
    // A hidden element computes to its declared width. Without one, an image sized by percentage is 0 px wide in Firefox.
    const width = await page.locator('.crops .cover').evaluate((cover) => {
      cover.parentElement?.setAttribute('hidden', '');
      return getComputedStyle(cover).width;
    });
    expect(width).toBe('120px');
    // WebKit deletes a text that consists of its ::first-letter when more is typed after it.
    const marked = await page.locator('.editor-page > p').evaluate((paragraph) => {
      const rules: CSSStyleRule[] = [];
      const collect = (list: CSSRuleList) => {
        for (const rule of list) {
          if (rule instanceof CSSStyleRule && rule.selectorText.includes('::first-letter')) rules.push(rule);
          if ('cssRules' in rule && !(rule instanceof CSSMediaRule && rule.conditionText === 'print'))
            collect(rule.cssRules as CSSRuleList);
        }
      };
      for (const sheet of document.styleSheets) collect(sheet.cssRules);
      const matching = rules.filter(({ selectorText }) => paragraph.matches(selectorText.replaceAll('::first-letter', '')));
      return { all: rules.length, matching: matching.map(({ selectorText }) => selectorText) };
    });
    expect(marked).toEqual({ all: expect.toSatisfy((count: number) => count > 0), matching: [] });
  },
);

journey('scrollbars are dark in dark themes', async ({ open }) => {
  const page = await open();
  await visit(page, urls.tale('rapunzel'));
  for (const theme of ['night', 'candlelight']) {
    const [scheme, bars] = await page.evaluate((name) => {
      document.documentElement.dataset.theme = name;
      const { colorScheme, scrollbarColor } = getComputedStyle(document.documentElement);
      return [colorScheme, scrollbarColor];
    }, theme);
    expect([theme, scheme]).toEqual([theme, 'dark']);
    expect(bars).not.toBe('auto');
  }
});

/** Lists text in the night scene that overlaps the moon of hero-night-mobile.svg, which is aligned to the bottom. Runs in the page. */
function listWordsOnMoon(): string[] {
  const art = document.querySelector('.hero-art, .lost-art')?.getBoundingClientRect();
  if (art === undefined) throw new Error('There is no night scene.');
  const scale = Math.max(art.width / 780, art.height / 1600);
  const [x, y, r] = [art.left + art.width / 2 + (480 - 390) * scale, art.bottom - (1600 - 1030) * scale, 138 * scale];
  const touches = ({ left, top, right, bottom }: DOMRect) =>
    Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom)) < r;
  const range = document.createRange();
  return [...document.querySelectorAll(':is(.hero-text, .lost-text) :is(p, h1, a)')]
    .filter((element) => {
      range.selectNodeContents(element);
      return [...range.getClientRects()].some(touches);
    })
    .map((element) => element.textContent ?? '');
}
