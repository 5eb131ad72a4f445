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
    name: 'read together',
    address: urls.tale('rapunzel'),
    states: [
      {
        name: 'the invitation',
        at: 'dialog[open]',
        // Below it are the three words of this session.
        words: '.share-hint, .share-buttons',
        reach: async (page) => {
          await press('Read together')(page);
          await page.getByRole('img', { name: 'QR code that opens Rapunzel' }).waitFor();
        },
        back: 'Rapunzel',
      },
      { name: 'the bar', at: '.together', reach: (page) => page.getByText('You are reading').waitFor() },
      { name: 'people', at: '.together .bar-sheet', reach: press('People'), back: 'People' },
      { name: 'the question before the end', at: 'dialog[open]', reach: press('End reading together'), back: 'End reading together' },
      {
        name: 'after the end',
        at: '.together',
        reach: async (page) => {
          await press('End reading together')(page);
          await press('End for everyone')(page);
          await page.getByText('Reading together has ended').waitFor();
        },
      },
    ],
  },
  {
    name: 'files',
    address: urls.manageFiles(),
    prepare: (page) => signIn(page, { role: 'editor' }),
    states: [
      { name: 'a new folder', at: 'dialog[open]', reach: press('New folder'), back: 'New folder' },
      {
        name: 'actions for a file',
        at: '.row-actions[open] .row-pop',
        reach: async (page) => {
          await page.getByRole('link', { name: 'public' }).click();
          await page.getByLabel('Actions for The tower, to colour.pdf').click();
        },
      },
      { name: 'the question before a file is deleted', at: 'dialog[open]', reach: press('Delete file') },
      {
        name: 'temporary links',
        at: '.file-links',
        reach: async (page) => {
          await press('Cancel')(page);
          await page.getByLabel('Actions for The tower, to colour.pdf').click();
          await press('Temporary links')(page);
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
