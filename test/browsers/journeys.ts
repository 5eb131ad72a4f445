import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openProxy, type SiteProxy } from '../journeys/proxy.ts';
import { type Site, startSite } from '../site.ts';
import { PASSWORD } from '../users.ts';

/** The main journeys for browsers that Playwright cannot drive. Each runs as a new visitor, and fails on uncaught errors and policy violations. */

export const SIZE = { width: 1440, height: 900 };

export type Browser = {
  /** Opens a tab with an empty profile. */
  openTab(): Promise<Tab>;
  close(): Promise<void>;
};

export type Tab = {
  /** Loads an address. */
  goto(address: string): Promise<void>;
  /** Clicks at a point of the viewport, CSS pixels. */
  click(x: number, y: number): Promise<void>;
  /** Types into the focused element. */
  type(text: string): Promise<void>;
  /** Returns the JSON value of an expression evaluated in the page. */
  evaluate(expression: string): Promise<unknown>;
  close(): Promise<void>;
};

const EDITOR = 'editor@tales.example';

/** The site through a proxy that can be disconnected, and that adds `recordProblems` to its pages. */
let proxy: SiteProxy;

export function describeJourneys(name: string, openBrowser: () => Promise<Browser>): void {
  let site: Site;
  let browser: Browser;

  const journey = (title: string, steps: (tab: Tab) => Promise<void>) =>
    it(title, async () => {
      const tab = await browser.openTab();
      onTestFinished(async () => {
        await proxy.connect();
        try {
          const problems = await run(tab, () => sessionStorage.getItem('problems'));
          expect(problems, 'uncaught errors and policy violations').toBeNull();
        } finally {
          await tab.close();
        }
        expect(site.log.filter(({ level }) => level === 'error' || level === 'fatal')).toEqual([]);
      });
      await steps(tab);
    });

  describe(name, () => {
    beforeAll(async () => {
      site = await startSite({ env: { ADMIN_EMAIL: EDITOR, ADMIN_PASSWORD: PASSWORD } });
      proxy = await openProxy(site.origin);
      proxy.changeScript('/assets/first-', (code) => `(${recordProblems})();${code}`);
      browser = await openBrowser();
    });

    afterAll(async () => {
      await browser?.close();
      await proxy?.close();
      await site?.stop();
    });

    journey('“Read Tale” on a card opens the tale', readFromCard);
    journey('a tale added to the favorites is listed on /favorites', addFavorite);
    journey('a suggestion of the header search opens the tale', searchTale);
    journey('the night theme survives a reload', chooseNight);
    journey('a click on the label “Read later” saves a tale', saveForLater);
    journey('an administrator logs in, writes a tale and chooses a cover', writeTale);
    journey('without a network, saved tales open and other pages redirect to /offline', readOffline);
  });
}

/** Runs in every page before its own scripts. */
function recordProblems(): void {
  const record = (problem: string) => sessionStorage.setItem('problems', `${sessionStorage.getItem('problems') ?? ''}${problem}\n`);
  addEventListener('error', ({ message, filename, lineno }) => record(`${message} (${filename}:${lineno})`));
  addEventListener('unhandledrejection', ({ reason }) => record(`Unhandled rejection: ${reason}`));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber }) =>
    record(`Policy violation: ${violatedDirective} ${blockedURI} (${sourceFile}:${lineNumber})`),
  );
}

