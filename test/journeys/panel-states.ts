import type { Page } from 'playwright-core';
import { urls } from '#src/urls.ts';
import { type StubVoice, speakInstantly, stubVoices } from './speech-stub.ts';

/** The panels of a tale page with their states, and how to reach each. The states of a panel are reached in order, with one page load. */

export type State = {
  name: string;
  /** Selector of the part to check. */
  at: string;
  /** Selector of the part in the snapshot, if other parts change from day to day. Default: `at`. */
  words?: string;
  reach(page: Page): Promise<unknown>;
  /** Text or label of the element focused after Escape. */
  back?: string;
};
export type Panel = {
  name: string;
  address: string;
  /** Problems that the states provoke. */
  expected?: RegExp[];
  prepare?(page: Page): Promise<unknown>;
  states: State[];
};

const VOICES: StubVoice[] = [
  { name: 'Near', lang: 'en-GB', localService: true },
  { name: 'Anna', lang: 'de-DE', localService: false },
];
export const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name, exact: true }).first().click();
const pressInPlayer = (name: string) => (page: Page) =>
  page.getByRole('region', { name: 'Read aloud' }).getByRole('button', { name, exact: true }).first().click();
const clickLast = (page: Page) =>
  page
    .locator('#tale-text > p')
    .last()
    .click({ position: { x: 40, y: 14 } });
const OPEN_PANEL = '.bar-panel:has(.bar-sheet)';
export const setStoredItem = (page: Page, key: string, value: unknown) =>
  page.addInitScript(([name, text]) => localStorage.setItem(name, text), [key, JSON.stringify(value)] as const);

