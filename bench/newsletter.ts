import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { READER_LINK_PLACEHOLDERS } from '#src/features/newsletter/issues/reader-links.ts';
import { queueDeliveries } from '#src/features/newsletter/sending/delivery-queue.ts';
import { openDb } from '#src/platform/db/db.ts';
import { migrate } from '#src/platform/db/migrate.ts';
import { openPool } from '#src/platform/db/pool.ts';
import { migrateJobs } from '#src/platform/jobs/migrate-jobs.ts';
import { startEmbeddedPostgres } from '#src/platform/postgres/embedded-postgres.ts';
import { MIGRATIONS, silent } from '#test/database.ts';
import { addIssue, addSubscribers } from '#test/newsletter-issues.ts';
import { openSmtpServer } from '#test/smtp.ts';
import type { BenchOptions, Figure, SectionResult } from './figures.ts';
import { type NewsletterWorker, startNewsletterWorker } from './newsletter-worker.ts';
import { createRandom, makeTexts } from './vocabulary.ts';

/** Maximum size of an issue. */
const HTML_BYTES = 60_000;
const MAX_S = 300;
const MAX_MB = 300;

type Smtp = Awaited<ReturnType<typeof openSmtpServer>>;
type Run = { pool: pg.Pool; databaseUrl: string; dataDir: string; smtp: Smtp; readers: number; say: BenchOptions['say'] };

/**
 * Sends an issue of maximum size to ten thousand subscribers with a separate worker and a local mail server; again with killed workers
 * (R09).
 */
