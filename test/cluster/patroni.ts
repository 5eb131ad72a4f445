import { readFileSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parse, stringify } from 'yaml';
import { type Account, chooseAccounts } from '#src/platform/postgres/account.ts';
import { prepareBinaries, SHARED_COPIES } from '#src/platform/postgres/binaries.ts';
import { freePort } from '../site.ts';
import { runSql } from '../sql.ts';
import { COPY_PRIMARY, createTools } from './postgres-tools.ts';
import { type Program, signalTree, startProgram } from './programs.ts';

/** Three Postgres servers with Patroni, etcd and HAProxy, configured by the files in deploy/patroni. */

const DEPLOY = path.resolve(import.meta.dirname, '../../deploy/patroni');
const PASSWORD = 'correct-horse-battery-9';
const NODES = 3;

type Member = { name: string; role: string; state: string; lag?: number | 'unknown' };

export type Node = {
  name: string;
  port: number;
  /** Port of Patroni's REST API. */
  rest: number;
  /** Starts Patroni, which starts Postgres. */
  start(): void;
  /** Asks for another primary. */
  switchOver(): Promise<void>;
  /** The processes of Postgres get a signal, and that of Patroni with `all`. */
  signal(name: NodeJS.Signals, which: 'postgres' | 'all'): Promise<void>;
};

export type PatroniCluster = {
  /** Leads to the primary, through HAProxy; as the role of the site. */
  url: string;
  /** All servers, as the role of the site. */
  hostsUrl: string;
  primary(): Promise<Node>;
  waitForOtherPrimary(former: Node): Promise<void>;
  /** Stops all processes, as if the network to them were cut; `thaw` continues them. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** Waits until there are a primary and two standbys, one of them synchronous. */
  waitUntilComplete(): Promise<void>;
  stop(): Promise<void>;
};

export async function startPatroniCluster(): Promise<PatroniCluster> {
  const home = await mkdtemp(path.join(os.tmpdir(), 'talewood-cluster-'));
  await chmod(home, 0o755);
  const account = chooseAccounts(home, home)?.setup;
  const { postgres } = prepareBinaries(account ? [account] : [], account ? SHARED_COPIES : home, () => {});
  const superuser = { user: 'postgres', password: PASSWORD };
  const tools = await createTools(path.join(home, 'bin'), { programs: path.dirname(postgres), account, superuser });
  const programs: Program[] = [];
  const run = (...args: Parameters<typeof startProgram>) => {
    const program = startProgram(...args);
    programs.push(program);
    return program;
  };
  const etcd = await startEtcd(home, run);
  const nodes = await Promise.all(
    Array.from({ length: NODES }, (_, index) => createNode(index + 1, { home, etcd, bin: tools.folder, account, run })),
  );
  for (const node of nodes) node.start();
  const port = await freePort();
  await startHaproxy(home, port, nodes, run);
  const admin = `postgresql://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`;
  async function primary(): Promise<Node> {
    const leader = (await members(nodes)).find(({ role }) => role === 'leader');
    const node = nodes.find(({ name }) => name === leader?.name);
    if (node === undefined) throw new Error('The cluster has no primary.');
    return node;
  }
  async function signalAll(signal: NodeJS.Signals): Promise<void> {
    for (const node of nodes) await node.signal(signal, 'all');
    for (const program of programs) if (program.isRunning()) process.kill(program.pid, signal);
  }
  const cluster: PatroniCluster = {
    url: `postgresql://talewood:${PASSWORD}@127.0.0.1:${port}/talewood`,
    hostsUrl: `postgresql://talewood:${PASSWORD}@${nodes.map((node) => `127.0.0.1:${node.port}`).join(',')}/talewood`,
    primary,
    waitForOtherPrimary: (former) => until('there is another primary', async () => (await primary()) !== former),
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    waitUntilComplete: () => waitUntilComplete(nodes),
    async stop() {
      await signalAll('SIGKILL');
      for (const program of programs) await program.stop('SIGKILL');
      tools.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
  try {
    await cluster.waitUntilComplete();
    await runSql(admin, `create role talewood login password '${PASSWORD}'`);
    await runSql(admin, 'grant pg_read_all_stats to talewood');
    await runSql(admin, 'create database talewood owner talewood');
    return cluster;
  } catch (error) {
    const log = programs.map(({ name, lines }) => `${name}\n${lines.slice(-40).join('\n')}`).join('\n\n');
    await cluster.stop();
    throw new Error(`The cluster did not start.\n${log}`, { cause: error });
  }
}

type Run = typeof startProgram;

async function startEtcd(home: string, run: Run): Promise<string> {
  const [client, peer] = [await freePort(), await freePort()];
  const [clientUrl, peerUrl] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`];
  run('etcd', [
    ...['--data-dir', path.join(home, 'etcd'), '--name', 'etcd-1'],
    ...['--listen-client-urls', clientUrl, '--advertise-client-urls', clientUrl],
    ...['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl, '--initial-cluster', `etcd-1=${peerUrl}`],
  ]);
  await until('etcd is healthy', async () => (await fetch(`${clientUrl}/health`)).ok);
  return `127.0.0.1:${client}`;
}

type NodeOptions = { home: string; etcd: string; bin: string; account: Account | undefined; run: Run };

async function createNode(number: number, { home, etcd, bin, account, run }: NodeOptions): Promise<Node> {
  const name = `postgres-${number}`;
  const folder = path.join(home, name);
  const data = path.join(folder, 'data');
  const [port, rest] = [await freePort(), await freePort()];
  const address = (own: number) => `127.0.0.1:${own}`;
  const config = parse(readFileSync(path.join(DEPLOY, 'patroni.yaml'), 'utf8'));
  const { dcs } = config.bootstrap;
  const login = (username: string) => ({ username, password: PASSWORD });
  Object.assign(config, { name, etcd3: { hosts: etcd } });
  Object.assign(config.restapi, { listen: address(rest), connect_address: address(rest), authentication: login('patroni') });
  // Our programs lack pg_rewind: a former primary with commits of its own is copied again.
  Object.assign(dcs.postgresql, { use_pg_rewind: false, remove_data_directory_on_diverged_timelines: true });
  config.bootstrap.pg_hba = config.bootstrap.pg_hba.map((line: string) => line.replace('10.0.0.0/24', '127.0.0.1/32'));
  Object.assign(config.postgresql, {
    ...{ listen: address(port), connect_address: address(port), data_dir: data, bin_dir: bin },
    authentication: { superuser: login('postgres'), replication: login('replicator'), rewind: login('rewind') },
    parameters: { ...config.postgresql.parameters, unix_socket_directories: folder },
    pgpass: path.join(folder, 'pgpass'),
    create_replica_methods: [COPY_PRIMARY],
    [COPY_PRIMARY]: { command: path.join(bin, COPY_PRIMARY) },
  });
  await mkdir(folder);
  const file = path.join(folder, 'patroni.yaml');
  await writeFile(file, stringify(config));
  if (account) await chown(folder, account.uid, account.gid);
  let patroni: Program | undefined;
  return {
    ...{ name, port, rest },
    start() {
      patroni = run('patroni', [file], { account, cwd: folder });
    },
    async switchOver() {
      const headers = { authorization: `Basic ${btoa(`patroni:${PASSWORD}`)}`, 'content-type': 'application/json' };
      const response = await fetch(`http://127.0.0.1:${rest}/switchover`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ leader: name }),
      });
      if (!response.ok) throw new Error(`No switchover: ${response.status} ${await response.text()}`);
    },
    async signal(signal, which) {
      const postmaster = Number((await readFile(path.join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0]);
      if (which === 'all' && patroni?.isRunning()) process.kill(patroni.pid, signal);
      if (postmaster > 0) await signalTree(postmaster, signal);
    },
  };
}

