import { setTimeout as wait } from 'node:timers/promises';
import { retryJobsNow } from '#test/jobs.ts';
import { openSmtpServer } from '#test/smtp.ts';
import { runSql } from '#test/sql.ts';
import { startSiteProcess } from '../site-process.ts';
import { percentile } from '../stats.ts';
import { all, type FaultOptions, type FaultResult, none } from './fault-run.ts';
import { ageUntilDead } from './mail-dead.ts';
import { register } from './users.ts';
import { verifyEmails } from './verify-emails.ts';

type Smtp = Awaited<ReturnType<typeof openSmtpServer>>;
export type LogLine = { level: string; event?: string; mail?: string; pauseMs?: number; tries?: number };

/** Faults of the mail server, each for a fifth of the time. Hanging connections stay open. */
const FAULTS = ['refuses connections', '451 to the recipient', '421 at once', 'silent after the text', 'cut after the text'] as const;
/** Pause between registrations: three per second. */
const PAUSE_MS = 333;
const PAGES = ['/', '/tale/rapunzel', '/tales?q=king', '/register'];
const RETURN_LIMIT_MS = 10 * 60_000;

/** R08: users register for minutes while the mail server has every kind of fault; then it recovers. */
export async function runMailDown({ minutes, say }: FaultOptions): Promise<FaultResult> {
  const smtp = await openSmtpServer();
  await smtp.close();
  const log: LogLine[] = [];
  const onLog = (line: string) => {
    if (line.includes('"event":"mail_')) log.push(JSON.parse(line));
  };
  const site = await startSiteProcess({ env: { SMTP_URL: smtp.url, TRUSTED_PROXIES: '127.0.0.1,::1' }, onLog });
  try {
    const over = new AbortController();
    const reading = readPages(site.origin, over.signal);
    const registering = registerUntil(site.origin, over.signal);
    await injectFaults(smtp, minutes, say);
    over.abort();
    const [pages, registrations] = await Promise.all([reading, registering]);
    say(
      `${registrations.accepted.length} registrations accepted, ${registrations.refused.length} refused: ${registrations.refused.slice(0, 3).join(', ')}`,
    );
    smtp.setFault('none');
    const seconds = await waitForQueue(site.databaseUrl);
    say(`all emails were sent ${seconds.toFixed(0)} s after the recovery, without backoff`);
    const emailFigures = await verifyEmails({ site, smtp, emails: registrations.accepted, log });
    const deadFigures = await ageUntilDead({ site, smtp, log });
    return {
      figures: [
        { name: 'registrations accepted (202)', value: registrations.accepted.length, unit: '', limit: { least: 1 } },
        none('registrations with another status', registrations.refused.length),
        ...emailFigures,
        ...deadFigures,
        all('pages answered with 200 meanwhile', pages.filter(({ status }) => status === 200).length, pages.length),
        { name: 'a page meanwhile, p95', value: percentile(msOf(pages), 0.95), unit: 'ms', limit: { most: 300 } },
      ],
    };
  } finally {
    await site.stop();
    // Does not wait for hanging connections.
    void smtp.close();
  }
}

async function injectFaults(smtp: Smtp, minutes: number, say: FaultOptions['say']): Promise<void> {
  for (const fault of FAULTS) {
    say(`the mail server: ${fault}`);
    if (fault !== 'refuses connections') smtp.setFault(fault);
    await wait((minutes * 60_000) / FAULTS.length);
    if (fault === 'refuses connections') await smtp.reopen();
  }
}

async function registerUntil(origin: string, signal: AbortSignal): Promise<{ accepted: string[]; refused: string[] }> {
  const accepted: string[] = [];
  const refused: string[] = [];
  const under: Promise<void>[] = [];
  for (let n = 0; !signal.aborted; n += 1) {
    const email = `reader-${n}@tales.example`;
    const note = ({ status }: { status: number }) => void (status === 202 ? accepted.push(email) : refused.push(`${email} ${status}`));
    under.push(register(origin, email, n).then(note, (error) => void refused.push(`${email} ${error}`)));
    await wait(PAUSE_MS);
  }
  await Promise.all(under);
  return { accepted, refused };
}

type PageResult = { status: number; ms: number };

/** Requests pages sequentially until `signal` is aborted. */
export async function readPages(origin: string, signal: AbortSignal, pauseMs = 250): Promise<PageResult[]> {
  const answers: PageResult[] = [];
  for (let n = 0; !signal.aborted; n += 1) {
    const started = performance.now();
    const status = await fetch(origin + PAGES[n % PAGES.length]).then(
      (answer) => answer.text().then(() => answer.status),
      () => 0,
    );
    answers.push({ status, ms: performance.now() - started });
    await wait(pauseMs);
  }
  return answers;
}

function msOf(pages: PageResult[]): number[] {
  return pages.map(({ ms }) => ms);
}

/** Returns the seconds until no email is pending, with backoff skipped by an earlier run_at. */
async function waitForQueue(databaseUrl: string): Promise<number> {
  const started = performance.now();
  while (performance.now() - started < RETURN_LIMIT_MS) {
    await retryJobsNow(databaseUrl);
    await wait(2_000);
    const [row] = await runSql<{ waiting: unknown }>(databaseUrl, 'select count(*) as waiting from outbound_emails where sent_at is null');
    if (Number(row?.waiting) === 0) break;
  }
  return (performance.now() - started) / 1_000;
}
