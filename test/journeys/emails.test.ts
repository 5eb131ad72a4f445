import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { loadRenderEmail } from '#src/emails/emails.ts';
import { loadRenderIssue } from '#src/features/newsletter/issues/issue-content.ts';
import { emailsOfEveryKind } from '../account-emails.ts';
import { fullIssue } from '../issue-contents.ts';
import { findViolations } from './expect-accessible.ts';
import { journey } from './journey.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const renderEmail = loadRenderEmail(ROOT);
const renderIssue = loadRenderIssue(ROOT);

/** A mail is shown within the page of a mail program, which has the landmarks. */
const NO_PAGE = { region: { enabled: false }, 'landmark-one-main': { enabled: false } };

for (const colorScheme of ['light', 'dark'] as const) {
  journey(`mails of every kind are accessible and fit a phone, ${colorScheme}`, async ({ open }) => {
    const page = await open({ viewport: { width: 360, height: 740 }, colorScheme });
    for (const mail of emailsOfEveryKind()) {
      await page.setContent((await renderEmail(mail)).html);
      expect(await findViolations(page, { rules: NO_PAGE }), `what axe finds in ${mail.kind}`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `the width of ${mail.kind}`).toBe(360);
      const buttons = await page.locator('.button').count();
      expect(buttons, `the button of ${mail.kind}`).toBe(mail.kind.startsWith('account-') ? 0 : 1);
    }
    await page.setContent((await renderIssue(fullIssue())).html);
    expect(await findViolations(page, { rules: NO_PAGE }), 'what axe finds in a letter').toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), 'the width of a letter').toBe(360);
  });
}

test('the outbox is for development: a site that runs in earnest has none', async () => {
  const answer = await fetch(`${inject('origin')}/dev/outbox`);
  expect(answer.status).toBe(404);
});
