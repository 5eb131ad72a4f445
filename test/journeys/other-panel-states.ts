import { urls } from '#src/urls.ts';
import { visit } from './journey.ts';
import { keep, type Panel, press } from './panel-states.ts';
import { signIn } from './users.ts';

/** The panels of the reading room that are no part of reading a tale; see panel-states.ts. */
export const OTHER_PANELS: Panel[] = [
  {
    name: 'save',
    address: urls.tale('rapunzel'),
    prepare: (page) => page.addInitScript(refuseDatabases),
    states: [
      {
        name: 'a collection without a name',
        at: '.save-sheet',
        words: '.save-place',
        reach: async (page) => {
          await press('Save')(page);
          await press('Add')(page);
          await page.getByRole('alert').filter({ hasText: 'Name is required' }).waitFor();
        },
      },
      {
        name: 'a browser that keeps nothing',
        at: '.toast',
        reach: async (page) => {
          await page.getByLabel('Save offline').click();
          await page.locator('.toast', { hasText: 'This browser cannot save tales' }).waitFor();
        },
        back: 'Save',
      },
    ],
  },
  {
    name: 'kept offline, storage refused',
    address: `${urls.offline()}?from=${encodeURIComponent(urls.tale('cinderella'))}`,
    prepare: (page) => page.addInitScript(refuseDatabases),
    states: [
      { name: 'told', at: '.kept-page', words: '.not-here', reach: (page) => page.getByText('This browser cannot save tales.').waitFor() },
    ],
  },
  {
    name: 'kept offline, before the device has answered',
    address: urls.offline(),
    prepare: (page) => page.addInitScript(holdDatabases),
    states: [{ name: 'bones', at: '.kept-page', reach: (page) => page.locator('.saved-list-skeleton').waitFor() }],
  },
  {
    name: 'how long, with a pace of one’s own',
    address: '/',
    prepare: (page) => keep(page, 'talewood.pace', { silent: 220, aloud: 140 }),
    states: [
      { name: 'at home', at: '.band-evening', words: '.own-pace', reach: (page) => page.getByText('At your reading speed').waitFor() },
    ],
  },
  {
    name: 'how long, nothing fits',
    address: urls.howLong('minutes=5&pace=60'),
    states: [{ name: 'told', at: 'main', words: '.evening', reach: (page) => page.getByText('No tale fits that wish').waitFor() }],
  },
  {
    name: 'a tale that is finished',
    address: urls.tale('rapunzel'),
    states: [
      {
        name: 'while one reads',
        at: '.minutes-left',
        reach: async (page) => {
          await page.mouse.wheel(0, 1_500);
          await page.locator('.minutes-left').waitFor();
        },
      },
      {
        name: 'marked as read, and what to read next',
        at: '.finish, .liked',
        words: '.finish',
        reach: async (page) => {
          await press('Mark as read')(page);
          await page.getByRole('button', { name: 'Mark as unread' }).waitFor();
          await press('Dismiss')(page);
          await page.locator('.toast').waitFor({ state: 'detached' });
        },
      },
      {
        name: 'its card, and lists without it',
        at: 'article.tale:has(.read-tick), .hide-finished',
        words: '.hide-finished',
        reach: async (page) => {
          await visit(page, urls.tales('q=Rapunzel'));
          await page.getByLabel('Hide finished tales').check();
          await page.getByRole('status').filter({ hasText: 'You have finished all' }).waitFor();
          await page.getByLabel('Hide finished tales').uncheck();
          await page.locator('.read-tick').waitFor();
        },
      },
    ],
  },
  {
    name: 'nights',
    address: urls.manageNights(),
    prepare: (page) => signIn(page, { role: 'admin' }),
    states: [
      {
        name: 'to come',
        at: '.featured',
        words: '[aria-labelledby="choose-night"]',
        reach: (page) => page.getByRole('heading', { name: 'Choose a tale' }).waitFor(),
      },
    ],
  },
];

/** These run in the page before its scripts. */
function refuseDatabases(): void {
  IDBFactory.prototype.open = () => {
    throw new DOMException('No', 'SecurityError');
  };
}

function holdDatabases(): void {
  IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
}
