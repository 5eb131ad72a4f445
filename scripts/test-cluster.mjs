import fs from 'node:fs';
import { ensureBuilt } from './lib/built.mjs';
import { script } from './lib/failure.mjs';
import { ensureInstalled } from './lib/installed.mjs';
import { add, runVitest, summary } from './lib/totals.mjs';

const HELP = `Tests three sites on a database cluster: failovers, a rolling restart and upgrade, a cut network, PgBouncer in both modes. Takes about
20 minutes and needs Linux with the Debian packages patroni, etcd-server, haproxy and pgbouncer.

Usage: npm run test:cluster

Options:
  --help  Show this help

Environment:
  CLUSTER_FAILOVERS  Number of failovers (default: 10)
  PGBOUNCER_REQUESTS  Requests through PgBouncer in each mode (default: 10000)

Example:
  CLUSTER_FAILOVERS=4 PGBOUNCER_REQUESTS=400 npm run test:cluster`;

/** Programs, and the Debian packages that provide them. */
const PROGRAMS = {
  '/usr/bin/patroni': 'patroni',
  '/usr/bin/etcd': 'etcd-server',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/sbin/pgbouncer': 'pgbouncer',
};

await script(HELP, async () => {
  const missing = Object.keys(PROGRAMS).flatMap((program) => (fs.existsSync(program) ? [] : [PROGRAMS[program]]));
  if (missing.length > 0) {
    console.error(`Not installed: ${missing.join(', ')}. Install with: apt-get install ${missing.join(' ')}`);
    process.exitCode = 1;
    return;
  }
  await ensureInstalled();
  await ensureBuilt();
  process.env.PGBOUNCER_REQUESTS ??= '10000';
  const cluster = await runVitest(['--project=cluster']);
  const totals = add(cluster, await runVitest(['--project=unit', 'test/pgbouncer.test.ts']));
  console.log(summary(totals));
  process.exitCode = totals.failed > 0 ? 1 : 0;
});
