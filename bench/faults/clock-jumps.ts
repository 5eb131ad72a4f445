import { rename, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { runSql } from '#test/sql.ts';
import { cpuSeconds } from '../site-process.ts';
import { type Pair, timeOf } from './clock-shift.ts';
import { enter, isSignedIn, signIn } from './clock-users.ts';
import { offset } from './shifted-site.ts';

const YEARS_10 = 10 * 365 * 86_400;
const JUMPS = [3_600, -3_600, YEARS_10, 0, -90, 90, -3_600, 0];
const PAGES = ['/', '/tale/rapunzel', '/tales?q=king'];
/** Longer than the minute between two looks for jobs of the day. */
const LOOK_MS = 70_000;

/** `file`: by which the clock of the shifted site is set; `pid`: of its process. `cleanUps`: those that all processes have logged. */
export type JumpingPair = Pair & { file: string; pid: number; cleanUps: () => number };

const REST_MS = 5_000;

/** The clock of a process is set while it runs, forwards and backwards: nobody is signed out, pages go on. */
export async function judgeJumps({ truth, shifted, sink, checks, file, pid }: JumpingPair): Promise<void> {
  const cookies = [(await enter(sink, truth, shifted)).cookie];
  for (const seconds of JUMPS) {
    await setClock(file, seconds);
    const name = `after a jump to ${offset(seconds)} s`;
    checks.that(`${name} the clock is so`, Math.abs((await timeOf(shifted)) - Date.now() - seconds * 1_000) < 5_000);
    const person = await enter(sink, shifted, shifted);
    checks.that(`${name} registering and confirming work`, person.status === 200);
    const { status, cookie } = await signIn(shifted, person);
    checks.that(`${name} signing in works`, status === 200);
    cookies.push(person.cookie, cookie);
    const alive = await Promise.all(cookies.map(async (each) => (await isSignedIn(shifted, each)) && (await isSignedIn(truth, each))));
    checks.that(`${name} all ${cookies.length} sessions are alive at both sites`, alive.every(Boolean));
    const statuses = await Promise.all(PAGES.map(async (page) => (await fetch(shifted.origin + page)).status));
    checks.that(
      `${name} pages are answered`,
      statuses.every((each) => each === 200),
    );
    checks.that(`${name} the process is at rest`, await isAtRest(pid));
  }
}

/** The job of the day: once when it is due by the database, however often a process passes the minute in which it is due. */
export async function judgeDailyJob({ databaseUrl, shifted, checks, file, pid, cleanUps }: JumpingPair): Promise<void> {
  for (const jump of [0, YEARS_10]) {
    await setClock(file, jump);
    const before = cleanUps();
    await runSql(
      databaseUrl,
      "update graphile_worker._private_known_crontabs set known_since = now() - interval '3 days', last_execution = now() - interval '2 days'",
    );
    await wait(LOOK_MS);
    checks.that(`due by the database, a process ${offset(jump)} s ahead: done once`, cleanUps() - before === 1);
    checks.that(`a process that has been ${offset(jump)} s ahead for a minute is at rest`, await isAtRest(pid));
  }
  const before = cleanUps();
  for (let pass = 0; pass < 3; pass += 1) {
    await setClock(file, secondsToDue());
    checks.that('the clock stands before the minute of the job', new Date(await timeOf(shifted)).toISOString().slice(11, 16) === '03:16');
    await wait(12_000);
    checks.that('and passes it', new Date(await timeOf(shifted)).toISOString().slice(11, 16) === '03:17');
  }
  await setClock(file, 0);
  await wait(LOOK_MS);
  checks.that('passing its minute three times, set back between: not done again', cleanUps() === before);
  checks.that('the process is at rest', await isAtRest(pid));
}

/** Uses less than a tenth of a core. */
async function isAtRest(pid: number): Promise<boolean> {
  const before = cpuSeconds(pid);
  await wait(REST_MS);
  return cpuSeconds(pid) - before < REST_MS / 10_000;
}

/** In one step, as the process reads it at any time. Resolves when what it keeps for a second, as the Date of answers, is over. */
async function setClock(file: string, seconds: number): Promise<void> {
  await writeFile(`${file}.next`, `${offset(seconds)}\n`);
  await rename(`${file}.next`, file);
  await wait(1_500);
}

/** Seconds to ten before 3:17 UTC of tomorrow. */
function secondsToDue(): number {
  const now = new Date();
  const due = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1, 3, 17);
  return (due - now.getTime()) / 1_000 - 11.5;
}