async function readFromCard(tab: Tab): Promise<void> {
  await tab.goto(proxy.origin);
  const title = (await textOf(tab, 'article.tale h3')) ?? '';
  await click(tab, 'article.tale .go');
  await expectText(tab, 'h1', title);
  expect(await run(tab, () => location.pathname)).toMatch(/^\/tale\//);
}

async function addFavorite(tab: Tab): Promise<void> {
  await tab.goto(`${proxy.origin}/tale/rapunzel`);
  await click(tab, 'button', 'Favorite');
  await expect.poll(() => run(tab, () => document.querySelector('.btn-heart')?.ariaPressed)).toBe('true');
  await tab.goto(`${proxy.origin}/favorites`);
  await expectText(tab, 'article.tale h3', 'Rapunzel');
}

async function searchTale(tab: Tab): Promise<void> {
  await tab.goto(proxy.origin);
  await click(tab, '#bar-search');
  await tab.type('rapun');
  await click(tab, '[role=option]');
  await expectText(tab, 'h1', 'Rapunzel');
}

async function chooseNight(tab: Tab): Promise<void> {
  const readColours = () => {
    const { colorScheme, backgroundColor } = getComputedStyle(document.body);
    return { theme: document.documentElement.dataset.theme, colorScheme, backgroundColor };
  };
  await tab.goto(`${proxy.origin}/tale/rapunzel`);
  const dayColours = await run(tab, readColours);
  await click(tab, '.settings-place > button');
  await click(tab, '.swatch.is-night');
  await expect.poll(() => run(tab, readColours)).toMatchObject({ theme: 'night', colorScheme: 'dark' });
  const nightColours = await run(tab, readColours);
  expect(nightColours.backgroundColor).not.toBe(dayColours.backgroundColor);
  await tab.goto(`${proxy.origin}/tale/rapunzel`);
  expect(await run(tab, readColours)).toEqual(nightColours);
}

async function saveForLater(tab: Tab): Promise<void> {
  const isChecked = () => run(tab, () => document.querySelector<HTMLInputElement>('.save-list input')?.checked);
  await tab.goto(`${proxy.origin}/tale/rapunzel`);
  await click(tab, 'button', 'Save');
  await click(tab, '.save-list bdi', 'Read later');
  await expect.poll(isChecked).toBe(true);
  await tab.goto(`${proxy.origin}/tale/rapunzel`);
  await click(tab, 'button', 'Save');
  await expect.poll(isChecked).toBe(true);
}

async function writeTale(tab: Tab): Promise<void> {
  await tab.goto(`${proxy.origin}/manage-tales?mode=new`);
  await click(tab, 'input[name=email]');
  await tab.type(EDITOR);
  await click(tab, 'input[name=password]');
  await tab.type(PASSWORD);
  await click(tab, 'button', 'Login');
  await expectText(tab, '.form-head h2', 'Create New Tale');

  await click(tab, '.editor-page');
  await tab.type('Rain fell on the roofs.');
  await expectText(tab, '.editor-page', 'Rain fell on the roofs.');
  const width = () => run(tab, () => document.querySelector<HTMLElement>('.cover-field .crops')?.offsetWidth);
  await expect.poll(width).toBeGreaterThan(0);
  expect(await run(tab, measureDate)).toSatisfy(({ shown, needed }) => shown >= needed, 'shows the whole date');
  await click(tab, '.cover-field button', 'Choose from the library');
  await expect.poll(() => run(tab, () => document.querySelectorAll('dialog[open]').length)).toBe(1);
}

/** Runs in the page. Returns the width of the date field, and the width of its content. */
function measureDate(): { shown: number; needed: number } {
  const field = document.querySelector<HTMLElement>('#tale-publish_date');
  const shown = field?.offsetWidth ?? 0;
  field?.style.setProperty('width', 'max-content');
  return { shown, needed: field?.offsetWidth ?? 1 };
}

async function readOffline(tab: Tab): Promise<void> {
  await tab.goto(`${proxy.origin}/tale/rapunzel`);
  await expect.poll(() => run(tab, () => navigator.serviceWorker.controller !== null)).toBe(true);
  await click(tab, 'button', 'Save');
  await click(tab, '.save-list label', 'Save offline');
  await expectText(tab, '.toast strong', 'Ready without internet');

  await proxy.disconnect();
  await tab.goto(`${proxy.origin}/tale/cinderella`);
  expect(await run(tab, () => location.pathname)).toBe('/offline');
  await expectText(tab, 'h1', 'Saved on this device');
  await click(tab, 'main a', 'Rapunzel');
  await expectText(tab, 'h1', 'Rapunzel');
  expect(await textOf(tab, '#tale-text')).toContain('tower');
}

type Point = { x: number; y: number };

/** Clicks the centre of the first visible element with the selector, and optionally the text, once its position is stable. */
async function click(tab: Tab, selector: string, text: string | null = null): Promise<void> {
  let center: Point = { x: 0, y: 0 };
  const isStable = async () => {
    const before = center;
    center = (await run(tab, findCenter, selector, text)) ?? { x: 0, y: 0 };
    return center.x > 0 && center.x === before.x && center.y === before.y;
  };
  await expect.poll(isStable, { message: `${selector} ${text ?? ''} is visible and stable` }).toBe(true);
  await tab.click(center.x, center.y);
}

/** Runs in the page. Scrolls to the element once fonts are loaded, which move the page in WebKit, as it lacks `ascent-override`. Returns its centre. */
function findCenter(selector: string, text: string | null): Point | null {
  if (document.documentElement.dataset.faces === undefined || document.fonts.status !== 'loaded') return null;
  const matches = (each: Element) => each.getClientRects().length > 0 && (text === null || each.textContent?.trim() === text);
  const element = [...document.querySelectorAll(selector)].find(matches);
  if (element === undefined) return null;
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
}

async function expectText(tab: Tab, selector: string, text: string): Promise<void> {
  await expect.poll(() => textOf(tab, selector), { message: `Text of ${selector}` }).toBe(text);
}

function textOf(tab: Tab, selector: string): Promise<string | null> {
  return run(tab, (selected) => document.querySelector(selected)?.textContent?.trim() ?? null, selector);
}

/** Runs a function in the page. It cannot use outer variables. */
async function run<Args extends unknown[], Result>(tab: Tab, script: (...args: Args) => Result, ...args: Args): Promise<Result> {
  return (await tab.evaluate(`(${script})(...${JSON.stringify(args)})`)) as Result;
}
