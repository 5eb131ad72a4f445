import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Db, openDb } from '#src/platform/db/db.ts';
import { migrate } from '#src/platform/db/migrate.ts';
import { openPool } from '#src/platform/db/pool.ts';
import { migrateJobs } from '#src/platform/jobs/migrate-jobs.ts';
import { clusterIn, type EmbeddedPostgres, startEmbeddedPostgres } from '#src/platform/postgres/embedded-postgres.ts';
import { readPidFile } from '#src/platform/postgres/postmaster.ts';
import { MIGRATIONS, silent } from '#test/database.ts';
import { addTale, copyTale } from '#test/factories.ts';
import { addUser } from '#test/users.ts';
import { createReceiver, SITE_SECRET } from '#test/webhook-site.ts';
import { createWebhook } from './edit-webhook.ts';

const TALES = 40;
const EVENTS = 1_000;
const KILLS = ['site', 'postgres', 'both', 'site', 'postgres'] as const;
const SCRIPT = fileURLToPath(new URL('../../../test/webhook-crash-process.ts', import.meta.url));

const receiver = createReceiver();
let dataDir: string;
let postgres: EmbeddedPostgres;
let pool: ReturnType<typeof openPool>;
let db: Db;
let site: ChildProcess;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'talewood-webhooks-'));
  postgres = await startEmbeddedPostgres({ dataDir, log: silent });
  await migrate(postgres.url, { folder: MIGRATIONS, log: silent });
  await migrateJobs(postgres.url, { log: silent });
  pool = openPool(postgres.appUrl, { log: silent, max: 4, statementTimeoutMs: 20_000 });
  db = openDb(pool);
  await receiver.listen();
}, 120_000);
afterAll(async () => {
  await killSite();
  await pool.end();
  await Promise.all([postgres.stop(), receiver.close()]);
  await rm(dataDir, { recursive: true, force: true });
});

function startSite(): void {
  site = fork(SCRIPT, [postgres.appUrl, SITE_SECRET], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
}

async function killSite(): Promise<void> {
  if (site.exitCode !== null || site.signalCode !== null) return;
  site.kill('SIGKILL');
  await once(site, 'exit');
}

function killPostgres(): void {
  const { pid } = readPidFile(clusterIn(dataDir)) ?? {};
  if (pid !== undefined) process.kill(pid, 'SIGKILL');
}

/** Queries the database; again when it was killed. The killed statement may have been committed. */
async function rows(text: string): Promise<Record<string, unknown>[]> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return (await pool.query(text)).rows;
    } catch (error) {
      if (attempts === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
const countAccepted = () => new Set(receiver.requests.flatMap(({ status, headers }) => (status === 200 ? headers['webhook-id'] : []))).size;
const countEvents = async () => Number((await rows('select sum(version) as count from tales'))[0]?.count);

// The site is started several times, which is slow on a busy machine.
test('when site and database are killed, no event is lost, and those of a tale arrive in order', { timeout: 180_000 }, async () => {
  receiver.answer = () => ({ status: Math.random() < 0.5 ? 500 : 200 });
  const admin = await addUser(pool, { role: 'admin' });
  const input = { url: receiver.url, description: '', events: ['tale.published' as const, 'tale.updated' as const] };
  await createWebhook({ db, secret: SITE_SECRET, allowPrivateWebhooks: true }, admin.id, input);
  const { id } = await addTale(db);
  await copyTale(pool, id, TALES - 1);

  startSite();
  for (const [index, killed] of KILLS.entries()) {
    const share = ((index + 1) * EVENTS) / (KILLS.length + 1);
    while ((await countEvents()) < share) await rows('update tales set version = version + 1');
    // A few events before the end of what there is.
    await expect.poll(() => countAccepted(), { interval: 1, timeout: 60_000 }).toBeGreaterThan(share * 0.8);
    if (killed !== 'site') killPostgres();
    if (killed !== 'postgres') {
      await killSite();
      startSite();
    }
  }
  while ((await countEvents()) < EVENTS) await rows('update tales set version = version + 1');
  await expect.poll(() => rows("select from webhook_deliveries where status = 'waiting'"), { timeout: 60_000 }).toEqual([]);

  const accepted = receiver.requests.filter(({ status }) => status === 200);
  const seen = new Set<string>();
  const events = accepted.filter(({ headers: { 'webhook-id': event = '' } }) => !seen.has(event) && seen.add(event));
  const arrived = Map.groupBy(events, ({ data }) => data.id);
  const tales = await rows('select id, version from tales');
  expect(tales).toHaveLength(TALES);
  for (const tale of tales)
    expect(arrived.get(tale.id)?.map(({ data }) => data.version)).toEqual(Array.from({ length: Number(tale.version) }, (_, n) => n + 1));
  expect(events.length).toBe(await countEvents());
  expect(events.length).toBeGreaterThanOrEqual(EVENTS);
  // What was under way may be sent twice.
  expect(accepted.length - events.length).toBeLessThanOrEqual(4 * KILLS.length);
  expect(await rows('select status, count(*) from webhook_deliveries group by status')).toEqual([
    { status: 'delivered', count: events.length },
  ]);
  expect(receiver.requests.length).toBeGreaterThan(1.5 * EVENTS);
});
