import type { Page } from 'playwright-core';
import { makeShelf, readHalf } from './bookshelf-steps.ts';
import { expectAccessible } from './expect-accessible.ts';
import { journey, PHONE, visit, WIDE } from './journey.ts';

const SIZES = [PHONE, WIDE];

/** States that no address names, and how a visitor gets there. `only` for a thing of one size. */
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
  {
    name: 'suggestions open',
    address: '/tales',
    reach: async (page) => {
      await page.keyboard.press('/');
      await page.keyboard.type('the');
      await page.getByRole('option').and(page.locator(':visible')).first().waitFor();
      await page.keyboard.press('ArrowDown');
    },
  },
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
      await makeShelf(page, 'For winter evenings');
      await visit(page, '/collections');
      await page.getByRole('link', { name: 'For winter evenings' }).waitFor();
    },
  },
  {
    name: 'own collection, being named',
    address: '/tale/rapunzel',
    reach: async (page) => {
      await makeShelf(page, 'For winter evenings');
      await visit(page, '/collections');
      await page.getByRole('link', { name: 'For winter evenings' }).click();
      await page.getByRole('button', { name: 'Rename' }).click();
    },
  },
  {
    name: 'place in a tale offered',
    address: '/tale/rapunzel',
    reach: async (page) => {
      await readHalf(page);
      await visit(page, '/');
      await visit(page, '/tale/rapunzel');
      await page.getByRole('button', { name: 'Continue where you left off' }).waitFor();
    },
  },
  {
    name: 'a tale begun, at home',
    address: '/tale/rapunzel',
    reach: async (page) => {
      await readHalf(page);
      await visit(page, '/');
      await page.getByRole('heading', { name: 'Continue reading' }).waitFor();
    },
  },
  {
    name: 'a tale in the history, and the question before it is cleared',
    address: '/tale/rapunzel',
    reach: async (page) => {
      await readHalf(page);
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

for (const size of SIZES) {
  for (const state of STATES.filter(({ only }) => only === undefined || only === size)) {
    journey(`${state.name} at ${size.width} px`, async ({ open }) => {
      const page = await open({ viewport: size, reducedMotion: 'reduce' });
      await visit(page, state.address);
      await state.reach(page);
      await expectAccessible(page);
    });
  }
}
