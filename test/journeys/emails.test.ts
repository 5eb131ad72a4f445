import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { loadRenderEmail } from '#src/emails/emails.ts';
import { loadRenderIssue } from '#src/features/newsletter/issues/issue-content.ts';
import { emailsOfEveryKind } from '../account-emails.ts';
import { fullIssue } from '../issue-contents.ts';
import { findViolations } from './expect-accessible.ts';
import { journey } from './journey.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const renderEmail = loadRenderEmail(ROOT, () => 'Talewood');
const renderIssue = loadRenderIssue(ROOT);

/** Email clients provide the landmarks of the page. */
const NO_PAGE = { region: { enabled: false }, 'landmark-one-main': { enabled: false } };

for (const colorScheme of ['light', 'dark'] as const) {
  journey(`emails of every kind are accessible and fit a phone, ${colorScheme}`, async ({ open }) => {
    const page = await open({ viewport: { width: 360, height: 740 }, colorScheme });
    for (const email of emailsOfEveryKind()) {
      await page.setContent((await renderEmail(email)).html);
      expect(await findViolations(page, { options: { rules: NO_PAGE } }), `axe violations in ${email.kind}`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `width of ${email.kind}`).toBe(360);
      const buttons = await page.locator('.button').count();
      expect(buttons, `buttons in ${email.kind}`).toBe(email.kind.startsWith('account-') ? 0 : 1);
    }
    await page.setContent((await renderIssue(fullIssue())).html);
    expect(await findViolations(page, { options: { rules: NO_PAGE } }), 'axe violations in a newsletter issue').toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), 'width of a newsletter issue').toBe(360);
  });
}

test('the development outbox is not served outside development', async () => {
  const response = await fetch(`${inject('origin')}/dev/outbox`);
  expect(response.status).toBe(404);
});
