import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, inject, test } from 'vitest';
import { loadRenderMail } from '#src/features/accounts/load-render-mail.ts';
import { mailsOfEveryKind } from '../account-mails.ts';
import { journey } from './journey.ts';

const renderMail = loadRenderMail(path.resolve(import.meta.dirname, '../..'));

/** A mail is shown within the page of a mail program, which has the landmarks. */
const NO_PAGE = ['region', 'landmark-one-main'];

for (const colorScheme of ['light', 'dark'] as const) {
  journey(`mails of every kind are accessible and fit a phone, ${colorScheme}`, async ({ open }) => {
    const page = await open({ viewport: { width: 360, height: 740 }, colorScheme });
    for (const mail of mailsOfEveryKind()) {
      await page.setContent((await renderMail(mail)).html);
      const { violations, passes } = await new AxeBuilder({ page }).setLegacyMode(true).disableRules(NO_PAGE).analyze();
      const found = violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.target.join(' ')}: ${node.failureSummary}`));
      expect(found, `what axe finds in ${mail.kind}`).toEqual([]);
      expect(passes.length, 'axe has looked at something').toBeGreaterThan(10);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `the width of ${mail.kind}`).toBe(360);
      const buttons = await page.locator('.button').count();
      expect(buttons, `the button of ${mail.kind}`).toBe(mail.kind.startsWith('account-') ? 0 : 1);
    }
  });
}

test('the outbox is for development: a site that runs in earnest has none', async () => {
  const answer = await fetch(`${inject('origin')}/dev/outbox`);
  expect(answer.status).toBe(404);
});
