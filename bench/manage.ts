import http from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { openPool } from '#src/platform/db/pool.ts';
import { silent } from '#test/database.ts';
import { addSession, addUsers } from './accounts.ts';
import { openBenchDatabase } from './database.ts';
import type { BenchOptions, Figure, SectionResult } from './figures.ts';
import { type SiteProcess, startSiteProcess } from './site-process.ts';
import { median, percentile, timeRuns } from './stats.ts';
import { makeTexts } from './vocabulary.ts';

/** A reading time of seven and a half minutes. */
const WORDS = 1_500;
const VOCABULARY = 8_000;
const TIMEOUT_MS = 10_000;

type ApiResponse = { status: number; etag: string; requestId: string; body: { tale: { id: string; slug: string } } };
type SendRequest = (method: string, path: string, body?: unknown, version?: string) => Promise<ApiResponse>;

/**
 * Response times of the admin API over HTTP, sequential requests on one connection to the real server process with a durable database (fsync
 * on), as logged by the server and as measured by the client on the same machine; and the time until another process shows an edit.
 */
export async function benchManage({ sizes, quick, keep, say }: BenchOptions): Promise<SectionResult> {
  const figures: Figure[] = [];
  for (const size of sizes.filter((each) => each <= 100_000)) {
    const database = await openBenchDatabase(size, keep, say, { durable: true });
    const log = openRequestLog();
    const first = await startSiteProcess({ databaseUrl: database.ownerUrl, onLog: log.take });
    const second = await startSiteProcess({ databaseUrl: database.ownerUrl });
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    try {
      const send = createClient(first, agent, await createEditorCookie(database.ownerUrl));
      const runs = quick ? { runs: 30, warmUp: 10 } : { runs: 300, warmUp: 150 };
      for (const [name, times] of [...(await timeActions(send, log, runs)), await timeEdits(send, second, quick ? 5 : 30)]) {
        const figure = { name, unit: 'ms', size, value: median(times), p95: percentile(times, 0.95) };
        const limit = LIMITS[name];
        say(`${size} tales, ${name}: ${figure.value.toFixed(2)} ms, 95 % within ${figure.p95.toFixed(2)} ms`);
        figures.push({ ...figure, ...(limit !== undefined && size === 100_000 && { limit: { most: limit } }) });
        if (SAVES.includes(name) && size === 100_000)
          figures.push({ name: `${name}, 95 % at 100,000 tales`, unit: 'ms', value: figure.p95, limit: { most: 25 } });
      }
    } finally {
      agent.destroy();
      await second.stop();
      await first.stop();
      await database.close();
    }
  }
  return { figures };
}

const LIST = 'list, first page';
const SAVES = ['create', 'update', 'update, its text', 'delete'];
const SEEN = 'an edit is seen on another process';
const LIMITS: Record<string, number> = { [LIST]: 5, ...Object.fromEntries(SAVES.map((name) => [name, 8])), [SEEN]: 1_000 };

async function timeActions(send: SendRequest, log: RequestLog, runs: { runs: number; warmUp: number }): Promise<[string, number[]][]> {
  const figures: [string, number[]][] = [];
  const time = async (name: string, action: (run: number) => Promise<ApiResponse>) => {
    const requests: string[] = [];
    const seen = await timeRuns(async (run) => requests.push((await action(run)).requestId), runs);
    const served = await Promise.all(requests.slice(runs.warmUp).map(log.msOf));
    figures.push([name, served], [`${name}, as it is seen`, seen]);
  };
  const texts = makeTexts(runs.runs + runs.warmUp, WORDS, VOCABULARY).map(toHtml);
  const created: ApiResponse[] = [];
  await time(LIST, () => send('GET', '/tales'));
  await time('create', async (run) => {
    const response = await send('POST', '/tales', tale(run, texts[run] ?? ''));
    created.push(response);
    return response;
  });
  const change = async (run: number, fields: object) => {
    const { body, etag } = created[run] as ApiResponse;
    const response = await send('PATCH', `/tales/${body.tale.id}`, fields, etag);
    created[run] = response;
    return response;
  };
  await time('update', (run) => change(run, { title: `The ${run}th Swan`, excerpt: 'Revised.' }));
  await time('update, its text', (run) => change(run, { content: `${texts[run]}<p>And that is all.</p>` }));
  await time('delete', (run) => send('DELETE', `/tales/${created[run]?.body.tale.id}`));
  return figures;
}

