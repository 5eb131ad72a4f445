import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { retryJobsNow } from '#test/jobs.ts';
import { runSql } from '#test/sql.ts';
import { addUser } from '#test/users.ts';
import type { Figure } from '../figures.ts';
import { type SiteProcess, startSiteProcess } from '../site-process.ts';
import { median } from '../stats.ts';
import { createRandom } from '../vocabulary.ts';
import { createEditClient } from './edit-client.ts';
import { type Journal, openJournal } from './edit-journal.ts';
import { type FaultOptions, type FaultResult, none } from './fault-run.ts';
import { type Killed, killOneOfPostgres } from './kill-postgres.ts';
import { agePartialFiles, listLeftFiles, type Verdict, verifyEdits } from './verify-edits.ts';

const CLIENTS = 8;
/** Per kill: 2,000 for 50 kills. */
const WRITES = 40;
/** Kills of database processes, after those of the site. */
const DATABASE_KILLS = 10;
const SWEEP_LIMIT_MS = 60_000;

const SETTINGS = { TRUSTED_PROXIES: '127.0.0.1,::1', SECRET: 'a secret that is the same after each start' };

/** R01 and R02: kill -9 of the site, and then of its database, at random times while eight editors write. */
export async function runEdits({ kills, seed, say }: FaultOptions): Promise<FaultResult> {
  const random = createRandom(seed);
  const writes = WRITES * kills;
  const journal = openJournal();
  const verdict: Verdict = { lost: [], half: [], strays: [] };
  let site = await startSiteProcess({ env: SETTINGS });
  try {
    const clients = await openClients(site, journal, random);
    const starts: number[] = [];
    const verify = async () => add(verdict, await verifyEdits(site, journal), say);
    for (let kill = 1; kill <= kills; kill += 1) {
      const most = Math.ceil((2 * (writes - journal.answered)) / (kills - kill + 1));
      await during(clients, () => passWrites(journal, 1 + Math.floor(random() * Math.max(1, most)), random() * 15).then(site.crash));
      site = await startSiteProcess({ env: SETTINGS, from: site });
      starts.push(site.startMs);
      await verify();
      if (kill % 10 === 0) say(`${kill} kills, ${journal.answered} writes answered`);
    }
    await during(clients, () => passWrites(journal, Math.max(0, writes - journal.answered), 0));
    await verify();
    const killed: Killed[] = [];
    for (let kill = 1; kill <= DATABASE_KILLS; kill += 1) {
      await during(clients, async () => {
        await passWrites(journal, 10 + Math.floor(random() * 30), random() * 15);
        killed.push(await killOneOfPostgres(site, random));
      });
      await verify();
    }
    say(`processes of the database that were killed: ${killed.map(({ name }) => name).join(', ')}`);
    return {
      figures: [
        ...figuresOf(journal, verdict, writes),
        ...startFigures(kills, starts),
        ...databaseFigures(killed),
        ...(await sweep(site, say)),
      ],
    };
  } finally {
    await site.stop();
  }
}

type Work = (signal: AbortSignal) => Promise<void>;

async function openClients({ databaseUrl, origin }: SiteProcess, journal: Journal, random: () => number): Promise<Work[]> {
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  const users = [];
  for (let n = 0; n < CLIENTS; n += 1) users.push(await addUser(database, { email: `editor-${n}@tales.example`, role: 'admin' }));
  await database.end();
  return users.map((user, n) => createEditClient({ origin, n, user, random, journal }));
}

/** Runs all clients until `fault` is over. */
async function during(clients: Work[], fault: () => Promise<void>): Promise<void> {
  const over = new AbortController();
  const working = Promise.all(clients.map((work) => work(over.signal)));
  await fault().finally(() => over.abort());
  await working;
}

/** Waits for a number of confirmed writes, and then for `ms` with requests in flight. */
async function passWrites(journal: Journal, count: number, ms: number): Promise<void> {
  const until = journal.answered + count;
  while (journal.answered < until) await wait(2);
  await wait(ms);
}

function add(verdict: Verdict, found: Verdict, say: FaultOptions['say']): void {
  for (const part of ['lost', 'half', 'strays'] as const) {
    for (const what of found[part]) say(`${part}: ${what}`);
    verdict[part].push(...found[part]);
  }
}

function figuresOf(journal: Journal, { lost, half, strays }: Verdict, writes: number): Figure[] {
  return [
    { name: 'writes that were answered with 2xx', value: journal.answered, unit: '', limit: { least: writes } },
    none('of them lost, or not whole', lost.length),
    none('halves of tales, accounts and counts', half.length),
    none('writes refused that nobody else had touched', journal.refused.length),
    none('folders of pictures that no row knows', strays.length),
  ];
}

function startFigures(kills: number, starts: number[]): Figure[] {
  return [
    { name: 'kill -9 of the site', value: kills, unit: '' },
    { name: 'from its next start to its first page', value: median(starts) / 1_000, unit: 's', limit: { most: 2 } },
    { name: 'the slowest of them', value: Math.max(...starts) / 1_000, unit: 's' },
  ];
}

function databaseFigures(killed: Killed[]): Figure[] {
  const slowest = (msOf: (each: Killed) => number) => Math.max(...killed.map(msOf)) / 1_000;
  return [
    { name: 'kill -9 of processes of the database', value: killed.length, unit: '' },
    { name: 'until it accepts again, slowest', value: slowest(({ acceptsMs }) => acceptsMs), unit: 's' },
    {
      name: 'from then until the site asks it again, slowest',
      value: slowest(({ answersMs }) => answersMs),
      unit: 's',
      limit: { most: 5 },
    },
    {
      name: 'times the home page could not be drawn meanwhile, changed by an editor just before',
      value: killed.reduce((sum, { pagesLost }) => sum + pagesLost, 0),
      unit: '',
    },
  ];
}

/** Checks that interrupted uploads are deleted after an hour, which is skipped in the database and in the folder. */
async function sweep({ databaseUrl, dataDir }: SiteProcess, say: FaultOptions['say']): Promise<Figure[]> {
  const open = () => runSql(databaseUrl, 'select id from media where ready_at is null');
  const before = await open();
  await runSql(databaseUrl, "update media set upload_started_at = upload_started_at - interval '2 hours' where ready_at is null");
  await agePartialFiles(dataDir);
  const until = performance.now() + SWEEP_LIMIT_MS;
  while ((await open()).length + (await listLeftFiles(dataDir)).length > 0 && performance.now() < until) {
    await retryJobsNow(databaseUrl);
    await wait(200);
  }
  const left = await listLeftFiles(dataDir);
  for (const file of left) say(`left: ${file}`);
  return [
    { name: 'uploads that a kill has cut off for good', value: before.length, unit: '' },
    none('of them in the store after their hour', (await open()).length + left.length),
  ];
}
