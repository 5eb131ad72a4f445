import { SETUP_STEPS } from '#src/features/admin-status/contract.ts';
import { urls } from '#src/urls.ts';
import { visit } from './journey.ts';
import { type Panel, press, setStoredItem } from './panel-states.ts';
import { signIn } from './users.ts';

const SETUP = { is_dismissed: false, steps: SETUP_STEPS.map((id) => ({ id, is_done: id === 'first_tale' })) };

/** Panels outside of the text of a tale; see panel-states.ts. */
export const OTHER_PANELS: Panel[] = [
  {
    name: 'save',
    address: urls.tale('rapunzel'),
    prepare: (page) => page.addInitScript(denyDatabases),
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
        name: 'a browser without storage',
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
    name: 'offline page, storage denied',
    address: `${urls.offline()}?from=${encodeURIComponent(urls.tale('cinderella'))}`,
    prepare: (page) => page.addInitScript(denyDatabases),
    states: [
      {
        name: 'message',
        at: '.kept-page',
        words: '.not-here',
        reach: (page) => page.getByText('This browser cannot save tales.').waitFor(),
      },
    ],
  },
  {
    name: 'offline page, loading',
    address: urls.offline(),
    prepare: (page) => page.addInitScript(stallDatabases),
    states: [{ name: 'skeleton', at: '.kept-page', reach: (page) => page.locator('.saved-list-skeleton').waitFor() }],
  },
  {
    name: 'tale finder, with a measured reading speed',
    address: '/',
    prepare: (page) => setStoredItem(page, 'talewood.pace', { silent: 220, aloud: 140 }),
    states: [
      {
        name: 'on the home page',
        at: '.band-evening',
        words: '.own-pace',
        reach: (page) => page.getByText('At your reading speed').waitFor(),
      },
    ],
  },
  {
    name: 'tale finder, no results',
    address: urls.howLong('minutes=5&pace=60'),
    states: [{ name: 'message', at: 'main', words: '.evening', reach: (page) => page.getByText('No tale fits that wish').waitFor() }],
  },
  {
    name: 'finished tale',
    address: urls.tale('rapunzel'),
    states: [
      {
        name: 'while reading',
        at: '.minutes-left',
        reach: async (page) => {
          // Unlike the mouse wheel, also effective before the first paint.
          await page.evaluate(() => window.scrollTo(0, 1_500));
          await page.locator('.minutes-left').waitFor();
        },
      },
      {
        name: 'marked as read, with related tales',
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
        name: 'its card, and the filter for finished tales',
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
    name: 'setup checklist',
    address: urls.manageTales(),
    prepare: async (page) => {
      await signIn(page, { role: 'admin' });
      await page.route('**/api/v1/admin/setup', (route) => route.fulfill({ json: SETUP }));
    },
    states: [
      { name: 'folded', at: '.setup', reach: (page) => page.locator('.setup').waitFor() },
      { name: 'unfolded', at: '.setup', reach: (page) => page.getByText('Set up your site').click() },
    ],
  },
  {
    name: 'tales of the day',
    address: urls.manageNights(),
    prepare: (page) => signIn(page, { role: 'admin' }),
    states: [
      {
        name: 'upcoming',
        at: '.featured',
        words: '[aria-labelledby="choose-night"]',
        reach: (page) => page.getByRole('heading', { name: 'Choose a tale' }).waitFor(),
      },
    ],
  },
];

/** Runs in the page before its scripts. */
function denyDatabases(): void {
  IDBFactory.prototype.open = () => {
    throw new DOMException('No', 'SecurityError');
  };
}

function stallDatabases(): void {
  IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
}
