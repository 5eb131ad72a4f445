import type { Page } from 'playwright-core';

/** What several journeys do with a bookshelf. */

/** On a tale: saves it to a new collection. */
export async function makeShelf(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByLabel('New collection').fill(name);
  await page.keyboard.press('Enter');
  await page.getByLabel(name).waitFor();
  await page.keyboard.press('Escape');
}

/** On a tale: reads to its middle, and waits until the place is kept. */
export async function readHalf(page: Page): Promise<void> {
  // The text keeps its height when its pictures are there; the fetched part listens a moment after the page has been taken over.
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
