import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { capture, send, startBareServer } from './cached.ts';
import type { BenchOptions, Figure, SectionResult } from './figures.ts';
import { root } from './machine.ts';
import { PAGES } from './pages.ts';
import { endProcess, freePort, startWebProcesses, waitForPage } from './site-process.ts';
import { median } from './stats.ts';

/** Milliseconds of the processor in each 100 ms for each measured process, so that the load generator is never the bottleneck. */
const SHARE_MS = 25;
const CGROUPS = '/sys/fs/cgroup';
const GROUP = 'talewood-bench-';

/** `rates`: requests/s of each round. */
type Server = { origin: string; pids: number[]; rates: number[]; stop(): Promise<void> | void };

/**
 * Compares cached pages of one and of two web processes, of the nginx of deploy/nginx in front of the site, and of a bare Node server with
 * nginx that sends the same bytes from files. Each process has the same share of the processor. Needs root, Linux and nginx.
 */
export async function benchNginx({ quick, say }: BenchOptions): Promise<SectionResult> {
  const folder = cgroupFolder();
  if (folder === undefined || spawnSync('nginx', ['-v']).status !== 0) {
    say('skipped: needs nginx, and root for control groups');
    return { figures: [], words: ['skipped: needs nginx, and root for control groups'] };
  }
  const open: Server[] = [];
  const add = (server: Omit<Server, 'rates'>) => {
    open.push({ ...server, rates: [] });
    for (const pid of server.pids) limitProcess(folder, pid);
    return open.at(-1) as Server;
  };
  try {
    const site = add(await startSite(1));
    const two = add(await startSite(2));
    const { pid, ...bareServer } = await startBareServer(site.origin);
    const bare = add({ ...bareServer, pids: [pid] });
    const files = add(await startNginx((port, dir) => filesConfig(site.origin, port, dir)));
    const cache = add(await startNginx((port, dir) => cacheConfig(site.origin, port, dir)));
    const figures: Figure[] = [];
    for (const [name, page] of Object.entries(PAGES)) {
      const seconds = quick ? 2 : 5;
      for (const server of open) {
        server.rates = [];
        await send(server, page, seconds);
      }
      for (let round = 0; round < (quick ? 3 : 7); round++)
        for (const server of open) server.rates.push((await send(server, page, seconds)).perSecond);
      const share = (server: Server, of: Server) => median(server.rates) / median(of.rates);
      figures.push(
        { name: `${name}, nginx with files`, unit: 'requests/s', value: median(files.rates) },
        { name: `${name}, Talewood of nginx`, unit: 'times', value: share(site, files), limit: { least: 0.8 } },
        { name: `${name}, bare node:http of nginx`, unit: 'times', value: share(bare, files) },
        { name: `${name}, cache of nginx of files`, unit: 'times', value: share(cache, files), limit: { least: 0.9 } },
        { name: `${name}, two web processes of one`, unit: 'times', value: share(two, site), limit: { least: 1.6 } },
      );
    }
    for (const { name, value, unit } of figures) say(`${name}: ${value.toFixed(2)} ${unit}`);
    return { figures };
  } finally {
    for (const { stop } of open.reverse()) await stop();
    for (const group of readdirSync(folder)) if (group.startsWith(GROUP)) rmdirSync(path.join(folder, group));
  }
}

/** Folder of the control groups for processors, version 2 or 1; undefined if they cannot be changed. */
function cgroupFolder(): string | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return [CGROUPS, `${CGROUPS}/cpu`].find(
    (folder) => existsSync(`${folder}/cpu.cfs_quota_us`) || existsSync(`${folder}/cgroup.subtree_control`),
  );
}

function limitProcess(folder: string, pid: number): void {
  const group = path.join(folder, GROUP + pid);
  mkdirSync(group);
  if (existsSync(`${group}/cpu.max`)) writeFileSync(`${group}/cpu.max`, `${SHARE_MS * 1000} 100000`);
  else writeFileSync(`${group}/cpu.cfs_quota_us`, String(SHARE_MS * 1000));
  writeFileSync(`${group}/cgroup.procs`, String(pid));
}

async function startSite(workers: number): Promise<Omit<Server, 'rates'>> {
  const { site, pids } = await startWebProcesses(workers);
  return { origin: site.origin, pids, stop: () => site.stop() };
}

/** Starts nginx as one process. `configure`: returns its servers. */
async function startNginx(configure: (port: number, dir: string) => string | Promise<string>): Promise<Omit<Server, 'rates'>> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'talewood-nginx-'));
  const port = await freePort();
  writeFileSync(
    path.join(dir, 'nginx.conf'),
    `daemon off; master_process off; pid ${dir}/pid; error_log stderr; events { worker_connections 1024; }
    http { access_log off; sendfile on; tcp_nopush on; client_body_temp_path ${dir}; proxy_temp_path ${dir}; keepalive_requests 1000000; ${await configure(port, dir)} }`,
  );
  const child = spawn('nginx', ['-p', dir, '-c', 'nginx.conf'], { stdio: ['ignore', 'ignore', 'inherit'] });
  const origin = `http://localhost:${port}`;
  const stop = async () => {
    await endProcess(child);
    await rm(dir, { recursive: true, force: true });
  };
  try {
    await waitForPage(origin, child);
  } catch (error) {
    await stop();
    throw error;
  }
  return { origin, pids: [child.pid ?? 0], stop };
}

/** The cached pages of the site as files, with their headers. */
async function filesConfig(origin: string, port: number, dir: string): Promise<string> {
  const locations = await Promise.all(
    Object.entries(PAGES).map(async ([name, page]) => {
      const { fields, body } = await capture(origin, page);
      writeFileSync(path.join(dir, name), Buffer.from(body, 'base64'));
      const headers = fields.flatMap((field, at) => (at % 2 === 0 ? [[field, fields[at + 1] ?? '']] : []));
      const added = headers.filter(([field = '']) => !/^(content-length|content-type|etag)$/i.test(field));
      const type = headers.find(([field = '']) => /^content-type$/i.test(field))?.[1];
      return `location = ${page} { types {} default_type ${JSON.stringify(type)}; root ${dir}; try_files /${name} =404;
        ${added.map(([field, value]) => `add_header ${field} ${JSON.stringify(value)};`).join('\n')} }`;
    }),
  );
  return `server { listen 127.0.0.1:${port}; ${locations.join('\n')} }`;
}

/** The file of deploy/nginx without TLS. */
function cacheConfig(origin: string, port: number, dir: string): string {
  const text = readFileSync(path.join(root, 'deploy/nginx/talewood.conf'), 'utf8');
  return text
    .replace(/^server \{\s+listen 80;.*?^\}/ms, '')
    .replaceAll(/^ *(ssl_|listen \[).*$/gm, '')
    .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
    .replaceAll('/var/cache/nginx', dir)
    .replace('127.0.0.1:3000', new URL(origin).host);
}
