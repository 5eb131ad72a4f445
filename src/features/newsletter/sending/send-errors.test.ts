import { describe, expect, test } from 'vitest';
import { listQueue, retryJobsNow } from '#test/jobs.ts';
import { addIssue } from '#test/newsletter-issues.ts';
import { newsletterSite } from '#test/newsletter-site.ts';
import type { Fault } from '#test/smtp.ts';
import { runSql } from '#test/sql.ts';

const here = newsletterSite();
const {
  rows,
  deliveries,
  queue,
  counts,
  retry,
  statusOf,
  idle,
  settled,
  allTried,
  reached,
  startSending,
  queued,
  expectNoPersonalDataInLog,
} = here;

describe('errors of the mail server', () => {
  test.each<[Fault, string]>([
    ['421 at once', 'answer 421'],
    ['451 to the recipient', 'answer 451, 4.3.0'],
    ['451 to the text', 'answer 451, 4.3.0'],
    ['550 for policy', 'answer 550, 5.7.1'],
    ['554 to the text', 'answer 554, 5.6.0'],
    ['cut after the text', 'ECONNECTION'],
    ['silent after the text', 'ETIMEDOUT'],
  ])('%s: all emails arrive later', async (trouble, reason) => {
    here.smtp().setFault(trouble);
    const issue = await queued(4);
    await startSending();
    await allTried();
    await idle();
    expect(here.smtp().received).toEqual([]);
    const tried = await deliveries();
    expect(tried.map(({ last_error }) => last_error)).toEqual(tried.map(() => expect.stringContaining(reason)));
    // Each attempt sends the text at most once: retries by the transport itself would be unknown.
    const attempts = tried.reduce((sum, each) => sum + each.attempts, 0);
    expect(here.smtp().unanswered).toHaveLength(trouble.endsWith('after the text') ? attempts : 0);
    here.smtp().setFault('none');
    await retryJobsNow(here.database().ownerUrl);
    await settled(issue);
    expect(reached()).toEqual([1, 2, 3, 4].map((n) => `reader-${n}@tales.example`));
    expect(
      here
        .smtp()
        .received.map(({ messageId }) => messageId)
        .toSorted(),
    ).toEqual(tried.map(({ id }) => `<${id}@tales.example>`).toSorted());
    const known = new Set(here.smtp().received.map(({ messageId }) => messageId));
    expect(here.smtp().unanswered.every(({ messageId }) => known.has(messageId))).toBe(true);
    expect(await rows('select from newsletter_suppressions')).toEqual([]);
    expectNoPersonalDataInLog();
  });

  test('refused connections: nothing is lost', async () => {
    await here.smtp().close();
    const issue = await queued(2);
    await startSending();
    await allTried();
    await idle();
    await here.smtp().reopen();
    await retryJobsNow(here.database().ownerUrl);
    await settled(issue);
    expect(reached()).toEqual(['reader-1@tales.example', 'reader-2@tales.example']);
  });

  test('hard bounce: the delivery fails at once and the address is suppressed', async () => {
    here.smtp().setFault('550 quoting');
    const issue = await queued(1);
    await startSending();
    await settled(issue);
    await expect.poll(() => statusOf(issue)).toBe('sent');
    const [delivery] = await deliveries();
    expect(delivery).toMatchObject({ status: 'failed', attempts: 1, last_error: 'EENVELOPE, answer 550, 5.1.1' });
    expect(await rows('select reason from newsletter_suppressions')).toEqual([{ reason: 'bounce' }]);
    const line = {
      level: 'error',
      event: 'newsletter_delivery_failed',
      delivery: delivery.id,
      issue,
      tries: 1,
      reason: 'EENVELOPE, answer 550, 5.1.1',
    };
    expect(
      here
        .logged()
        .lines()
        .filter(({ event }) => event === 'newsletter_delivery_failed'),
    ).toMatchObject([line]);
    expect(await retry(issue)).toBe(0);
    const next = await addIssue(here.database().pool, { day: '2026-11-29' });
    expect(await queue(next)).toBe(0);
    expect(await statusOf(next)).toBe('sent');
    expectNoPersonalDataInLog();
  });

  test('a delivery fails after its last attempt, and can be requeued', async () => {
    here.smtp().setFault('451 to the recipient');
    const issue = await queued(1);
    await startSending();
    await allTried();
    await idle();
    expect(await retry(issue)).toBe(0);
    const [job] = await listQueue(here.database().ownerUrl);
    expect(job?.wait_s).toBeGreaterThan(50);
    expect(job?.wait_s).toBeLessThan(70);
    await runSql(
      here.database().ownerUrl,
      `update graphile_worker._private_jobs set payload = payload::jsonb || '{"triesMade":23}', run_at = now()`,
    );
    await settled(issue);
    await expect.poll(() => statusOf(issue)).toBe('sent');
    expect(await counts(issue)).toMatchObject({ failed: 1 });
    expect(
      here
        .logged()
        .events()
        .filter((event) => event?.startsWith('newsletter_delivery_')),
    ).toEqual(['newsletter_delivery_retried', 'newsletter_delivery_failed']);
    expect(await rows('select from newsletter_suppressions')).toEqual([]);
    here.smtp().setFault('none');
    expect(await retry(issue)).toBe(1);
    expect(await retry(issue)).toBe(0);
    await settled(issue);
    expect(await counts(issue)).toEqual({ waiting: 0, sent: 1, failed: 0, dropped: 0 });
    expect(await statusOf(issue)).toBe('sent');
  });
});
