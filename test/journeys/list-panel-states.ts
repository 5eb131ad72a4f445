import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { urls } from '#src/urls.ts';
import { visit } from './journey.ts';
import { type Panel, press } from './panel-states.ts';
import { createCollection, readHalfway } from './reader-library-steps.ts';
import { signIn } from './users.ts';

/** Panels of lists, collections and comparisons; see panel-states.ts. */

const COLLECTION = 'For a rainy week';
const SHARING = '.share-sheet';

/** Opens a new collection with the open tale. */
export async function openCollection(page: Page): Promise<void> {
  await createCollection(page, COLLECTION);
  await press('My tales')(page);
  await page.getByRole('link', { name: new RegExp(COLLECTION) }).click();
  await page.getByRole('heading', { level: 1, name: COLLECTION }).waitFor();
}

/** Opens the presentation of the open tale, as on phones without full screen. */
export async function present(page: Page): Promise<void> {
  await page.evaluate(() => Reflect.deleteProperty(Element.prototype, 'requestFullscreen'));
  await press('Settings')(page);
  await press('Present')(page);
  await page
    .getByRole('status')
    .filter({ hasText: /^Screen 1 of \d\d/ })
    .waitFor();
}

export const openFilter = (page: Page) => page.locator('.filter > summary').click();
export const openUpdates = (page: Page) => page.getByText('Get updates').click();
export const openContentNotes = (page: Page) => page.getByText('Good to know:').click();

export const LIST_PANELS: Panel[] = [
  {
    name: 'content notes',
    address: urls.tale('ali-baba-and-the-forty-thieves'),
    states: [{ name: 'opened', at: '.good-to-know', reach: openContentNotes }],
  },
  {
    name: 'filter of tales',
    address: urls.tales(),
    states: [
      { name: 'open', at: '.filter', words: '.filters fieldset:nth-of-type(-n + 4)', reach: openFilter },
      {
        name: 'age, suitability and mood chosen',
        at: '.filter',
        words: '.filters fieldset:nth-of-type(-n + 4)',
        reach: async (page) => {
          for (const name of ['age', 'calm', 'mood']) await page.locator(`.filters label:has([name=${name}]:enabled)`).first().click();
          await page.getByRole('button', { name: /^Show \d+ tales?$/ }).waitFor();
        },
        back: 'Filter',
      },
      {
        name: 'applied',
        at: '.chips, .btn-filter',
        reach: async (page) => {
          await openFilter(page);
          await page.getByRole('button', { name: /^Show \d+ tales?$/ }).click();
          await page.getByRole('list', { name: 'Filters set' }).waitFor();
        },
      },
    ],
  },
  {
    name: 'updates',
    address: urls.tonight(),
    states: [{ name: 'opened', at: '.list-doors', reach: openUpdates }],
  },
  {
    name: 'share a collection, logged out',
    address: urls.tale('rapunzel'),
    states: [
      {
        name: 'a link with the tales in it',
        at: SHARING,
        reach: async (page) => {
          await openCollection(page);
          await press('Share')(page);
          await page.getByRole('img', { name: 'QR code' }).waitFor();
        },
        back: 'Share',
      },
    ],
  },
  {
    name: 'share a collection, logged in',
    address: urls.tale('rapunzel'),
    prepare: (page) => signIn(page),
    states: [
      {
        name: 'without a link',
        at: SHARING,
        reach: async (page) => {
          await openCollection(page);
          await press('Share')(page);
          await page.getByRole('button', { name: 'Create link' }).waitFor();
        },
        back: 'Share',
      },
      {
        name: 'with a link',
        at: SHARING,
        reach: async (page) => {
          await press('Share')(page);
          await press('Create link')(page);
          await page.getByRole('img', { name: 'QR code' }).waitFor();
        },
      },
      { name: 'question before the link ends', at: '[role=alertdialog]', reach: press('Stop sharing'), back: 'Stop sharing' },
      {
        name: 'its page',
        at: '.shared-list-tools, .shared-list-report',
        reach: async (page) => {
          await visit(page, await page.getByLabel('Link to share').inputValue());
        },
      },
      {
        name: 'the form to report it',
        at: '.contact-page form',
        reach: async (page) => {
          await page.getByRole('link', { name: 'Report a problem' }).click();
          await page.getByLabel('About: the shared list you came from').waitFor();
          await press('Send')(page);
          await page.locator('.contact-page').getByText('Please write your message.').waitFor();
          await press('Dismiss')(page);
          await page.locator('.toast').waitFor({ state: 'detached' });
        },
      },
    ],
  },
  {
    name: 'versions of a tale',
    address: urls.taleType(510),
    states: [
      { name: 'list', at: '.compare-open, .browse-grid', words: '.compare-open, .version-origin', reach: async () => {} },
      {
        name: 'comparison',
        at: '.compare-form, .compare-scroll',
        words: '.compare-form, .compare-table thead',
        reach: async (page) => {
          await page.getByRole('link', { name: 'Compare versions' }).click();
          await page.locator('.compare-table').waitFor();
        },
      },
    ],
  },
  {
    name: 'presentation',
    address: urls.tale('cinderella'),
    states: [{ name: 'first screen', at: '.present', words: '.present-bar', reach: present, back: 'Present' }],
  },
  {
    name: 'my tales',
    address: urls.myTales(),
    states: [
      { name: 'empty', at: '.kept-page', reach: (page) => page.getByRole('heading', { name: 'No tales yet' }).waitFor() },
      {
        name: 'with tales',
        at: '.kept-page',
        reach: async (page) => {
          await visit(page, urls.tales('q=Rapunzel'));
          await page.getByRole('button', { name: 'Add to favorites: Rapunzel' }).click();
          await page.getByRole('link', { name: 'Rapunzel', exact: true }).first().click();
          await page.getByRole('heading', { level: 1, name: 'Rapunzel' }).waitFor();
          await readHalfway(page);
          await createCollection(page, COLLECTION);
          await visit(page, urls.myTales());
          await page.getByRole('heading', { name: 'History' }).waitFor();
          await expect.poll(() => page.locator('.toast').count()).toBe(0);
        },
      },
    ],
  },
];
