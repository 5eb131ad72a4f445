import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { findRunningPostgres } from '#src/platform/postgres/embedded-postgres.ts';
import { createTestDatabase } from './database.ts';
import { hasDatabaseServer } from './database-server.ts';

/** Starts the whole site: the real server process with a real database and the built pages. */

const root = fileURLToPath(new URL('..', import.meta.url));
const COMPILE_CACHE = path.join(root, 'node_modules/.cache/talewood/compiled');
const START_LIMIT_MS = 90_000;
const STOP_LIMIT_MS = 20_000;

export type LogLine = { level?: string; event?: string; path?: string; status?: number; msg?: string; [field: string]: unknown };

export type Site = {
  /** http://localhost and the port. */
  origin: string;
  port: number;
  pid: number;
  /** URL of the database as its owner, for SQL fixtures, assertions and a second site. */
  databaseUrl: string;
  /** DATA_DIR of the site, with its outbox of emails. */
  dataDir: string;
  /** All lines logged so far. A line that is not JSON is `{ msg }`. */
  log: LogLine[];
  /** Resolves with the first line that matches, including lines already logged. */
  logged(matches: (line: LogLine) => boolean): Promise<LogLine>;
  /** Kills the process (SIGKILL). */
  kill(): Promise<void>;
  /** Stops the site with SIGTERM and deletes its data. Resolves to the exit code. */
  stop(): Promise<number | null>;
};

type SiteOptions = {
  /** The database to use. Default: a new one on the server of the unit tests, or else one that the site starts in its folder. */
  databaseUrl?: string;
  env?: Record<string, string>;
  /** Folder of the project. */
  from?: string;
};

/** Starts a site with the starter library on a free port, and waits until it is ready. Requires a build. */
export async function startSite({ databaseUrl, env = {}, from = root }: SiteOptions = {}): Promise<Site> {
  if (!existsSync(path.join(root, 'dist/client')) || !existsSync(path.join(root, 'dist/server/server.js'))) {
    throw new Error('The site is not built: run npm run build first (npm test does).');
  }
  if (databaseUrl === undefined && hasDatabaseServer()) return startOnServer(env);
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'talewood-site-'));
  const port = env.PORT === undefined ? await freePort() : Number(env.PORT);
  const origin = `http://localhost:${port}`;
  const settings: Record<string, string> = {
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'info',
    NODE_ENV: 'production',
    WORKERS: '1',
    ...env,
  };
  if (databaseUrl !== undefined) settings.DATABASE_URL = databaseUrl;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--disable-proto=delete', 'dist/server/server.js'], {
    cwd: from,
    // Caches compiled code, as tests start dozens of sites.
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILE_CACHE, ...settings },
    // The site stops when the IPC channel closes, also if this process is killed.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const { log, logged } = collectLog(child);
  const stop = () => stopSite(child, dataDir);
  const kill = async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
  try {
    await waitUntilReady(child, logged, { origin, publicUrl: env.PUBLIC_URL ?? origin }, log);
    return { origin, port, pid: child.pid ?? 0, databaseUrl: databaseUrl ?? ownDatabase(dataDir), dataDir, log, logged, kill, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startOnServer(env: Record<string, string>): Promise<Site> {
  // Imported dynamically, because the global setup of the journeys cannot load this module.
  const { ensureLibraryTemplate } = await import('./library-template.ts');
  const database = await createTestDatabase({ template: await ensureLibraryTemplate() });
  try {
    const site = await startSite({ databaseUrl: database.ownerUrl, env });
    const stop = async () => {
      const code = await site.stop();
      await database.drop();
      return code;
    };
    return { ...site, stop };
  } catch (error) {
    await database.drop();
    throw error;
  }
}

function ownDatabase(dataDir: string): string {
  const url = findRunningPostgres(dataDir)?.url;
  if (url === undefined) throw new Error(`The site is ready, but no database runs in ${dataDir}.`);
  return url;
}

function collectLog(child: ChildProcess): Pick<Site, 'log' | 'logged'> {
  const log: LogLine[] = [];
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) throw new Error('The site was started without pipes.');
    createInterface({ input: stream }).on('line', (line) => {
      log.push(parseLine(line));
      for (const check of waiting) check();
    });
  }
  const logged = (matches: (line: LogLine) => boolean) =>
    new Promise<LogLine>((resolve) => {
      const check = () => {
        const found = log.find(matches);
        if (found === undefined) return;
        waiting.delete(check);
        resolve(found);
      };
      waiting.add(check);
      check();
    });
  return { log, logged };
}

function parseLine(line: string): LogLine {
  try {
    const parsed: unknown = JSON.parse(line);
    return parsed !== null && typeof parsed === 'object' ? (parsed as LogLine) : { msg: line };
  } catch {
    return { msg: line };
  }
}

/** Waits until the site has logged its address, which it does when it is ready. */
async function waitUntilReady(
  child: ChildProcess,
  logged: Site['logged'],
  { origin, publicUrl }: { origin: string; publicUrl: string },
  log: LogLine[],
): Promise<void> {
  const failed = new Promise<never>((_, reject) => {
    child.once('exit', (code) => reject(new Error(`The site ended with ${code} while starting.\n${formatLog(log)}`)));
    child.once('error', reject);
    AbortSignal.timeout(START_LIMIT_MS).addEventListener('abort', () =>
      reject(new Error(`The site is not ready after 90 s.\n${formatLog(log)}`)),
    );
  });
  failed.catch(() => {});
  await Promise.race([logged((line) => JSON.stringify(line).includes(publicUrl)), failed]);
  const response = await fetch(`${origin}/readyz`);
  if (response.status !== 200)
    throw new Error(`The site has logged its address but is not ready: ${response.status} ${await response.text()}`);
}

function formatLog(log: LogLine[]): string {
  return log.map((line) => JSON.stringify(line)).join('\n');
}

async function stopSite(child: ChildProcess, dataDir: string): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
    await exited;
    clearTimeout(timer);
  }
  await rm(dataDir, { recursive: true, force: true });
  return child.exitCode;
}

export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}
