import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, inject } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { DESKTOP, journey, PHONE, visit, waitForPage } from './journey.ts';
import { signIn } from './users.ts';

const MODULE = `export const config = { description: 'Counts the geese', schedule: '0 0 1 1 *', env: ['GOOSE_POND'] };
export default ({ type }, { log }) => log.info('Three geese on', type);`;

journey('a function is found, run and read by keyboard', async ({ open }) => {
  const folder = path.join(inject('dataDir'), 'functions');
  try {
    const page = await open({ viewport: PHONE });
    await signIn(page, { role: 'admin', name: 'The Goose Girl' });
    await visit(page, '/manage-functions');
    await waitForPage(page, '**/manage-functions', 'Functions');
    await page.getByText('npm run talewood -- functions new hello --http').waitFor();
    await expectAccessible(page);
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'geese.ts'), MODULE);
    const row = page.getByRole('link', { name: /geese/ });
    await expect
      .poll(
        async () => {
          await page.reload();
          await waitForPage(page, '**/manage-functions', 'Functions');
          await page.locator('.panel-note, .desk-rows').first().waitFor();
          return row.count();
        },
        { timeout: 60_000, interval: 500 },
      )
      .toBe(1);
    await row.press('Enter');
    await page.getByText('GOOSE_POND (not set)').waitFor();
    await page.getByRole('button', { name: 'Run now' }).press('Enter');
    await page.getByText('Run queued').waitFor();
    await expect
      .poll(
        async () => {
          await page.getByRole('button', { name: 'Refresh' }).press('Enter');
          return page.locator('.webhook-deliveries').innerText();
        },
        { timeout: 30_000 },
      )
      .toMatch(/succeeded/i);
    await page.locator('.webhook-data summary').first().press('Enter');
    await page.getByText('Three geese on schedule').waitFor();
    await expectAccessible(page);
    await page.setViewportSize(DESKTOP);
    await expectAccessible(page);
    await visit(page, '/manage-log');
    await page.getByText('Ran the function geese (schedule)').waitFor();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