export const PANELS: Panel[] = [
  {
    name: 'settings',
    address: urls.tale('rapunzel'),
    prepare: async (page) => {
      await setStoredItem(page, 'talewood.reading', { awake: true });
      await page.addInitScript(denyWakeLock);
    },
    states: [
      {
        name: 'open, with a denied wake lock',
        at: '.reader-sheet',
        words: '.settings-place',
        reach: async (page) => {
          await press('Settings')(page);
          await page.getByText('The device currently prevents this, for example to save battery.').waitFor();
        },
        back: 'Settings',
      },
      {
        name: 'floating button',
        at: '.aa-round',
        words: '.settings-place',
        reach: async (page) => {
          await page.locator('.turn').scrollIntoViewIfNeeded();
          await page.getByRole('button', { name: 'Reading settings' }).waitFor();
        },
      },
    ],
  },
  {
    name: 'reading modes',
    address: urls.tale('rapunzel'),
    prepare: (page) => setStoredItem(page, 'talewood.reading', { flow: 'pages', ruler: true }),
    states: [
      { name: 'pages', at: '.pages-foot', reach: (page) => page.getByRole('status').filter({ hasText: 'Page 1 of' }).waitFor() },
      {
        name: 'keyboard shortcuts',
        at: 'dialog',
        reach: async (page) => {
          await page.getByRole('button', { name: 'Next page' }).focus();
          await page.keyboard.press('?');
          await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
        },
        back: 'Next page',
      },
      {
        name: 'focus mode',
        at: '.focus-leave',
        reach: async (page) => {
          await page.keyboard.press('f');
          await page.getByRole('button', { name: 'Exit focus mode' }).waitFor();
        },
      },
    ],
  },
  {
    name: 'read aloud',
    address: urls.tale('the-princess-and-the-pea'),
    prepare: (page) => stubVoices(page, VOICES),
    states: [
      {
        name: 'player',
        at: '.listen',
        reach: async (page) => {
          await press('Listen')(page);
          await page.getByRole('status').filter({ hasText: 'Reading' }).waitFor({ state: 'attached' });
        },
      },
      { name: 'voice and speed', at: '.bar-sheet', words: OPEN_PANEL, reach: press('Voice: 1×'), back: 'Voice: 1×' },
      { name: 'bedtime', at: '.bar-sheet', words: OPEN_PANEL, reach: pressInPlayer('Bedtime'), back: 'Bedtime' },
      {
        name: 'paused, with a timer set',
        at: '.listen',
        reach: async (page) => {
          // The focus checks may have scrolled the spoken sentence out of view.
          const back = page.locator('.listen-back');
          if (await back.isVisible()) await back.click();
          await back.waitFor({ state: 'detached' });
          await pressInPlayer('Bedtime')(page);
          await press('45 minutes')(page);
          await press('Pause')(page);
          await page.getByRole('status').filter({ hasText: 'Paused' }).waitFor({ state: 'attached' });
        },
      },
      {
        name: 'a clicked sentence, with the spoken one out of view',
        at: '.read-from-here, .listen-back',
        reach: async (page) => {
          await clickLast(page);
          await page.mouse.wheel(0, -2_000);
          await page.locator('.read-from-here').waitFor();
        },
      },
      {
        name: 'sleep overlay',
        at: '.sleep-overlay',
        reach: async (page) => {
          await press('Bedtime: 45 min')(page);
          await press('This one')(page);
          await speakInstantly(page);
          await clickLast(page);
          await press('Read from here')(page);
          await page.locator('.sleep-overlay').waitFor();
        },
      },
    ],
  },
  {
    name: 'automatic scrolling',
    address: urls.tale('the-princess-and-the-pea'),
    prepare: (page) => stubVoices(page, []),
    states: [
      {
        name: 'no voices',
        at: '.listen',
        reach: async (page) => {
          await press('Listen')(page);
          await page.getByText('This device has no voices.').waitFor();
          await press('Pause')(page);
        },
      },
      { name: 'speed', at: '.bar-sheet', words: OPEN_PANEL, reach: press(/^Speed: \d+/), back: 'Speed' },
    ],
  },
  {
    name: 'share',
    address: urls.tale('the-frog-king'),
    prepare: (page) => page.addInitScript(denyClipboard),
    states: [
      {
        name: 'the link, with copying blocked',
        at: '.share-sheet',
        reach: async (page) => {
          await press('Share')(page);
          await press('Copy link')(page);
          await page.getByText('Press Ctrl+C to copy').waitFor();
        },
      },
      {
        name: 'a quote that is not in the tale',
        at: '.share-ways > li:has(form)',
        reach: async (page) => {
          await press('Link to a passage')(page);
          await page.getByLabel('Quote').fill('the moon was made of cheese');
          await press('Copy link to quote')(page);
          await page.getByRole('alert').filter({ hasText: 'This quote' }).waitFor();
        },
      },
      {
        name: 'QR code',
        at: '.share-ways > li:has(figure)',
        reach: async (page) => {
          await press('QR code')(page);
          await page.locator('.share-qr a[href]').waitFor();
        },
      },
      {
        name: 'print',
        at: '.share-ways > li:has(form)',
        reach: (page) => page.getByRole('dialog').getByRole('button', { name: 'Print', exact: true }).first().click(),
      },
      { name: 'booklet', at: '.share-ways > li:has(form)', reach: (page) => page.getByLabel('Booklet').check(), back: 'Share' },
      {
        name: 'text selected',
        at: '.share-passage',
        reach: async (page) => {
          await page.evaluate(() => getSelection()?.selectAllChildren(document.querySelector('#tale-text > p') as Element));
          await page.locator('.share-passage').waitFor();
        },
      },
    ],
  },
  {
    name: 'a linked passage',
    address: `${urls.tale('the-fisherman-and-his-wife')}#words=he%20took%20off%20his%20cap`,
    states: [{ name: 'highlighted', at: '.passage-mark', reach: (page) => page.locator('.passage-mark').first().waitFor() }],
  },
  {
    name: 'old word',
    address: urls.tale('the-fisherman-and-his-wife'),
    states: [
      {
        name: 'definition',
        at: '.word-note',
        reach: async (page) => {
          await page.getByRole('button', { name: 'parlour' }).first().press('Enter');
          await page.getByRole('dialog', { name: 'parlour' }).waitFor();
        },
        back: 'parlour',
      },
    ],
  },
];

/** Runs in the page before its scripts. */
function denyWakeLock(): void {
  const request = () => Promise.reject(new DOMException('No', 'NotAllowedError'));
  Object.defineProperty(navigator, 'wakeLock', { value: { request } });
}

function denyClipboard(): void {
  Object.defineProperty(navigator.clipboard, 'writeText', { value: () => Promise.reject(new DOMException('No', 'NotAllowedError')) });
}
