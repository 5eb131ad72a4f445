import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { readPidFile } from '#src/platform/postgres/postmaster.ts';
import { runSql } from '#test/sql.ts';
import type { SiteProcess } from '../site-process.ts';

/** `acceptsMs`: until the database accepts connections; `answersMs`: from then until the site answers an uncached request. */
export type Killed = { name: string; acceptsMs: number; answersMs: number; pagesLost: number };

type Site = Pick<SiteProcess, 'dataDir' | 'databaseUrl' | 'origin'>;

/** Kills a child of the Postgres postmaster, which then restarts all of them. Resolves when the site works again. */
export async function killOneOfPostgres({ dataDir, databaseUrl, origin }: Site, random: () => number): Promise<Killed> {
  const server = readPidFile(path.join(dataDir, 'postgres/cluster'));
  const children = server === undefined ? [] : childrenOf(server.pid);
  const victim = children[Math.floor(random() * children.length)];
  if (victim === undefined) throw new Error('The database has no processes.');
  const witness = new pg.Client({ connectionString: databaseUrl });
  await witness.connect();
  const noticed = once(witness, 'end').catch(() => {});
  witness.on('error', () => {});
  const started = performance.now();
  process.kill(victim.pid, 'SIGKILL');
  await noticed;
  let pagesLost = 0;
  const waitUntil = async (condition: () => Promise<boolean>) => {
    while (!(await condition())) {
      if ((await statusOf(`${origin}/`)) !== 200) pagesLost += 1;
      if (performance.now() - started > LIMIT_MS) throw new Error('The database did not recover.');
      await wait(10);
    }
    return performance.now();
  };
  const accepts = await waitUntil(() => runSql(databaseUrl, 'select').then(Boolean, () => false));
  // Searches are not cached.
  const answers = await waitUntil(async () => (await statusOf(`${origin}/api/v1/tales?q=king`)) === 200);
  return { name: victim.name, acceptsMs: accepts - started, answersMs: answers - accepts, pagesLost };
}

const LIMIT_MS = 60_000;

async function statusOf(address: string): Promise<number> {
  return fetch(address).then(
    (answer) => answer.arrayBuffer().then(() => answer.status),
    () => 0,
  );
}

/** Linux only. `name`: the process title, such as `walwriter`, or role and activity of a backend. */
function childrenOf(parent: number): { pid: number; name: string }[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      const [, , parentPid] = /^\d+ \(.*\) (\S) (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
      if (Number(parentPid) !== parent) return [];
      return [
        {
          pid: Number(pid),
          name: readFileSync(`/proc/${pid}/cmdline`, 'utf8')
            .replace(/\0.*/s, '')
            .replace(/^postgres: /, '')
            .split(' ')
            .slice(0, 2)
            .join(' '),
        },
      ];
    } catch {
      return [];
    }
  });
}
