import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { readPidFile } from '#src/platform/postgres/postmaster.ts';
import { runSql } from '#test/sql.ts';
import type { SiteProcess } from '../site-process.ts';

/** `acceptsMs`: until the database takes connections again; `answersMs`: from then until the site answers what only the database knows. */
export type Killed = { name: string; acceptsMs: number; answersMs: number; pagesLost: number };

type Site = Pick<SiteProcess, 'dataDir' | 'databaseUrl' | 'origin'>;

/** Kills one of the children of the database's first process, which then begins anew. Resolves when all is well again. */
export async function killOneOfPostgres({ dataDir, databaseUrl, origin }: Site, random: () => number): Promise<Killed> {
  const server = readPidFile(path.join(dataDir, 'postgres/cluster'));
  const children = server === undefined ? [] : childrenOf(server.pid);
  const victim = children[Math.floor(random() * children.length)];
  if (victim === undefined) throw new Error('The database has no processes.');
  const witness = new pg.Client({ connectionString: databaseUrl });
  await witness.connect();
  const noticed = once(witness, 'end').catch(() => {});
  witness.on('error', () => {});
  const began = performance.now();
  process.kill(victim.pid, 'SIGKILL');
  await noticed;
  let pagesLost = 0;
  const comesTrue = async (isSo: () => Promise<boolean>) => {
    while (!(await isSo())) {
      if ((await statusOf(`${origin}/`)) !== 200) pagesLost += 1;
      if (performance.now() - began > LIMIT_MS) throw new Error('The database does not come back.');
      await wait(10);
    }
    return performance.now();
  };
  const accepts = await comesTrue(() => runSql(databaseUrl, 'select').then(Boolean, () => false));
  // Searches are never kept.
  const answers = await comesTrue(async () => (await statusOf(`${origin}/api/v1/tales?q=king`)) === 200);
  return { name: victim.name, acceptsMs: accepts - began, answersMs: answers - accepts, pagesLost };
}

const LIMIT_MS = 60_000;

async function statusOf(address: string): Promise<number> {
  return fetch(address).then(
    (answer) => answer.arrayBuffer().then(() => answer.status),
    () => 0,
  );
}

/** Linux only, as the runs with faults are. The name is what the process says of itself: `walwriter`, a role and its work. */
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
