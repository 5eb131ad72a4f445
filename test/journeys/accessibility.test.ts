import type { Page } from 'playwright-core';
import { expectAccessible, expectAccessibleAtBothWidths } from './expect-accessible.ts';
import { DESKTOP, journey, PHONE, visit } from './journey.ts';
import { createCollection, readHalfway } from './reader-library-steps.ts';

/** States without an address of their own, and how to reach them. `only`: exists at one viewport size only, or closes when it changes. */
const STATES: { name: string; address: string; only?: typeof PHONE; reach(page: Page): Promise<void> }[] = [
  {
    name: 'menu open',
    address: '/tales',
    only: PHONE,
    reach: (page) => page.getByLabel('Menu').first().click(),
  },
  {
    name: 'filter panel open',
    address: '/tales?category=classic',
    reach: (page) => page.locator('summary', { hasText: 'Filter' }).click(),
  },
  { name: 'suggestions open on a phone', address: '/tales', only: PHONE, reach: openSuggestions },
  { name: 'suggestions open in the bar', address: '/tales', only: DESKTOP, reach: openSuggestions },
  {
    name: 'message shown',
    address: '/',
    reach: async (page) => {
      await page.keyboard.press('/');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').filter({ hasText: 'Search field cannot be empty' }).waitFor();
    },
  },
  {
    name: 'favorites with a tale, just taken back',
    address: '/tales',
    reach: async (page) => {
      await page
        .getByRole('button', { name: /^Add to favorites/ })
        .first()
        .click();
      await visit(page, '/favorites');
      await page.locator('article.tale h3').waitFor();
      await page.getByRole('button', { name: /^Add to favorites/ }).click();
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.locator('article.tale h3').waitFor();
    },
  },
  {
    name: 'own collections',
    address: '/tale/rapunzel',
    reach: async (page) => {
      await createCollection(page, 'For winter evenings');
      await visit(page, '/collections');
      await page.getByRole('link', { name: 'For winter evenings' }).waitFor();
    },
  },
  {
    name: 'own collection, being named',
    address: '/tale/rapunzel',
    reach: async (page) => {
      await createCollection(page, 'For winter evenings');
      await visit(page, '/collections');
      await page.getByRole('link', { name: 'For winter evenings' }).click();
      await page.getByRole('button', { name: 'Rename' }).click();
    },
  },
  {
    name: 'place in a tale offered',
    address: '/tale/rapunzel',
    reach: async (page) => {
      await readHalfway(page);
      await visit(page, '/');
      await visit(page, '/tale/rapunzel');
      await page.getByRole('button', { name: 'Continue where you left off' }).waitFor();
    },
  },
  {
    name: 'a tale begun, at home',
    address: '/tale/rapunzel',
    reach: async (page) => {
      await readHalfway(page);
      await visit(page, '/');
      await page.getByRole('heading', { name: 'Continue reading' }).waitFor();
    },
  },
  {
    name: 'a tale in the history, and the question before it is cleared',
    address: '/tale/rapunzel',
    reach: async (page) => {
      await readHalfway(page);
      await visit(page, '/history');
      await page.locator('.past h3').waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Clear history' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'form with what is wrong in it',
    address: '/register',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Register' }).click();
      await page.getByRole('alert').filter({ hasText: 'Please fill out all fields' }).waitFor();
    },
  },
  {
    name: 'asked for once more',
    address: '/register/sent',
    reach: (page) => page.getByText('Send it again').click(),
  },
];

for (const { name, address, only, reach } of STATES) {
  journey(name, async ({ open }) => {
    const page = await open({ viewport: only ?? PHONE });
    await visit(page, address);
    await reach(page);
    await (only === undefined ? expectAccessibleAtBothWidths(page) : expectAccessible(page));
  });
}

async function openSuggestions(page: Page): Promise<void> {
  await page.keyboard.press('/');
  await page.keyboard.type('the');
  await page.getByRole('option').and(page.locator(':visible')).first().waitFor();
  await page.keyboard.press('ArrowDown');
}
