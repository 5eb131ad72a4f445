import { rename, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { runSql } from '#test/sql.ts';
import { cpuSeconds } from '../site-process.ts';
import { type Pair, timeOf } from './clock-shift.ts';
import { isSignedIn, registerAndVerify, signIn } from './clock-users.ts';
import { offset } from './shifted-site.ts';

const YEARS_10 = 10 * 365 * 86_400;
const JUMPS = [3_600, -3_600, YEARS_10, 0, -90, 90, -3_600, 0];
const PAGES = ['/', '/tale/rapunzel', '/tales?q=king'];
/** Longer than the interval of one minute at which daily jobs are checked. */
const DAILY_JOB_MS = 70_000;

/** `file`: sets the clock of the shifted site; `pid`: its process. `cleanUps` returns the number of cleanup jobs logged by all processes. */
export type JumpingPair = Pair & { file: string; pid: number; cleanUps: () => number };

const IDLE_MS = 5_000;

/** Changes the clock of a running process, forwards and backwards: users stay logged in, and pages work. */
export async function checkJumps({ truth, shifted, sink, checks, file, pid }: JumpingPair): Promise<void> {
  const cookies = [(await registerAndVerify(sink, truth, shifted)).cookie];
  for (const seconds of JUMPS) {
    await setClock(file, seconds);
    const name = `after a jump to ${offset(seconds)} s`;
    checks.check(`${name} the clock is shifted`, Math.abs((await timeOf(shifted)) - Date.now() - seconds * 1_000) < 5_000);
    const user = await registerAndVerify(sink, shifted, shifted);
    checks.check(`${name} registering and confirming work`, user.status === 200);
    const { status, cookie } = await signIn(shifted, user);
    checks.check(`${name} logging in works`, status === 200);
    cookies.push(user.cookie, cookie);
    const active = await Promise.all(cookies.map(async (each) => (await isSignedIn(shifted, each)) && (await isSignedIn(truth, each))));
    checks.check(`${name} all ${cookies.length} sessions are active at both sites`, active.every(Boolean));
    const statuses = await Promise.all(PAGES.map(async (page) => (await fetch(shifted.origin + page)).status));
    checks.check(
      `${name} pages respond`,
      statuses.every((each) => each === 200),
    );
    checks.check(`${name} the process is idle`, await isIdle(pid));
  }
}

/** The daily job runs once when it is due by the clock of the database, however often a process's clock passes that minute. */
export async function checkDailyJob({ databaseUrl, shifted, checks, file, pid, cleanUps }: JumpingPair): Promise<void> {
  for (const jump of [0, YEARS_10]) {
    await setClock(file, jump);
    const before = cleanUps();
    await runSql(
      databaseUrl,
      "update graphile_worker._private_known_crontabs set known_since = now() - interval '3 days', last_execution = now() - interval '2 days'",
    );
    await wait(DAILY_JOB_MS);
    checks.check(`due by the database, with a process ${offset(jump)} s ahead: runs once`, cleanUps() - before === 1);
    checks.check(`a process that was ${offset(jump)} s ahead for a minute is idle`, await isIdle(pid));
  }
  const before = cleanUps();
  for (let pass = 0; pass < 3; pass += 1) {
    await setClock(file, secondsToDue());
    checks.check('the clock is before the minute of the job', new Date(await timeOf(shifted)).toISOString().slice(11, 16) === '03:16');
    await wait(12_000);
    checks.check('the clock has passed the minute of the job', new Date(await timeOf(shifted)).toISOString().slice(11, 16) === '03:17');
  }
  await setClock(file, 0);
  await wait(DAILY_JOB_MS);
  checks.check('passing its minute three times does not run it again', cleanUps() === before);
  checks.check('the process is idle', await isIdle(pid));
}

/** Returns whether the process uses less than a tenth of a core. */
async function isIdle(pid: number): Promise<boolean> {
  const before = cpuSeconds(pid);
  await wait(IDLE_MS);
  return cpuSeconds(pid) - before < IDLE_MS / 10_000;
}

/** Sets the clock atomically, as the process may read the file at any time. Waits until values cached for a second, such as Date headers, expire. */
async function setClock(file: string, seconds: number): Promise<void> {
  await writeFile(`${file}.next`, `${offset(seconds)}\n`);
  await rename(`${file}.next`, file);
  await wait(1_500);
}

/** Returns the seconds until about ten seconds before 3:17 UTC tomorrow. */
function secondsToDue(): number {
  const now = new Date();
  const due = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1, 3, 17);
  return (due - now.getTime()) / 1_000 - 11.5;
}
