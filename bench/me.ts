import http from 'node:http';
import { openPool } from '#src/platform/db/pool.ts';
import { silent } from '#test/database.ts';
import { addSession, addUsers } from './accounts.ts';
import type { BenchOptions, Figure, SectionResult } from './figures.ts';
import { startSiteProcess } from './site-process.ts';
import { median, percentile, timeRuns } from './stats.ts';

/** The current user: sequential HTTP requests on one connection, with a thousand users in the database. */
export async function benchMe({ quick, say }: BenchOptions): Promise<SectionResult> {
  const site = await startSiteProcess();
  const pool = openPool(site.databaseUrl, { log: silent });
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const emails = await addUsers(pool, 1_000);
    const cookies = await Promise.all(emails.slice(0, 200).map((email) => addSession(pool, email)));
    const runs = quick ? { runs: 200, warmUp: 100 } : { runs: 5_000, warmUp: 1_000 };
    const ask = (cookie: string) => fetchMe(site.origin, agent, cookie);
    const signedIn = await timeRuns(async (run) => {
      if ((await ask(cookies[run % cookies.length] ?? '')) === null) throw new Error('A logged-in user was not recognized.');
    }, runs);
    const signedOut = await timeRuns(() => ask(''), runs);
    const figures: Figure[] = [
      { name: 'signed in, p50', unit: 'ms', value: median(signedIn), limit: { most: 5 } },
      { name: 'signed in, p95', unit: 'ms', value: percentile(signedIn, 0.95) },
      { name: 'without a cookie, p50', unit: 'ms', value: median(signedOut) },
    ];
    for (const { name, value, unit } of figures) say(`${name}: ${value.toFixed(2)} ${unit}`);
    return { figures };
  } finally {
    agent.destroy();
    await pool.end();
    await site.stop();
  }
}

function fetchMe(origin: string, agent: http.Agent, cookie: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = http.get(`${origin}/api/v1/me`, { agent, headers: cookie === '' ? {} : { cookie } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve((JSON.parse(text) as { person: unknown }).person));
      response.on('error', reject);
    });
    request.on('error', reject);
  });
}
