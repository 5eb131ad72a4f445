import { once } from 'node:events';
import { copyFile, mkdir, open, readdir, symlink, writeFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import type { Account } from '#src/platform/postgres/account.ts';
import { changeOwner } from '#src/platform/postgres/cluster.ts';
import { systemIdOf } from '#src/platform/postgres/wal-archive.ts';

/**
 * A folder of Postgres programs for Patroni. Ours come without pg_isready, pg_controldata and pg_basebackup: scripts with these names ask
 * the test, which does what Patroni needs of them.
 */
export type PostgresTools = { folder: string; stop(): void };

type Answer = { status: number; output?: string };
type Tool = (args: string[]) => Promise<Answer>;

/** The command of Patroni's `create_replica_methods`. */
export const COPY_PRIMARY = 'copy-primary';

/** `programs`: the folder of initdb, pg_ctl and postgres. `account`: of the servers. */
export async function createTools(
  folder: string,
  { programs, account, superuser }: { programs: string; account: Account | undefined; superuser: { user: string; password: string } },
): Promise<PostgresTools> {
  const tools: Record<string, Tool> = {
    pg_isready: async (args) => ({ status: await checkReady(option(args, '-h'), Number(option(args, '-p'))) }),
    pg_controldata: async ([data = '']) => ({ status: 0, output: await readControlData(data) }),
    [COPY_PRIMARY]: async (args) => {
      const [, host] = /\bhost=(\S+)/.exec(long(args, 'connstring')) ?? [];
      const [, port] = /\bport=(\d+)/.exec(long(args, 'connstring')) ?? [];
      await copyPrimary({ host, port: Number(port), ...superuser, database: 'postgres' }, long(args, 'datadir'), account);
      return { status: 0 };
    },
  };
  const server = net.createServer(async (socket) => {
    socket.on('error', () => {});
    const lines = createInterface({ input: socket });
    const [line] = (await once(lines, 'line')) as [string];
    const [name = '', ...args] = line.split('\t');
    const { status, output = '' } = (await tools[name]?.(args).catch((error: Error) => ({ status: 1, output: `${error.stack}\n` }))) ?? {
      status: 127,
    };
    socket.end(`${status}\n${output}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  await mkdir(folder);
  for (const name of ['initdb', 'pg_ctl', 'postgres']) await symlink(path.join(programs, name), path.join(folder, name));
  for (const name of Object.keys(tools)) {
    // Bash connects by itself; the account of the servers may not be able to run Node.
    const script = `#!/bin/bash
exec 3<>/dev/tcp/127.0.0.1/${port} || exit 2
(IFS=$'\\t'; printf '%s\\n' "${name}"$'\\t'"$*" >&3)
read -r status <&3
cat <&3
exit "\${status:-2}"
`;
    await writeFile(path.join(folder, name), script, { mode: 0o755 });
  }
  return { folder, stop: () => void server.close() };
}

const option = (args: string[], name: string) => args[args.indexOf(name) + 1] ?? '';
const long = (args: string[], name: string) => args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3) ?? '';

/** As pg_isready: 0 accepts connections, 1 is starting or stopping, 2 does not answer. */
async function checkReady(host: string, port: number): Promise<number> {
  const client = new pg.Client({ host: host || '127.0.0.1', port, user: 'nobody', database: 'postgres', connectionTimeoutMillis: 3_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return 0;
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (code === '57P03') return 1;
    // Any other answer of Postgres, such as that of a wrong password.
    return /^[0-9A-Z]{5}$/.test(code) ? 0 : 2;
  }
}

const STATES = [
  'starting up',
  'shut down',
  'shut down in recovery',
  'shutting down',
  'in crash recovery',
  'in archive recovery',
  'in production',
];

/** The lines of pg_controldata that Patroni reads. Offsets: ControlFileData of Postgres 18 on 64-bit machines (pg_control.h). */
async function readControlData(data: string): Promise<string> {
  const file = await open(path.join(data, 'global/pg_control'));
  try {
    const { buffer } = await file.read(Buffer.alloc(512), 0, 512, 0);
    const position = (at: number) => {
      const lsn = buffer.readBigUInt64LE(at);
      return `${(lsn >> 32n).toString(16)}/${(lsn & 0xffffffffn).toString(16)}`.toUpperCase();
    };
    const lines: [string, string | number][] = [
      ['Database system identifier', await systemIdOf(data)],
      ['pg_control version number', buffer.readUInt32LE(8)],
      ['Catalog version number', buffer.readUInt32LE(12)],
      ['Database cluster state', STATES[buffer.readUInt32LE(16)] ?? ''],
      ['Latest checkpoint location', position(32)],
      ["Latest checkpoint's REDO location", position(40)],
      ["Latest checkpoint's TimeLineID", buffer.readUInt32LE(48)],
      ['Minimum recovery ending location', position(136)],
      ["Min recovery ending loc's timeline", buffer.readUInt32LE(144)],
      ['wal_log_hints setting', buffer.readUInt8(176) === 1 ? 'on' : 'off'],
      ['max_connections setting', buffer.readInt32LE(180)],
      ['max_worker_processes setting', buffer.readInt32LE(184)],
      ['max_wal_senders setting', buffer.readInt32LE(188)],
      ['max_prepared_xacts setting', buffer.readInt32LE(192)],
      ['max_locks_per_xact setting', buffer.readInt32LE(196)],
      ['Data page checksum version', 1],
    ];
    return lines.map(([name, value]) => `${`${name}:`.padEnd(38)}${value}\n`).join('');
  } finally {
    await file.close();
  }
}

/** Contents that a copy must not have, as pg_basebackup leaves them out. */
const EMPTIED = ['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'];
const LEFT_OUT = ['postmaster.pid', 'postmaster.opts', 'standby.signal', 'recovery.signal', 'backup_label', 'pg_control'];

/** Copies the running primary, as pg_basebackup does. The WAL of the copy is streamed afterwards. */
async function copyPrimary(primary: pg.ClientConfig, target: string, account: Account | undefined): Promise<void> {
  const client = new pg.Client(primary);
  await client.connect();
  try {
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    const source = rows[0]?.data_directory ?? '';
    await client.query("select pg_backup_start('copy', true)");
    await mkdir(target, { recursive: true, mode: 0o700 });
    await copyFolder(source, target);
    await copyFile(path.join(source, 'global/pg_control'), path.join(target, 'global/pg_control'));
    await mkdir(path.join(target, 'pg_wal/archive_status'));
    const { rows: ends } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    await writeFile(path.join(target, 'backup_label'), ends[0]?.labelfile ?? '');
    if (account) changeOwner(account, target);
  } finally {
    await client.end();
  }
}

async function copyFolder(source: string, target: string): Promise<void> {
  for (const entry of await readdir(source, { withFileTypes: true })) {
    const [from, to] = [path.join(source, entry.name), path.join(target, entry.name)];
    if (entry.isDirectory()) {
      await mkdir(to, { mode: 0o700 });
      if (!EMPTIED.includes(entry.name)) await copyFolder(from, to);
    } else if (!LEFT_OUT.includes(entry.name)) {
      // A table may be dropped meanwhile.
      await copyFile(from, to).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
    }
  }
}
