import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { listQueue, retryJobsNow } from '#test/jobs.ts';
import { addIssue, addSubscribers } from '#test/newsletter-issues.ts';
import { newsletterSite } from '#test/newsletter-site.ts';
import { addUser } from '#test/users.ts';

const here = newsletterSite();
const { rows, deliveries, queue, counts, statusOf, idle, settled, allTried, reached, startSending, queued, expectNoPersonalDataInLog } =
  here;

describe('an issue', () => {
  test('is sent to each recipient, with mailing list headers', async () => {
    const issue = await queued(3);
    await startSending();
    await settled(issue);
    await expect.poll(() => statusOf(issue)).toBe('sent');
    await idle();
    expect(reached()).toEqual([1, 2, 3].map((n) => `reader-${n}@tales.example`));
    for (const { id, email, key } of await deliveries()) {
      const { raw = '', to } = here.smtp().received.find(({ messageId }) => messageId === `<${id}@tales.example>`) ?? {};
      expect(to).toEqual([email]);
      const mail = await PostalMime.parse(raw);
      const header = (name: string) => mail.headers.filter((each) => each.key === name).map(({ value }) => value);
      const link = `https://tales.example/newsletter/unsubscribe?key=${key}`;
      expect(mail).toMatchObject({
        from: { name: 'Tales', address: 'hello+list@tales.example' },
        to: [{ name: '', address: email }],
        subject: 'Tales of the week: Gänse',
        date: '2026-11-22T08:00:00.000Z',
        messageId: `<${id}@tales.example>`,
        html: expect.stringContaining(`<a href="${link}">`),
        text: expect.stringContaining(`Unsubscribe: ${link}\n`),
      });
      // RFC 2919, 2369, 8058, 3834.
      expect(header('list-id')).toEqual(['<newsletter.tales.example>']);
      expect(header('list-unsubscribe')).toEqual([`<${link}>, <mailto:hello%2Blist@tales.example?subject=unsubscribe%20${key}>`]);
      expect(header('list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click']);
      expect(header('list-archive')).toEqual(['<https://tales.example/newsletter>']);
      expect(header('auto-submitted')).toEqual(['auto-generated']);
      expect(header('mime-version')).toEqual(['1.0']);
      // RFC 5322: each header once, no line over the limit, and no placeholders left.
      const names = mail.headers.map((each) => each.key);
      expect(names).toEqual([...new Set(names)]);
      expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998);
      expect(raw).not.toContain('reader.invalid');
    }
    expect(new Set((await deliveries()).map(({ key }) => key)).size).toBe(3);
    expect(here.smtp().connections()).toBe(1);
    expect(await listQueue(here.database().ownerUrl)).toEqual([]);
    expectNoPersonalDataInLog();
  });

  test('is throttled across processes', async () => {
    await addSubscribers(here.database().pool, 5);
    const issue = await addIssue(here.database().pool);
    await startSending({ rate: 600 });
    await startSending({ rate: 600 });
    // Before the first one can go: the time to start the two processes is not part of it.
    const began = performance.now();
    await queue(issue);
    await settled(issue);
    // Four pauses of a tenth of a second. Timers may be a millisecond early.
    expect(performance.now() - began).toBeGreaterThan(390);
    expect(here.smtp().received).toHaveLength(5);
  });

  test('with a waiting delivery is still being sent', async () => {
    const issue = await queued(2);
    here.smtp().setFault('451 to the recipient');
    await startSending();
    await allTried();
    await idle();
    expect(await statusOf(issue)).toBe('sending');
    here.smtp().setFault('none');
    await retryJobsNow(here.database().ownerUrl);
    await expect.poll(() => statusOf(issue)).toBe('sent');
  });

  test('uses a new connection when the server has closed the old one, without a failure', async () => {
    const first = await queued(1);
    await startSending();
    await settled(first);
    here.smtp().closeConnections();
    const second = await addIssue(here.database().pool, { day: '2026-11-29' });
    await queue(second);
    await settled(second);
    expect(await counts(second)).toMatchObject({ sent: 1 });
    expect((await deliveries()).map(({ attempts, last_error }) => [attempts, last_error])).toEqual([
      [1, null],
      [1, null],
    ]);
    expect([here.smtp().received.length, here.smtp().connections()]).toEqual([2, 2]);
  });
});

describe('a subscriber who before sending', () => {
  test.each([
    ['left', "update newsletter_subscribers set status = 'unsubscribed', consent_at = null, consent_text = null where email = $1"],
    ['is not confirmed any more', "update newsletter_subscribers set status = 'pending' where email = $1"],
    ['takes no mail', "insert into newsletter_suppressions (address_hash, reason) values (sha256(convert_to($1, 'UTF8')), 'complaint')"],
  ])('%s: gets none', async (_, change) => {
    const issue = await queued(2);
    await rows(change, ['reader-1@tales.example']);
    await startSending();
    await settled(issue);
    await expect.poll(() => statusOf(issue)).toBe('sent');
    expect(reached()).toEqual(['reader-2@tales.example']);
    expect(await counts(issue)).toEqual({ waiting: 0, sent: 1, failed: 0, dropped: 1 });
  });

  test('is disabled or deleted: gets no email', async () => {
    const [gerda, kay] = [await addUser(here.database().pool), await addUser(here.database().pool)];
    await rows(
      "insert into newsletter_subscribers (user_id, status, consent_at, consent_text) select id, 'confirmed', now(), 'yes' from users",
    );
    await addSubscribers(here.database().pool, 1);
    const issue = await addIssue(here.database().pool);
    expect(await queue(issue)).toBe(3);
    await rows('update users set disabled_at = now() where id = $1', [gerda.id]);
    await rows('delete from users where id = $1', [kay.id]);
    await startSending();
    await expect.poll(() => statusOf(issue)).toBe('sent');
    await idle();
    expect(reached()).toEqual(['reader-1@tales.example']);
    expect(await listQueue(here.database().ownerUrl)).toEqual([]);
  });

  test.each(['html', 'text', 'sending_at'])('is to get an issue that is no longer being sent (without %s): gets none', async (column) => {
    const issue = await queued(1);
    await rows(`update newsletter_issues set status = 'draft', ${column} = null where id = $1`, [issue]);
    await startSending();
    await expect.poll(() => counts(issue)).toEqual({ waiting: 0, sent: 0, failed: 0, dropped: 1 });
    expect(reached()).toEqual([]);
  });

  test('changed the account’s address gets it there', async () => {
    const gerda = await addUser(here.database().pool);
    await rows(
      "insert into newsletter_subscribers (user_id, status, consent_at, consent_text) select id, 'confirmed', now(), 'yes' from users",
    );
    const issue = await addIssue(here.database().pool);
    await queue(issue);
    await rows("update users set email = 'new@tales.example' where id = $1", [gerda.id]);
    await startSending();
    await settled(issue);
    expect(reached()).toEqual(['new@tales.example']);
  });
});
