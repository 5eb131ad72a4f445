/** A draft as its readers would get it: for the desk, and by mail to the editor who asks. */
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError } from '#src/platform/errors.ts';
import { queueMail } from '#src/platform/mail/queue-mail.ts';
import { urls } from '#src/urls.ts';
import { databaseNow, findIssue, type Issue, unknownLetter } from './issue-rows.ts';
import { letterContent } from './letter-content.ts';
import { letterSections, sentBefore } from './letter-sections.ts';
import { READER_MARKS, type Written } from './reader-links.ts';
import type { LetterTools } from './start-sending.ts';

/** The letter with the marks of readers' links leading to a page that says it was a test. Throws 404 `unknown_letter`. */
export async function drawIssue(db: Db, id: string, tools: LetterTools): Promise<Issue & Written> {
  const issue = await findIssue(db, id);
  if (issue === undefined) throw unknownLetter();
  const now = await databaseNow(db);
  const until = issue.sending_at ?? now;
  const sections = await letterSections(db, issue.parts, { since: await sentBefore(db, until), until });
  const said = { subject: issue.subject, day: issue.issue_date, opening: issue.opening, sections };
  const { html, text } = await tools.drawLetter(letterContent(said, tools.publicUrl));
  const testPage = tools.publicUrl + urls.newsletterTest();
  const lead = (written: string) => Object.values(READER_MARKS).reduce((all, mark) => all.replaceAll(mark, testPage), written);
  return { ...issue, html: lead(html), text: lead(text) };
}

/** Sends it to the editor's own address, which is returned. Throws 409 `no_address` for one whose address is not confirmed. */
export async function sendTest(db: Db, actor: string, id: string, tools: LetterTools): Promise<string> {
  const { subject, html, text, issue_date: day } = await drawIssue(db, id, tools);
  return transact(db, async (trx) => {
    const editor = trx.selectFrom('profiles').select('email').where('id', '=', actor).where('email_verified', '=', true);
    const to = (await editor.executeTakeFirst())?.email;
    if (to === undefined) throw new AppError(409, 'no_address', 'Your own address is not confirmed yet, so nothing was sent.');
    await queueMail(trx, { to, subject: `Test: ${subject}`, html, text, template: 'letter-test' });
    await audit(trx, { actor, action: 'letter.tested', subject: { kind: 'letter', id }, details: { day } });
    return to;
  });
}
