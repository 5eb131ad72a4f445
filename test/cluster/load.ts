import { setTimeout as wait } from 'node:timers/promises';

/** Readers and writers that send requests until they are stopped. */

/** `page`: in the cache of the site; `file`: a script or style of such a page; `search`: read from the database; `write`: creates a tale. Times in ms of `performance.now()`. */
export type Sent = { kind: 'page' | 'file' | 'search' | 'write'; from: number; to: number; status: number; text: string };

export type Load = {
  sent: Sent[];
  /** Titles of the tales whose creation was acknowledged. */
  acknowledged: string[];
  stop(): Promise<void>;
};

const PAGES = ['/', '/tale/rapunzel', '/tale/the-frog-king', '/author/the-brothers-grimm', '/categories', '/collections'];
const FILES = [/\/assets\/app-[\w-]+\.js/, /\/assets\/app-[\w-]+\.css/, /\/assets\/first-[\w-]+\.js/];
const READERS = 3;
const PAUSE_MS = 40;
const TIMEOUT_MS = 20_000;

/** `tale`: the body of a request that creates one; `cookie`: of an administrator. */
export function startLoad(origin: string, { cookie, tale }: { cookie: string; tale: object }): Load {
  const stopped = new AbortController();
  const sent: Sent[] = [];
  const acknowledged: string[] = [];
  async function send(kind: Sent['kind'], path: string, init: RequestInit = {}): Promise<{ status: number; text: string }> {
    const from = performance.now();
    const { status, text } = await fetch(origin + path, { ...init, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
      async (response) => ({ status: response.status, text: await response.text() }),
      (error: Error) => ({ status: 0, text: String(error.cause ?? error) }),
    );
    const isWrong = status !== 200 && status !== 201;
    sent.push({ kind, from, to: performance.now(), status, text: isWrong ? text.slice(0, 200) : '' });
    return { status, text };
  }
  async function read(): Promise<void> {
    for (let turn = 0; !stopped.signal.aborted; turn += 1) {
      const { text } = await send('page', PAGES[turn % PAGES.length] ?? '/');
      const [file] = FILES[turn % FILES.length]?.exec(text) ?? [];
      if (file !== undefined) await send('file', file);
      await wait(PAUSE_MS);
    }
  }
  async function search(): Promise<void> {
    for (let turn = 0; !stopped.signal.aborted; turn += 1) {
      await send('search', `/tales?q=wolf+x${turn}`);
      await wait(PAUSE_MS);
    }
  }
  async function write(): Promise<void> {
    const headers = { cookie, origin, 'content-type': 'application/json' };
    for (let turn = 0; !stopped.signal.aborted; turn += 1) {
      const title = `Written in turn ${turn}`;
      const { status } = await send('write', '/api/v1/admin/tales', { method: 'POST', headers, body: JSON.stringify({ ...tale, title }) });
      if (status === 201) acknowledged.push(title);
      await wait(PAUSE_MS);
    }
  }
  const running = [write(), search(), ...Array.from({ length: READERS }, read)];
  return {
    sent,
    acknowledged,
    async stop() {
      stopped.abort();
      await Promise.all(running);
    },
  };
}

/** The longest time after `from` in which no request of this kind was answered as it should be, in ms. */
export function longestGap(sent: readonly Sent[], kind: Sent['kind'], from: number, until: number): number {
  const times = sent.filter((each) => each.kind === kind && isAnswered(each) && each.to > from && each.to < until).map(({ to }) => to);
  return Math.max(...[...times, until].map((to, index) => to - (times[index - 1] ?? from)));
}

/** From the first to the last failed answer of this kind, in ms; 0 without failures. */
export function failureSpan(sent: readonly Sent[], kind: Sent['kind'], from: number): number {
  const failures = sent.filter((each) => each.kind === kind && !isAnswered(each) && each.to > from);
  return failures.length === 0 ? 0 : Math.max(...failures.map(({ to }) => to)) - Math.min(...failures.map(({ to }) => to));
}

export function isAnswered({ status }: Sent): boolean {
  return status === 200 || status === 201;
}
