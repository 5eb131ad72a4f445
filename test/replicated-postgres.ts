import { chmod, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { migrate } from '#src/platform/db/migrate.ts';
import { migrateJobs } from '#src/platform/jobs/migrate-jobs.ts';
import { chooseAccounts } from '#src/platform/postgres/account.ts';
import { prepareBinaries, SHARED_COPIES } from '#src/platform/postgres/binaries.ts';
import { APP, changeOwner, OWNER, SUPERUSER } from '#src/platform/postgres/cluster.ts';
import { databaseUrl, removeSocketLink, socketFolder } from '#src/platform/postgres/cluster-access.ts';
import { clusterIn, startEmbeddedPostgres } from '#src/platform/postgres/embedded-postgres.ts';
import { startServer } from '#src/platform/postgres/server.ts';
import { MIGRATIONS, silent } from './database-server.ts';
import { runSql } from './sql.ts';

/** A server of its own, to be stopped and started by a test. */
export type ReplicatedServer = {
  /** As the role of the site. */
  url: string;
  ownerUrl: string;
  superuserUrl: string;
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts a primary with a migrated database, and a standby that streams from it. */
export async function startReplicatedPostgres(): Promise<{ primary: ReplicatedServer; standby: ReplicatedServer; stop(): Promise<void> }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'talewood-replica-'));
  // As root, the standby runs with another account and connects through this folder.
  await chmod(folder, 0o711);
  const [first, second] = [path.join(folder, 'primary'), path.join(folder, 'standby')];
  const created = await startEmbeddedPostgres({ dataDir: first, log: silent, durable: false });
  await migrate(created.url, { folder: MIGRATIONS, log: silent });
  await migrateJobs(created.url, { log: silent });
  await created.stop();
  const primary = openServer(clusterIn(first), { wal_level: 'replica', max_wal_senders: '4', synchronous_commit: 'on' });
  // A standby cannot begin with WAL of the embedded server, which has no replication.
  await primary.start();
  await primary.stop();
  const copy = clusterIn(second);
  await cp(clusterIn(first), copy, { recursive: true });
  await writeFile(path.join(copy, 'standby.signal'), '');
  const account = chooseAccounts(copy, path.dirname(copy))?.server;
  if (account) changeOwner(account, copy);
  const { searchParams } = new URL(primary.url);
  const standby = openServer(copy, {
    primary_conninfo: `host=${searchParams.get('host')} user=${SUPERUSER}`,
    ...{ wal_level: 'replica', max_wal_senders: '4', wal_retrieve_retry_interval: '100ms' },
    max_standby_streaming_delay: '100ms',
  });
  await primary.start();
  await standby.start();
  await waitForStreaming(primary);
  const stop = async () => {
    await standby.stop();
    await primary.stop();
    for (const { url } of [primary, standby]) removeSocketLink(new URL(url).searchParams.get('host') ?? '');
    await rm(folder, { recursive: true, force: true });
  };
  return { primary, standby, stop };
}

async function waitForStreaming({ superuserUrl }: ReplicatedServer): Promise<void> {
  const isStreaming = async () => (await runSql(superuserUrl, "select from pg_stat_replication where state = 'streaming'")).length > 0;
  for (const deadline = performance.now() + 30_000; !(await isStreaming()); await wait(50))
    if (performance.now() > deadline) throw new Error('The standby does not stream from the primary.');
}

function openServer(cluster: string, settings: Record<string, string>): ReplicatedServer {
  const home = path.dirname(cluster);
  const accounts = chooseAccounts(cluster, home);
  const users = accounts ? [accounts.setup, accounts.server] : [];
  const binaries = prepareBinaries(users, accounts ? SHARED_COPIES : home, () => {});
  const folder = socketFolder(cluster);
  const urlOf = (role: string) => databaseUrl(folder, role);
  let server: Awaited<ReturnType<typeof startServer>> | undefined;
  return {
    ...{ url: urlOf(APP), ownerUrl: urlOf(OWNER), superuserUrl: urlOf(SUPERUSER) },
    async start() {
      server ??= await startServer({ cluster, binaries, account: accounts?.server, durable: false, settings, log: silent });
    },
    async stop() {
      await server?.stop();
      server = undefined;
    },
  };
}