/** HAProxy with the deployed file, for three servers on this machine. */
async function startHaproxy(home: string, port: number, nodes: readonly Node[], run: Run): Promise<void> {
  const servers = nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} port ${node.rest}`);
  const lines = readFileSync(path.join(DEPLOY, 'haproxy.cfg'), 'utf8')
    .replaceAll('127.0.0.1:5000', `127.0.0.1:${port}`)
    .split('\n')
    .flatMap((line) => (line.startsWith('  server postgres-1') ? servers : line.startsWith('  server ') ? [] : [line]));
  const file = path.join(home, 'haproxy.cfg');
  await writeFile(file, lines.join('\n'));
  run('haproxy', ['-db', '-f', file]);
}

async function members(nodes: readonly Node[]): Promise<Member[]> {
  for (const { rest } of nodes) {
    try {
      const response = await fetch(`http://127.0.0.1:${rest}/cluster`, { signal: AbortSignal.timeout(2_000) });
      return ((await response.json()) as { members: Member[] }).members;
    } catch {
      // Stopped, or not started yet.
    }
  }
  return [];
}

async function waitUntilComplete(nodes: readonly Node[]): Promise<void> {
  await until('there are a primary and two standbys, one of them synchronous', async () => {
    const all = (await members(nodes)).filter(({ state }) => /running|streaming/.test(state));
    const standbys = all.filter(({ role, lag }) => role !== 'leader' && lag === 0);
    return all.length === NODES && standbys.length === NODES - 1 && standbys.some(({ role }) => role === 'sync_standby');
  });
}

const LIMIT_MS = 60_000;

/** Waits until the check is true. It may throw until then. */
export async function until(what: string, check: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + LIMIT_MS;
  let cause: unknown;
  do {
    try {
      if (await check()) return;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    await wait(200);
  } while (performance.now() < deadline);
  throw new Error(`Not true after ${LIMIT_MS / 1_000} s: ${what}.`, { cause });
}
