import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { journey } from './journey.ts';
import { checkPages } from './page-checks.ts';
import { ADMIN_PAGES } from './pages.ts';
import { signIn } from './users.ts';

journey('pages of administrators and accounts load, fit, are accessible and react to clicks', async ({ open }) => {
  // Tables and forms load after the page.
  const { problems, controls, pressed } = await checkPages(open, ADMIN_PAGES, { prepare: signInAndPrepareIssue, canShift: true });
  expect(problems).toEqual([]);
  expect(controls).toBeGreaterThan(1_000);
  expect(pressed.Chromium.length).toBeGreaterThan(50);
});

/** The site prepares an issue some days before it is sent: without this, the form of an issue would be checked on some weekdays only. */
async function signInAndPrepareIssue(page: Page): Promise<void> {
  await signIn(page, { role: 'admin', name: 'The Snow Queen of the North' });
  const origin = inject('origin');
  const response = await page.context().request.post(`${origin}/api/v1/admin/newsletter/issues`, { headers: { Origin: origin } });
  expect([201, 409]).toContain(response.status());
}
