import type { ReceivedEmail } from '#test/smtp.ts';
import { runSql } from '#test/sql.ts';
import type { Figure } from '../figures.ts';
import type { SiteProcess } from '../site-process.ts';
import { all, none } from './fault-run.ts';
import type { LogLine } from './mail-down.ts';
import { send, tokenIn } from './users.ts';

const MINUTE_MS = 60_000;

type Evidence = {
  site: SiteProcess;
  smtp: { received: ReceivedEmail[]; unanswered: ReceivedEmail[] };
  /** Emails whose registration returned 202. */
  emails: string[];
  log: LogLine[];
};

type Row = { id: string; to_address: string; attempts: number; sent_at: Date | null };

/** Compares accepted registrations with the rows and the received emails, and uses every link. */
export async function verifyEmails({ site, smtp, emails, log }: Evidence): Promise<Figure[]> {
  const { databaseUrl, origin } = site;
  const rows = await runSql<Row>(databaseUrl, "select id, to_address, attempts, sent_at from outbound_emails where template = 'verify'");
  const users = new Set((await runSql<{ email: string }>(databaseUrl, 'select email from users')).map(({ email }) => email));
  const mailed = new Set(rows.map((row) => row.to_address));
  const arrived = new Map(smtp.received.map((email) => [email.to[0], email]));
  const received = countIds(smtp.received);
  const unanswered = countIds(smtp.unanswered);
  const repeated = rows.filter(({ id }) => copies(received, id) + copies(unanswered, id) > 1);
  // Accepted and acknowledged more than once, which must not happen.
  const sentTwice = rows.filter(({ id }) => copies(received, id) > 1);
  const unknownIds = [...smtp.received, ...smtp.unanswered].filter(({ messageId, to }) => {
    const row = rows.find(({ id }) => messageId === idOf(id));
    return row === undefined || row.to_address !== to[0];
  });
  const pauses = log.flatMap(({ pauseMs }) => (pauseMs === undefined ? [] : [pauseMs / MINUTE_MS]));
  let verified = 0;
  for (const [n, email] of emails.entries()) {
    const message = arrived.get(email);
    if (message === undefined) continue;
    const { status } = await send(origin, 'POST', '/verifications', { n, body: { token: tokenIn(message), email } });
    if (status === 200) verified += 1;
  }
  return [
    none('sign-ups lost: no account, no mail in the outbox, or nothing arrived', countLost(emails, [users, mailed, arrived])),
    all('accounts opened by the link that arrived', verified, emails.length),
    none('mails that wait or were given up', rows.filter((row) => row.sent_at === null).length),
    { name: 'tries made for a mail, most', value: Math.max(...rows.map((row) => row.attempts)), unit: '' },
    { name: 'mails that came more than once, the answer to the final dot lost', value: repeated.length, unit: '' },
    { name: 'mails that came more than once otherwise', value: (100 * sentTwice.length) / rows.length, unit: '%', limit: { most: 0.1 } },
    none('mails whose Message-ID is not that of their row', unknownIds.length),
    { name: 'shortest pause between two tries', value: Math.min(...pauses), unit: 'min', limit: { least: 1 } },
  ];
}

function countLost(emails: string[], kept: { has(email: string): boolean }[]): number {
  return emails.filter((email) => !kept.every((each) => each.has(email))).length;
}

function idOf(id: string): string {
  return `<${id}@localhost>`;
}

function countIds(mails: ReceivedEmail[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { messageId } of mails) counts.set(messageId, (counts.get(messageId) ?? 0) + 1);
  return counts;
}

function copies(counts: Map<string, number>, id: string): number {
  return counts.get(idOf(id)) ?? 0;
}
