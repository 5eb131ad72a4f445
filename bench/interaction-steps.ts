import type { Locator, Page } from 'playwright-core';

/** A step of interactions.ts, in order. `find` locates the target and waits until it is stable; it returns the measured action. */
export type Step = [name: string, find: (page: Page) => Promise<() => Promise<void>>];

/** Milliseconds between down and up, as with real input. */
const PRESS_OPTIONS = { delay: 80 };

const sheet = (page: Page) => page.getByRole('region', { name: 'Reading settings' });
const player = (page: Page) => page.getByRole('region', { name: 'Read aloud' });

/** Clicks by coordinates, as the actionability checks of a locator would be measured too. */
const click = (find: (page: Page) => Locator) => async (page: Page) => {
  const element = find(page).first();
  await element.evaluate((found) => found.scrollIntoView({ block: 'center' }));
  await page.waitForTimeout(200);
  const box = await element.boundingBox();
  if (box === null) throw new Error(`${element} is not visible.`);
  return () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, PRESS_OPTIONS);
};
const press = (name: string) => click((page) => page.getByRole('button', { name, exact: true }).locator('visible=true'));
const link = (name: string) => click((page) => page.getByRole('main').getByRole('link', { name, exact: true }));
const choose = (name: string) => click((page) => sheet(page).locator('label').filter({ hasText: name }));
const key = (name: string) => async (page: Page) => () => page.keyboard.press(name, PRESS_OPTIONS);

/** Presses a key with the focus on an element: keys turn pages only if no button is focused. */
const withFocus = (find: (page: Page) => Locator, name: string) => async (page: Page) => {
  await find(page).evaluate((element: HTMLElement) => {
    if (element.tabIndex < 0) element.tabIndex = -1;
    element.focus({ preventScroll: true });
  });
  return key(name)(page);
};

export const TALE_STEPS: Step[] = [
  ['settings', press('Settings')],
  ['night', choose('Night')],
  ['candlelight', choose('Candlelight')],
  ['paper', choose('Paper')],
  ['straight face', choose('Alegreya Sans')],
  ['size', withFocus((page) => sheet(page).getByRole('slider', { name: 'Text size' }), 'ArrowRight')],
  ['open lines', choose('Open')],
  ['paragraphs apart', choose('Apart')],
  ['narrow column', choose('Narrow')],
  ['justified', choose('Justified')],
  ['hyphenation', choose('Hyphenation')],
  ['ruler', choose('Reading ruler')],
  ['no old words', choose('Highlight old words')],
  ['old words', choose('Highlight old words')],
  ['pages', choose('Pages')],
  ['close settings', key('Escape')],
  ['next page', withFocus((page) => page.locator('h1'), 'ArrowRight')],
  ['previous page', key('ArrowLeft')],
  ['ruler down', key('Alt+ArrowDown')],
  ['focus mode', key('f')],
  ['leave focus mode', key('f')],
  ['keys', key('?')],
  ['close keys', key('Escape')],
  ['settings again', press('Settings')],
  ['scroll', choose('Scroll')],
  ['reset', press('Reset to defaults')],
  ['close again', key('Escape')],
  ['listen', press('Listen')],
  ['next sentence', click((page) => player(page).getByRole('button', { name: 'Next sentence' }))],
  ['pause', key('k')],
  ['voices', click((page) => player(page).getByRole('button', { name: 'Voice' }))],
  ['close voices', key('Escape')],
  ['bedtime', click((page) => player(page).getByRole('button', { name: 'Bedtime' }))],
  ['this one', press('This one')],
  ['stop', press('Stop listening')],
  ['share', press('Share')],
  ['QR code', press('QR code')],
  ['close share', key('Escape')],
  ['save', press('Save')],
  ['close save', key('Escape')],
  ['print', press('Print')],
  ['close print', key('Escape')],
  ['share again', press('Share')],
  ['present', press('Present')],
  ['next screen', key('ArrowRight')],
  ['close presentation', key('Escape')],
  ['close share again', key('Escape')],
  ['favourite', click((page) => page.locator('.btn-heart'))],
  ['content notes', click((page) => page.locator('.good-to-know summary'))],
  ['old word', click((page) => page.locator('.old-word'))],
  ['close old word', key('Escape')],
  ['mark as read', press('Mark as read')],
];

export const LIST_STEPS: { home: Step[]; browse: Step[] } = {
  home: [
    ['menu', click((page) => page.getByLabel('Menu').locator('visible=true'))],
    ['search', click((page) => page.getByRole('combobox').locator('visible=true'))],
    ['a letter', key('r')],
    ['another letter', key('a')],
    ['a suggestion', key('ArrowDown')],
    ['close suggestions', key('Escape')],
    ['close menu', key('Escape')],
    ['twenty minutes', click((page) => page.getByRole('radio', { name: '20 minutes' }).locator('..'))],
    ['silently', click((page) => page.getByRole('radio', { name: 'Silently' }).locator('..'))],
    ['five minutes', link('5 minutes')],
    ['ages 3 to 5', link('Ages 3 to 5')],
  ],
  browse: [
    ['filters', click((page) => page.locator('summary').filter({ hasText: 'Filter' }))],
    ['a filter', click((page) => page.getByRole('form', { name: 'Filters' }).getByRole('checkbox').first().locator('..'))],
    ['nothing scary', click((page) => page.getByRole('form', { name: 'Filters' }).getByLabel('Nothing scary').locator('..'))],
    ['menu', click((page) => page.getByLabel('Menu').locator('visible=true'))],
  ],
};
