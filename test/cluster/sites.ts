import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { TEST_SECRET } from '../create-test-app.ts';
import { freePort, type Site, startSite } from '../site.ts';
import { until } from './patroni.ts';
import { startProgram } from './programs.ts';

/** Three sites behind a load balancer. They share one DATA_DIR, as they would a folder or bucket. */
export type Sites = {
  /** Of the load balancer. */
  origin: string;
  sites: Site[];
  /** Stops a site as a service manager would, and starts it again. */
  restart(index: number): Promise<void>;
  /** The same with a next release, which has a migration and other scripts. */
  upgrade(index: number): Promise<void>;
  stop(): Promise<void>;
};

const ROOT = path.resolve(import.meta.dirname, '../..');
const SITES = 3;
/** More than the interval of the health checks. */
const SHUTDOWN_DELAY_MS = 2_000;

/** `env`: with the URLs of the database. */
export async function startSites({ databaseUrl, ...env }: { databaseUrl: string } & Record<string, string>): Promise<Sites> {
  const home = await mkdtemp(path.join(os.tmpdir(), 'talewood-sites-'));
  const dataDir = path.join(home, 'data');
  await mkdir(dataDir);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const ports = await Promise.all(Array.from({ length: SITES }, freePort));
  const start = (index: number, from = ROOT) =>
    startSite({
      from,
      databaseUrl,
      env: {
        ...{ PORT: String(ports[index]), PUBLIC_URL: origin },
        ...{ DATA_DIR: dataDir, SECRET: TEST_SECRET, TRUSTED_PROXIES: '127.0.0.1', SHUTDOWN_DELAY_MS: String(SHUTDOWN_DELAY_MS) },
        ...env,
      },
    });
  // The first one migrates and imports the starter library.
  const sites = [await start(0)];
  for (let index = 1; index < SITES; index += 1) sites.push(await start(index));
  let release: Promise<string> | undefined;
  const replace = async (index: number, from: string) => {
    await sites[index]?.stop();
    sites[index] = await start(index, from);
  };
  const file = path.join(home, 'haproxy.cfg');
  await writeFile(file, loadBalancer(port, ports));
  const balancer = startProgram('haproxy', ['-db', '-f', file]);
  await until('the load balancer has a site', async () => (await fetch(`${origin}/readyz`)).ok);
  return {
    origin,
    sites,
    restart: (index) => replace(index, ROOT),
    async upgrade(index) {
      release ??= makeNextRelease(path.join(home, 'release'));
      await replace(index, await release);
    },
    async stop() {
      for (const site of sites) await site.stop();
      await balancer.stop('SIGKILL');
      await rm(home, { recursive: true, force: true });
    },
  };
}

export const NEXT_VERSION = '99.0.0';
const MIGRATION = `
alter table tales add column moral text not null default '';
create table lanterns (id integer primary key);
`;

/** Copies the project, with a higher version, an expanding migration, and scripts and styles of other names. */
async function makeNextRelease(folder: string): Promise<string> {
  await mkdir(folder);
  for (const name of ['src', 'scripts', 'db', 'pages', 'public', 'library', 'dist', 'package.json'])
    await cp(path.join(ROOT, name), path.join(folder, name), { recursive: true });
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  await writeFile(path.join(folder, 'db/migrations/9999_lanterns.sql'), MIGRATION);
  const about = path.join(folder, 'package.json');
  await writeFile(about, JSON.stringify({ ...JSON.parse(await readFile(about, 'utf8')), version: NEXT_VERSION }));
  await writeFile(path.join(folder, 'dist/.built'), NEXT_VERSION);
  const renamed = (text: string) => text.replaceAll(/\b(app|first)-([\w-]{7})\.(js|css)\b/g, '$1-next$2.$3');
  const files = await readdir(path.join(folder, 'dist'), { recursive: true, withFileTypes: true });
  for (const { name, parentPath } of files.filter((entry) => entry.isFile())) {
    const file = path.join(parentPath, name);
    if (/\.(js|css|json)$/.test(name)) {
      await writeFile(file, renamed(await readFile(file, 'utf8')));
      await rename(file, path.join(parentPath, renamed(name)));
    } else if (name.endsWith('.br')) await rm(file); // Compressed bodies name the former files.
  }
  if (!files.some(({ name }) => renamed(name) !== name)) throw new Error('The build has no scripts to rename.');
  return folder;
}

function loadBalancer(port: number, ports: readonly number[]): string {
  return `
global
  maxconn 1000

defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  option redispatch

listen talewood
  bind 127.0.0.1:${port}
  option forwardfor
  option httpchk GET /readyz
  default-server check inter 500ms fall 2 rise 1
${ports.map((each, index) => `  server site-${index + 1} 127.0.0.1:${each}\n`).join('')}`;
}
