import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startEmbeddedPostgres } from '#src/platform/postgres/embedded-postgres.ts';
import { silent } from '#test/database.ts';
import { openSmtpServer } from '#test/smtp.ts';
import type { Figure } from '../figures.ts';
import type { SiteProcess } from '../site-process.ts';
import { openChecks } from './checks.ts';
import { checkDailyJob, checkJumps } from './clock-jumps.ts';
import { differences, readPages } from './clock-pages.ts';
import { checkShift, timeOf } from './clock-shift.ts';
import { isSignedIn, registerAndVerify } from './clock-users.ts';
import { all, type FaultOptions, type FaultResult } from './fault-run.ts';
import { type Clock, findFaketime, secondsTo, startShiftedSite } from './shifted-site.ts';

/** `at`: an instant that passes while the site runs. */
type Shift = { name: string; ahead?: number; at?: string; timeZone?: string };

const SHIFTS: Shift[] = [
  { name: 'the correct time', ahead: 0 },
  { name: '1 hour ahead', ahead: 3_600 },
  { name: '1 hour behind', ahead: -3_600 },
  { name: '90 seconds ahead of the database', ahead: 90 },
  { name: '90 seconds behind the database', ahead: -90 },
  { name: '10 years ahead', ahead: 10 * 365 * 86_400 },
  { name: '2038-01-19, 32-bit overflow', at: '2038-01-19T03:14:08Z' },
  { name: 'into a leap day', at: '2028-02-29T00:00:00Z' },
  { name: 'out of a leap day', at: '2028-03-01T00:00:00Z' },
  { name: 'Berlin, into summer time', at: '2027-03-28T01:00:00Z', timeZone: 'Europe/Berlin' },
  { name: 'Berlin, out of summer time', at: '2027-10-31T01:00:00Z', timeZone: 'Europe/Berlin' },
  { name: 'Apia, into summer time', at: '2020-09-26T14:00:00Z', timeZone: 'Pacific/Apia' },
  { name: 'Apia, out of summer time', at: '2020-04-04T14:00:00Z', timeZone: 'Pacific/Apia' },
  { name: 'Apia, the skipped day', at: '2011-12-30T10:00:00Z', timeZone: 'Pacific/Apia' },
  { name: 'Apia, in the new year', at: '2026-12-31T18:00:00Z', timeZone: 'Pacific/Apia' },
];
/** A site starts in two seconds, so the instant passes during the checks. */
const BEFORE_S = 6;

type Setting = {
  open(clock: Clock): Promise<SiteProcess>;
  truth: SiteProcess;
  sink: Awaited<ReturnType<typeof openSmtpServer>>;
  databaseUrl: string;
};

/** R24: the clock of the application is wrong, that of the database is correct. */
export async function runClock({ say }: FaultOptions): Promise<FaultResult> {
  const faketime = findFaketime();
  if (faketime === undefined) return { skipped: 'libfaketime is not installed (Debian: the package faketime)' };
  const folder = await mkdtemp(path.join(os.tmpdir(), 'talewood-clock-'));
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: silent, durable: false });
  const sink = await openSmtpServer();
  let cleanUps = 0;
  const onLog = (line: string) => {
    if (line.includes('"event":"cleaned_up"')) cleanUps += 1;
  };
  const shared = { faketime, databaseUrl: postgres.url, smtpUrl: sink.url, onLog };
  const open = (clock: Clock) => startShiftedSite(shared, clock);
  const truth = await open({ ahead: 0 });
  try {
    const setting = { open, truth, sink, databaseUrl: postgres.url };
    const figures: Figure[] = [];
    for (const shift of SHIFTS) figures.push(await runShift(setting, shift, say));
    figures.push(...(await runJumps(setting, { file: path.join(folder, 'clock'), cleanUps: () => cleanUps, say })));
    return { figures };
  } finally {
    await truth.stop();
    await sink.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function runShift(setting: Setting, { name, ahead = 0, at, timeZone = 'UTC' }: Shift, say: FaultOptions['say']): Promise<Figure> {
  const { open, truth, sink, databaseUrl } = setting;
  const checks = openChecks(say);
  const before = await registerAndVerify(sink, truth, truth);
  const seconds = at === undefined ? ahead : Math.round(secondsTo(at) - BEFORE_S);
  const shifted = await open({ ahead: seconds, timeZone });
  try {
    checks.check(`${name}: the clock is shifted`, Math.abs((await timeOf(shifted)) - Date.now() - seconds * 1_000) < 3_000);
    checks.check(`${name}: an earlier session is active`, await isSignedIn(shifted, before.cookie));
    if (at !== undefined) await wait(Math.max(0, Date.parse(at) - (await timeOf(shifted)) + 1_000));
    checks.check(`${name}: the session is still active`, await isSignedIn(shifted, before.cookie));
    await checkShift({ truth, shifted, sink, databaseUrl, checks });
    if (timeZone !== 'UTC') {
      const utc = await open({ ahead: seconds });
      try {
        const other = differences(await readPages(shifted, before.cookie), await readPages(utc, before.cookie));
        checks.check(`${name}: pages are the same as with UTC: ${other.join(', ')}`, other.length === 0);
      } finally {
        await utc.stop();
      }
    }
  } finally {
    await shifted.stop();
  }
  say(`${name}: ${checks.passed} of ${checks.made}`);
  return all(name, checks.passed, checks.made, 'checks hold');
}

type JumpSetting = { file: string; cleanUps: () => number; say: FaultOptions['say'] };

async function runJumps({ open, truth, sink, databaseUrl }: Setting, { file, cleanUps, say }: JumpSetting): Promise<Figure[]> {
  await writeFile(file, '+0\n');
  const shifted = await open({ ahead: { file } });
  try {
    const pair = { truth, shifted, sink, databaseUrl, file, pid: shifted.pid, cleanUps };
    const jumps = openChecks(say);
    await checkJumps({ ...pair, checks: jumps });
    say(`the clock is set while it runs: ${jumps.passed} of ${jumps.made}`);
    const daily = openChecks(say);
    await checkDailyJob({ ...pair, checks: daily });
    return [
      all('the clock is set while it runs', jumps.passed, jumps.made, 'checks hold'),
      all('the job of the day', daily.passed, daily.made, 'checks hold'),
    ];
  } finally {
    await shifted.stop();
  }
}
