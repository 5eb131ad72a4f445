import type { Page } from 'playwright-core';

/** What a reader presses on a page, in this order, for interactions.ts. */
export type Step = [name: string, act: (page: Page) => Promise<void>];

const sheet = (page: Page) => page.getByRole('region', { name: 'Reading settings' });
const player = (page: Page) => page.getByRole('region', { name: 'Read aloud' });
const share = (page: Page) => page.getByRole('dialog', { name: 'Share this tale' });
const key =
  (name: string) =>
  (page: Page): Promise<void> =>
    page.keyboard.press(name);
const press =
  (name: string) =>
  (page: Page): Promise<void> =>
    page.getByRole('button', { name, exact: true }).first().click();
const choose =
  (name: string) =>
  (page: Page): Promise<void> =>
    sheet(page).locator('label').filter({ hasText: name }).first().click();

/** Keys turn pages where no button has the focus. */
function leaveButton(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

export const TALE_STEPS: Step[] = [
  ['settings', (page) => press('Settings')(page).then(() => sheet(page).waitFor())],
  ['night', choose('Night')],
  ['candlelight', choose('Candlelight')],
  ['paper', choose('Paper')],
  ['straight face', choose('Alegreya Sans')],
  ['size', async (page) => sheet(page).getByRole('slider', { name: 'Text size' }).press('ArrowRight')],
  ['open lines', choose('Open')],
  ['paragraphs apart', choose('Apart')],
  ['narrow column', choose('Narrow')],
  ['justified', choose('Justified')],
  ['hyphenation', choose('Hyphenation')],
  ['ruler', choose('Reading ruler')],
  ['no old words', choose('Old words dotted')],
  ['old words', choose('Old words dotted')],
  ['pages', choose('Pages')],
  ['close settings', key('Escape')],
  [
    'next page',
    (page) =>
      page
        .locator('body')
        .evaluate(leaveButton)
        .then(() => key('ArrowRight')(page)),
  ],
  ['previous page', key('ArrowLeft')],
  ['ruler down', key('Alt+ArrowDown')],
  ['focus mode', key('f')],
  ['leave focus mode', key('f')],
  ['keys', key('?')],
  ['close keys', key('Escape')],
  ['settings again', (page) => press('Settings')(page).then(() => sheet(page).waitFor())],
  ['scroll', choose('Scroll')],
  ['reset', press('Reset to the printed page')],
  ['close again', key('Escape')],
  ['listen', (page) => press('Listen')(page).then(() => player(page).waitFor())],
  ['next sentence', key('ArrowRight')],
  ['pause', key('k')],
  ['voices', (page) => player(page).getByRole('button', { name: 'Voice' }).click()],
  ['close voices', key('Escape')],
  ['bedtime', (page) => player(page).getByRole('button', { name: 'Bedtime' }).click()],
  ['this one', press('This one')],
  ['stop', press('Stop listening')],
  ['share', (page) => press('Share')(page).then(() => share(page).waitFor())],
  ['QR code', press('QR code')],
  ['close share', key('Escape')],
  ['save', press('Save')],
  ['close save', key('Escape')],
  ['favourite', (page) => page.locator('.tale-tools button').first().click()],
  ['old word', (page) => page.locator('.old-word').first().click()],
  ['close old word', key('Escape')],
  ['mark as read', press('Mark as read')],
];

export const LIST_STEPS: { home: Step[]; browse: Step[] } = {
  home: [
    ['menu', (page) => page.getByLabel('Menu').locator('visible=true').first().click()],
    ['search', (page) => page.getByRole('combobox').locator('visible=true').first().click()],
    ['a letter', key('r')],
    ['another letter', key('a')],
    ['a suggestion', key('ArrowDown')],
    ['close suggestions', key('Escape')],
    ['close menu', key('Escape')],
    ['twenty minutes', (page) => page.getByRole('radio', { name: '20 minutes' }).locator('..').click()],
    ['silently', (page) => page.getByRole('radio', { name: 'Silently' }).locator('..').click()],
  ],
  browse: [
    ['filters', (page) => page.locator('summary').filter({ hasText: 'Filter' }).click()],
    ['a filter', (page) => page.getByRole('form', { name: 'Filters' }).getByRole('checkbox').first().locator('..').click()],
    ['menu', (page) => page.getByLabel('Menu').locator('visible=true').first().click()],
  ],
};
