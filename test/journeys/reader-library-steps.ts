import type { Page } from 'playwright-core';

/** Steps of journeys with the reader's library. */

/** Saves the open tale to a new collection. */
export async function createCollection(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByLabel('New collection').fill(name);
  await page.keyboard.press('Enter');
  await page.getByLabel(name).waitFor();
  await page.keyboard.press('Escape');
}

/** Scrolls to the middle of the open tale, and waits until the reading position is saved. */
export async function readHalfway(page: Page): Promise<void> {
  // Scrolls repeatedly: the position tracker is loaded after hydration.
  await page.waitForFunction(
    () => {
      const text = document.getElementById('tale-text');
      window.scrollTo(0, (text?.offsetTop ?? 0) + (text?.offsetHeight ?? 0) / 2 - window.innerHeight / 2 - Math.random());
      return (localStorage.getItem('talewood.bookshelf') ?? '').includes('"place"');
    },
    undefined,
    { polling: 1000 },
  );
}
