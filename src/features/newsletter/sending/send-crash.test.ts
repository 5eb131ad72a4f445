import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { newsletterSite } from '#test/newsletter-site.ts';

const here = newsletterSite();
const { deliveries, counts, statusOf, settled, reached, startSending, queued } = here;

describe('several processes', () => {
  test('send each delivery once', async () => {
    const issue = await queued(60);
    await startSending();
    await startSending();
    await startSending();
    await settled(issue);
    await expect.poll(() => statusOf(issue)).toBe('sent');
    expect(reached()).toEqual(Array.from({ length: 60 }, (_, n) => `reader-${n + 1}@tales.example`).toSorted());
  });

  // Six processes are started sequentially, which is slow on a busy machine.
  test('killed five times miss nobody, and send at most one email twice per kill, with the same Message-ID', {
    timeout: 180_000,
  }, async () => {
    const KILLS = 5;
    const READERS = 250;
    const issue = await queued(READERS);
    const script = fileURLToPath(new URL('../../../../test/send-crash-process.ts', import.meta.url));
    const start = () => fork(script, [here.database().url, here.smtp().url], { execArgv: ['--disable-warning=ExperimentalWarning'] });
    let killed = 0;
    for (; killed < KILLS; killed += 1) {
      const sender = start();
      const enough = here.smtp().received.length + 20 + killed;
      // Not in step with the emails, so that a kill can come at any point of one.
      await expect.poll(() => here.smtp().received.length, { interval: 1, timeout: 60_000 }).toBeGreaterThanOrEqual(enough);
      sender.kill('SIGKILL');
      await once(sender, 'exit');
    }
    const last = start();
    await settled(issue);
    await expect.poll(() => statusOf(issue)).toBe('sent');
    last.kill('SIGKILL');
    await once(last, 'exit');
    const known = new Map((await deliveries()).map(({ id, email }) => [`<${id}@tales.example>`, email]));
    expect(new Set(here.smtp().received.map(({ to }) => to[0])).size).toBe(READERS);
    expect(here.smtp().received.length - READERS).toBeLessThanOrEqual(killed);
    expect(here.smtp().received.filter(({ messageId, to }) => known.get(messageId) !== to[0])).toEqual([]);
    expect(await counts(issue)).toEqual({ waiting: 0, sent: READERS, failed: 0, dropped: 0 });
  });
});
