import type { Db } from '#src/platform/db/db.ts';

/** What an issue says, with marks where each reader's own links stand. `sendingAt`: the date of all its letters. */
export type IssueText = { id: string; subject: string; html: string; text: string; sendingAt: Date };

/**
 * Finds what issues say, and keeps the one that was asked for last: it does not change any more once it is sent. Undefined for one that
 * is not being sent and never was.
 */
export function keepIssueText(db: Db): (issueId: string) => Promise<IssueText | undefined> {
  let kept: IssueText | undefined;
  return async (issueId) => {
    if (kept?.id !== issueId) kept = await findIssueText(db, issueId);
    return kept;
  };
}

async function findIssueText(db: Db, issueId: string): Promise<IssueText | undefined> {
  const row = await db
    .selectFrom('newsletter_issues')
    .select(['id', 'subject', 'html', 'text', 'sending_at'])
    .where('id', '=', issueId)
    .executeTakeFirst();
  if (row === undefined || row.html === null || row.text === null || row.sending_at === null) return undefined;
  return { id: row.id, subject: row.subject, html: row.html, text: row.text, sendingAt: row.sending_at };
}