/** Returns the times from the response to an edit until the other process shows it. */
async function timeEdits(send: SendRequest, other: SiteProcess, edits: number): Promise<[string, number[]]> {
  let saved = await send('POST', '/tales', tale(0, '<p>Once.</p>'));
  const { id, slug } = saved.body.tale;
  const times: number[] = [];
  for (let edit = 1; edit <= edits; edit += 1) {
    const address = `${other.origin}/tale/${slug}`;
    await (await fetch(address)).text();
    const title = `The Swan, edition ${edit}`;
    saved = await send('PATCH', `/tales/${id}`, { title }, saved.etag);
    const started = performance.now();
    while (!(await (await fetch(address)).text()).includes(`<title>${title} `))
      if (performance.now() - started > TIMEOUT_MS) throw new Error(`The old tale is still shown after ${TIMEOUT_MS} ms.`);
    times.push(performance.now() - started);
  }
  await send('DELETE', `/tales/${id}`);
  return [SEEN, times];
}

function tale(run: number, content: string): object {
  const published = { status: 'published', source: 'Made up', rights: 'Public domain' };
  return {
    title: `A Swan of ${run}`,
    author: 'Teller 5',
    category: 'dark',
    tags: ['animals'],
    excerpt: 'Of a swan.',
    content,
    ...published,
  };
}

function toHtml(text: string): string {
  return (text.match(/(?:\S+\s*){1,60}/g) ?? []).map((paragraph) => `<p>${paragraph.trim()}</p>`).join('');
}

async function createEditorCookie(ownerUrl: string): Promise<string> {
  const pool = openPool(ownerUrl, { log: silent, max: 1 });
  try {
    // A cached database has users of the last run.
    await pool.query('delete from users');
    const [email = ''] = await addUsers(pool, 1);
    await pool.query("update users set role = 'admin' where email = $1", [email]);
    return await addSession(pool, email);
  } finally {
    await pool.end();
  }
}

function createClient({ origin }: SiteProcess, agent: http.Agent, cookie: string): SendRequest {
  return (method, path, body, version) =>
    new Promise((resolve, reject) => {
      const headers = { cookie, origin, 'content-type': 'application/json', ...(version !== undefined && { 'if-match': version }) };
      const request = http.request(`${origin}/api/v1/admin${path}`, { method, agent, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        response.on('error', reject).on('end', () => {
          const status = response.statusCode ?? 0;
          if (status >= 300) reject(new Error(`${method} ${path} returned ${status}: ${text.slice(0, 300)}`));
          else
            resolve({
              status,
              etag: String(response.headers.etag),
              requestId: String(response.headers['x-request-id']),
              body: text === '' ? {} : JSON.parse(text),
            });
        });
      });
      request.on('error', reject);
      request.end(body === undefined ? undefined : JSON.stringify(body));
    });
}

type RequestLog = { take(line: string): void; msOf(id: string): Promise<number> };

/** Collects the duration of each request from the server's log, which is written with a delay. */
function openRequestLog(): RequestLog {
  const times = new Map<string, number>();
  return {
    take(line) {
      if (!line.includes('"event":"request"')) return;
      const { id, ms } = JSON.parse(line) as { id: string; ms: number };
      times.set(id, ms);
    },
    async msOf(id) {
      const started = performance.now();
      while (!times.has(id)) {
        if (performance.now() - started > TIMEOUT_MS) throw new Error(`The log has no line of the request ${id}.`);
        await wait(10);
      }
      return times.get(id) as number;
    },
  };
}