export async function benchNewsletter({ quick, say }: BenchOptions): Promise<SectionResult> {
  const [readers, kills, unsubscribers] = quick ? [500, 3, 20] : [10_000, 20, 200];
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'talewood-bench-'));
  const smtp = await openSmtpServer({ maxRawLength: 2_000 });
  const postgres = await startEmbeddedPostgres({ dataDir, log: silent });
  const pool = openPool(postgres.appUrl, { log: silent, max: 4 });
  try {
    await migrate(postgres.url, { folder: MIGRATIONS, log: silent });
    await migrateJobs(postgres.url, { log: silent });
    await addSubscribers(pool, readers);
    const run: Run = { pool, databaseUrl: postgres.url, dataDir, smtp, readers, say };
    const figures = [...(await sendToAll(run)), ...(await sendKilled(run, kills, unsubscribers))];
    for (const { name, value, unit } of figures) say(`${name}: ${value.toFixed(1)} ${unit}`);
    return { figures };
  } finally {
    await pool.end();
    await postgres.stop();
    await smtp.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function sendToAll(run: Run): Promise<Figure[]> {
  const html = makeHtml();
  const worker = await startNewsletterWorker(run);
  try {
    const started = performance.now();
    const issue = await queue(run, '2020-01-05', html);
    const queuedMs = performance.now() - started;
    await waitUntilSent(run, issue);
    const seconds = (performance.now() - started) / 1_000;
    const name = `${run.readers.toLocaleString('en')} readers`;
    return [
      { name: `${name}: HTML of the issue`, unit: 'KB', value: html.length / 1_000 },
      { name: `${name}: queued in`, unit: 's', value: queuedMs / 1_000 },
      { name: `${name}: until the last mail`, unit: 's', value: seconds, limit: { most: (MAX_S * run.readers) / 10_000 } },
      { name: `${name}: emails a second`, unit: '', value: run.readers / seconds },
      { name: `${name}: memory of the worker at most`, unit: 'MB', value: worker.maxMb(), limit: { most: MAX_MB } },
      { name: `${name}: readers missed`, unit: '', value: run.readers - listRecipients(run).size, limit: { most: 0 } },
      { name: `${name}: emails sent twice`, unit: '', value: run.smtp.received.length - listRecipients(run).size, limit: { most: 0 } },
    ];
  } finally {
    await worker.stop();
  }
}

/** Kills and restarts the worker repeatedly while emails are sent and some subscribers unsubscribe. */
async function sendKilled(run: Run, kills: number, unsubscribers: number): Promise<Figure[]> {
  const { smtp, readers } = run;
  const random = createRandom(9);
  smtp.received.splice(0);
  const started = performance.now();
  const issue = await queue(run, '2020-01-12', makeHtml());
  const over = new AbortController();
  const unsubscribing = unsubscribeMeanwhile(run, unsubscribers, random, over.signal);
  let worker: NewsletterWorker = await startNewsletterWorker(run);
  for (let kill = 1; kill <= kills; kill += 1) {
    await waitForEmails(smtp, Math.floor(((kill - 0.5 + 0.4 * (random() - 0.5)) * readers) / (kills + 1)), random() * 15);
    await worker.kill();
    worker = await startNewsletterWorker(run);
  }
  try {
    await waitUntilSent(run, issue);
    const seconds = (performance.now() - started) / 1_000;
    over.abort();
    const unsubscribed = await unsubscribing;
    const received = listRecipients(run);
    const missed = Array.from({ length: readers }, (_, n) => addressOf(n + 1)).filter(
      (address) => !received.has(address) && !unsubscribed.has(address),
    );
    const late = smtp.received.filter(({ to: [address = ''], at }) => at > (unsubscribed.get(address) ?? Number.POSITIVE_INFINITY));
    const name = `kill -9, ${kills} times`;
    return [
      { name: `${name}: until the last mail`, unit: 's', value: seconds },
      { name: `${name}: readers missed`, unit: '', value: missed.length, limit: { most: 0 } },
      { name: `${name}: emails sent twice`, unit: '', value: smtp.received.length - received.size, limit: { most: kills } },
      {
        name: `${name}: Message-IDs beside those of the deliveries`,
        unit: '',
        value: await countUnknownIds(run, issue),
        limit: { most: 0 },
      },
      { name: `${name}: readers who left meanwhile`, unit: '', value: unsubscribed.size },
      { name: `${name}: emails to readers who unsubscribed before they were sent`, unit: '', value: late.length, limit: { most: 0 } },
    ];
  } finally {
    await worker.stop();
  }
}

/** Queues an issue with a past date, as the worker schedules one for the next Sunday. */
async function queue({ pool }: Run, day: string, html: string): Promise<string> {
  const issue = await addIssue(pool, { day, html });
  await openDb(pool)
    .transaction()
    .execute((trx) => queueDeliveries(trx, issue, ['weekly']));
  return issue;
}

async function waitUntilSent({ pool, smtp, readers, say }: Run, issue: string): Promise<void> {
  for (let polls = 1; ; polls += 1) {
    const { rows } = await pool.query("select from newsletter_issues where id = $1 and status = 'sent'", [issue]);
    if (rows.length > 0) return;
    if (polls % 100 === 0) say(`${smtp.received.length} of ${readers} emails`);
    await wait(100);
  }
}

/** Waits for a number of emails, and then for `ms` without new ones. */
async function waitForEmails(smtp: Smtp, count: number, ms: number): Promise<void> {
  while (smtp.received.length < count) await wait(1);
  await wait(ms);
}

/** Unsubscribes some pending subscribers, one by one. Returns the time of each commit by email, Unix milliseconds. */
async function unsubscribeMeanwhile(run: Run, count: number, random: () => number, over: AbortSignal): Promise<Map<string, number>> {
  const unsubscribed = new Map<string, number>();
  const { pool, readers, smtp } = run;
  const UNSUBSCRIBE = `update newsletter_subscribers set status = 'unsubscribed', consent_at = null, consent_text = null where email = $1`;
  for (let n = 1; n <= count && !over.aborted; n += 1) {
    while (smtp.received.length < (n * readers) / (count + 1) && !over.aborted) await wait(5);
    const received = listRecipients(run);
    const waiting = Array.from({ length: 50 }, () => addressOf(1 + Math.floor(random() * readers))).find((each) => !received.has(each));
    if (waiting === undefined || over.aborted) continue;
    await pool.query(UNSUBSCRIBE, [waiting]);
    unsubscribed.set(waiting, Date.now());
  }
  return unsubscribed;
}

async function countUnknownIds({ pool, smtp }: Run, issue: string): Promise<number> {
  const { rows } = await pool.query('select id from newsletter_deliveries where issue_id = $1', [issue]);
  const known = new Set(rows.map(({ id }) => `<${id}@localhost>`));
  return smtp.received.filter(({ messageId }) => !known.has(messageId)).length;
}

function listRecipients({ smtp }: Run): Set<string> {
  return new Set(smtp.received.map(({ to }) => to[0] ?? ''));
}

function addressOf(n: number): string {
  return `reader-${n}@tales.example`;
}

function makeHtml(): string {
  const foot = `<p><a href="${READER_LINK_PLACEHOLDERS.unsubscribe}">Unsubscribe</a></p></body></html>`;
  let html = '<html lang="en"><body>';
  for (const text of makeTexts(200, 80, 5_000)) if (html.length + text.length + foot.length < HTML_BYTES) html += `<p>${text}</p>\n`;
  return html + foot;
}
