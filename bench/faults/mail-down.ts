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

/** Each lasts a fifth of the time. Connections that hang when the next begins go on hanging. */
const TROUBLES = ['refuses connections', '451 to the recipient', '421 at once', 'silent after the text', 'cut after the text'] as const;
/** Between two who register: three a second. */
const PAUSE_MS = 333;
const PAGES = ['/', '/tale/rapunzel', '/tales?q=king', '/register'];
const RETURN_LIMIT_MS = 10 * 60_000;

/** R08: people register for minutes while the mail server is in every kind of trouble; then it returns. */
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
    await passTroubles(smtp, minutes, say);
    over.abort();
    const [pages, people] = await Promise.all([reading, registering]);
    say(`${people.accepted.length} registrations accepted, ${people.refused.length} refused: ${people.refused.slice(0, 3).join(', ')}`);
    smtp.setFault('none');
    const seconds = await returnOfAll(site.databaseUrl);
    say(`all mails were sent ${seconds.toFixed(0)} s after the return, without their pauses`);
    const mails = await verifyEmails({ site, smtp, emails: people.accepted, log });
    const dead = await ageUntilDead({ site, smtp, log });
    return {
      figures: [
        { name: 'sign-ups accepted (202)', value: people.accepted.length, unit: '', limit: { least: 1 } },
        none('sign-ups answered otherwise', people.refused.length),
        ...mails,
        ...dead,
        all('pages answered with 200 meanwhile', pages.filter(({ status }) => status === 200).length, pages.length),
        { name: 'a page meanwhile, p95', value: percentile(msOf(pages), 0.95), unit: 'ms', limit: { most: 300 } },
      ],
    };
  } finally {
    await site.stop();
    // Connections that hang must not keep us.
    void smtp.close();
  }
}

async function passTroubles(smtp: Smtp, minutes: number, say: FaultOptions['say']): Promise<void> {
  for (const trouble of TROUBLES) {
    say(`the mail server: ${trouble}`);
    if (trouble !== 'refuses connections') smtp.setFault(trouble);
    await wait((minutes * 60_000) / TROUBLES.length);
    if (trouble === 'refuses connections') await smtp.reopen();
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

type PageAnswer = { status: number; ms: number };

/** Reads one page after the other until `signal` is aborted. */
export async function readPages(origin: string, signal: AbortSignal, pauseMs = 250): Promise<PageAnswer[]> {
  const answers: PageAnswer[] = [];
  for (let n = 0; !signal.aborted; n += 1) {
    const began = performance.now();
    const status = await fetch(origin + PAGES[n % PAGES.length]).then(
      (answer) => answer.text().then(() => answer.status),
      () => 0,
    );
    answers.push({ status, ms: performance.now() - began });
    await wait(pauseMs);
  }
  return answers;
}

function msOf(pages: PageAnswer[]): number[] {
  return pages.map(({ ms }) => ms);
}

/** Seconds until nothing waits any more. What hours of back-off would bring is brought by an earlier run_at, which is all that time changes. */
async function returnOfAll(databaseUrl: string): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < RETURN_LIMIT_MS) {
    await retryJobsNow(databaseUrl);
    await wait(2_000);
    const [row] = await runSql<{ waiting: unknown }>(databaseUrl, 'select count(*) as waiting from outbound_emails where sent_at is null');
    if (Number(row?.waiting) === 0) break;
  }
  return (performance.now() - began) / 1_000;
}
