import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
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
  stop(): Promise<void>;
};

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
  const start = (index: number) =>
    startSite({
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
  const file = path.join(home, 'haproxy.cfg');
  await writeFile(file, loadBalancer(port, ports));
  const balancer = startProgram('haproxy', ['-db', '-f', file]);
  await until('the load balancer has a site', async () => (await fetch(`${origin}/readyz`)).ok);
  return {
    origin,
    sites,
    async restart(index) {
      await sites[index]?.stop();
      sites[index] = await start(index);
    },
    async stop() {
      for (const site of sites) await site.stop();
      await balancer.stop('SIGKILL');
      await rm(home, { recursive: true, force: true });
    },
  };
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
