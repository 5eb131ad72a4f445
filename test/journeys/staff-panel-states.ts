import type { Page } from 'playwright-core';
import { urls } from '#src/urls.ts';
import { STATUS_IN_CONSOLE } from './pages.ts';
import { type Panel, press } from './panel-states.ts';
import { createUser, signIn } from './users.ts';

/** Panels of administrators; see panel-states.ts. */

const DAYS = ['2026-05-01', '2026-05-02', '2026-05-03'];
const NO_COUNTS = { read: 0, finish: 0, download: 0, search: 0, empty_search: 0, together: 0, together_guest: 0, together_minute: 0 };
const ANALYTICS = {
  days: DAYS.map((day, at) => ({ day, ...NO_COUNTS, read: at + 1 })),
  most_read: [{ slug: 'rapunzel', title: 'Rapunzel', read: 4, finish: 1, download: 0, depths: [0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 2] }],
  depths: [5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5],
  empty_searches: [{ words: 'a wolf in boots', times: 2, last: '2026-05-03' }],
};
const SUBSCRIBERS = { days: DAYS.map((day, at) => ({ day, confirmed: 10 + at })) };
const INVITATION = { id: crypto.randomUUID(), email: 'kay@tales.example', role: 'user', invitedBy: 'Gerda', isExpired: false };

const signInAsAdmin = (page: Page) => signIn(page, { role: 'admin' });
export const openTables = async (page: Page) => {
  await page.locator('.chart-data').first().waitFor();
  for (const summary of await page.locator('.chart-data > summary').all()) await summary.click();
};

/** Answers with fixed figures, also of an invitation without a mail server. */
export async function stubFigures(page: Page): Promise<void> {
  await page.route('**/api/v1/admin/analytics*', (route) => route.fulfill({ json: ANALYTICS }));
  await page.route('**/api/v1/admin/newsletter/subscribers*', (route) => route.fulfill({ json: SUBSCRIBERS }));
  await page.route('**/api/v1/admin/invitations', (route) => {
    if (route.request().method() !== 'POST' || route.request().postDataJSON().email === '') return route.fallback();
    return route.fulfill({ status: 201, json: { invitation: INVITATION, link: 'https://tales.example/invitation?token=abc' } });
  });
}

/** Opens the dialog to publish the new tale, which is empty: nothing typed is offered as a draft later. */
export async function openPublishDialog(page: Page): Promise<void> {
  await page.locator('.tale-form').getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('heading', { name: 'Required to publish' }).waitFor();
}

export async function openTaleListHelp(page: Page): Promise<void> {
  await page.locator('.row-open').first().focus();
  await page.keyboard.press('?');
}

export async function openReaderCharts(page: Page): Promise<void> {
  await page.getByLabel('Tale of the chart').selectOption('Rapunzel');
  await openTables(page);
}

export const STAFF_PANELS: Panel[] = [
  {
    name: 'publish dialog',
    address: urls.manageTale(),
    prepare: signInAsAdmin,
    states: [
      { name: 'fields are missing', at: '.publish-dialog', reach: openPublishDialog },
      {
        name: 'refused',
        at: '.publish-dialog',
        reach: async (page) => {
          await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
          await page.getByRole('dialog').locator('.field-wrong').first().waitFor();
        },
      },
      {
        name: 'scheduled',
        at: '.publish-when',
        reach: async (page) => {
          await page.getByLabel('Later', { exact: true }).check();
          await page.getByLabel('Date and time').fill('2199-11-25T19:00');
          await page.getByText('It appears on the home page and in feeds on').waitFor();
        },
        back: 'Publish',
      },
    ],
  },
  {
    name: 'keyboard shortcuts of the list of tales',
    address: urls.manageTales(),
    prepare: signInAsAdmin,
    states: [{ name: 'open', at: 'dialog', reach: openTaleListHelp, back: '' }],
  },
  {
    name: 'invitation',
    address: urls.manageUsers(),
    expected: [STATUS_IN_CONSOLE],
    prepare: async (page) => {
      await signInAsAdmin(page);
      await stubFigures(page);
    },
    states: [
      {
        name: 'without an address',
        at: 'dialog',
        reach: async (page) => {
          await press('Invite')(page);
          await press('Send invitation')(page);
          await page.getByRole('dialog').locator('.wrong, .field-wrong').first().waitFor();
        },
        back: 'Invite',
      },
      {
        name: 'link to pass on',
        at: 'dialog',
        reach: async (page) => {
          await press('Invite')(page);
          await page.keyboard.type('kay@tales.example');
          await press('Send invitation')(page);
          await page.getByRole('dialog', { name: 'Pass on this link' }).waitFor();
        },
        back: 'Invite',
      },
    ],
  },
  {
    name: 'role of a user',
    address: urls.manageUsers('q=kay-with-a-role'),
    prepare: async (page) => {
      await signInAsAdmin(page);
      await createUser({ name: 'Kay-with-a-role', role: 'contributor' });
    },
    states: [
      {
        name: 'another role',
        at: 'dialog',
        reach: async (page) => {
          await page.getByLabel('Actions for Kay-with-a-role').first().click();
          await press('Change role')(page);
          await page.getByRole('dialog').getByLabel('Role').selectOption('Editor');
        },
        back: '',
      },
    ],
  },
  {
    name: 'charts of readers',
    address: urls.manageOperations(),
    prepare: async (page) => {
      await signInAsAdmin(page);
      await stubFigures(page);
    },
    states: [
      {
        name: 'tables open',
        at: '[aria-labelledby=readers]',
        words: '.charts > figure:nth-child(-n + 2) > :not(details), .charts > figure:first-child > details, .ops-lists',
        reach: openReaderCharts,
      },
    ],
  },
  {
    name: 'chart of subscribers',
    address: urls.manageNewsletter(),
    prepare: async (page) => {
      await signInAsAdmin(page);
      await stubFigures(page);
    },
    states: [{ name: 'table open', at: '[aria-label=Subscribers]', reach: openTables }],
  },
];
