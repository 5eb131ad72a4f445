import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openProxy, type SiteProxy } from '../journeys/proxy.ts';
import { type Site, startSite } from '../site.ts';
import { PASSWORD } from '../users.ts';

/** The main journeys, as they run in browsers that Playwright cannot drive. Every journey has a new visitor and tolerates no script errors. */

export const SIZE = { width: 1440, height: 900 };

export type Browser = {
  /** Opens a tab of a new visitor, with an empty profile. */
  openTab(): Promise<Tab>;
  close(): Promise<void>;
};

export type Tab = {
  /** Loads an address. */
  goto(address: string): Promise<void>;
  /** Presses the mouse at a point of the viewport, CSS pixels. */
  click(x: number, y: number): Promise<void>;
  /** Types into what has the focus. */
  type(text: string): Promise<void>;
  /** The value of an expression in the page, as JSON carries it. */
  evaluate(expression: string): Promise<unknown>;
  close(): Promise<void>;
};

const EDITOR = 'editor@tales.example';

/** The site as the browsers see it: this can go offline, and its pages record their problems. */
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

    journey('“Read Tale” on a card leads to the tale', readFromCard);
    journey('a tale whose heart is pressed is on /favorites', addFavorite);
    journey('a suggestion of the header search leads to the tale', searchTale);
    journey('the night theme survives a reload', chooseNight);
    journey('the words “Read later” save a tale', saveForLater);
    journey('an administrator logs in, writes a tale and chooses a cover', writeTale);
    journey('without a network, stored tales open and other pages lead to /offline', readOffline);
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
  await press(tab, 'article.tale .go');
  await expectText(tab, 'h1', title);
  expect(await run(tab, () => location.pathname)).toMatch(/^\/tale\//);
}

async function addFavorite(tab: Tab): Promise<void> {
  await tab.goto(`${proxy.origin}/tale/rapunzel`);
  await press(tab, 'button', 'Favorite');
  await expect.poll(() => run(tab, () => document.querySelector('.btn-heart')?.ariaPressed)).toBe('true');
  await tab.goto(`${proxy.origin}/favorites`);
  await expectText(tab, 'article.tale h3', 'Rapunzel');
}

async function searchTale(tab: Tab): Promise<void> {
  await tab.goto(proxy.origin);
  await press(tab, '#bar-search');
  await tab.type('rapun');
  await press(tab, '[role=option]');
  await expectText(tab, 'h1', 'Rapunzel');
}

async function chooseNight(tab: Tab): Promise<void> {
  const look = () => {
    const { colorScheme, backgroundColor } = getComputedStyle(document.body);
    return { theme: document.documentElement.dataset.theme, colorScheme, backgroundColor };
  };
  await tab.goto(`${proxy.origin}/tale/rapunzel`);
  const byDay = await run(tab, look);
  await press(tab, '.settings-place > button');
  await press(tab, '.swatch.is-night');
  await expect.poll(() => run(tab, look)).toMatchObject({ theme: 'night', colorScheme: 'dark' });
  const byNight = await run(tab, look);
  expect(byNight.backgroundColor).not.toBe(byDay.backgroundColor);
  await tab.goto(`${proxy.origin}/tale/rapunzel`);
  expect(await run(tab, look)).toEqual(byNight);
}

async function saveForLater(tab: Tab): Promise<void> {
  const isChecked = () => run(tab, () => document.querySelector<HTMLInputElement>('.save-list input')?.checked);
  await tab.goto(`${proxy.origin}/tale/rapunzel`);
  await press(tab, 'button', 'Save');
  await press(tab, '.save-list bdi', 'Read later');
  await expect.poll(isChecked).toBe(true);
  await tab.goto(`${proxy.origin}/tale/rapunzel`);
  await press(tab, 'button', 'Save');
  await expect.poll(isChecked).toBe(true);
}

async function writeTale(tab: Tab): Promise<void> {
  await tab.goto(`${proxy.origin}/manage-tales?mode=new`);
  await press(tab, 'input[name=email]');
  await tab.type(EDITOR);
  await press(tab, 'input[name=password]');
  await tab.type(PASSWORD);
  await press(tab, 'button', 'Login');
  await expectText(tab, '.form-head h2', 'Create New Tale');

  await press(tab, '.editor-page');
  await tab.type('Rain fell on the roofs.');
  await expectText(tab, '.editor-page', 'Rain fell on the roofs.');
  const width = () => run(tab, () => document.querySelector<HTMLElement>('.cover-field .crops')?.offsetWidth);
  await expect.poll(width).toBeGreaterThan(0);
  expect(await run(tab, measureDate)).toSatisfy(({ shown, needed }) => shown >= needed, 'shows the whole date');
  await press(tab, '.cover-field button', 'Choose from the library');
  await expect.poll(() => run(tab, () => document.querySelectorAll('dialog[open]').length)).toBe(1);
}

/** Runs in the page: how wide the field of the date is, and how wide its content is. */
function measureDate(): { shown: number; needed: number } {
  const field = document.querySelector<HTMLElement>('#tale-publish_date');
  const shown = field?.offsetWidth ?? 0;
  field?.style.setProperty('width', 'max-content');
  return { shown, needed: field?.offsetWidth ?? 1 };
}

async function readOffline(tab: Tab): Promise<void> {
  await tab.goto(`${proxy.origin}/tale/rapunzel`);
  await expect.poll(() => run(tab, () => navigator.serviceWorker.controller !== null)).toBe(true);
  await press(tab, 'button', 'Save');
  await press(tab, '.save-list label', 'Save offline');
  await expectText(tab, '.toast strong', 'Ready without internet');

  await proxy.disconnect();
  await tab.goto(`${proxy.origin}/tale/cinderella`);
  expect(await run(tab, () => location.pathname)).toBe('/offline');
  await expectText(tab, 'h1', 'Saved on this device');
  await press(tab, 'main a', 'Rapunzel');
  await expectText(tab, 'h1', 'Rapunzel');
  expect(await textOf(tab, '#tale-text')).toContain('tower');
}

type Point = { x: number; y: number };

/** Presses the middle of the first visible element with this selector, and this text when given, once it is there and rests. */
async function press(tab: Tab, selector: string, text: string | null = null): Promise<void> {
  let middle: Point = { x: 0, y: 0 };
  const isAtRest = async () => {
    const before = middle;
    middle = (await run(tab, findMiddle, selector, text)) ?? { x: 0, y: 0 };
    return middle.x > 0 && middle.x === before.x && middle.y === before.y;
  };
  await expect.poll(isAtRest, { message: `${selector} ${text ?? ''} is there and rests` }).toBe(true);
  await tab.click(middle.x, middle.y);
}

/** Runs in the page: brings the element into view, once the faces have loaded. In WebKit these move the page, as it has no `ascent-override`. */
function findMiddle(selector: string, text: string | null): Point | null {
  if (document.documentElement.dataset.faces === undefined || document.fonts.status !== 'loaded') return null;
  const isMeant = (each: Element) => each.getClientRects().length > 0 && (text === null || each.textContent?.trim() === text);
  const element = [...document.querySelectorAll(selector)].find(isMeant);
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

/** Runs a function in the page. It may use nothing from outside. */
async function run<Args extends unknown[], Result>(tab: Tab, script: (...args: Args) => Result, ...args: Args): Promise<Result> {
  return (await tab.evaluate(`(${script})(...${JSON.stringify(args)})`)) as Result;
}
