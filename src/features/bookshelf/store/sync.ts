/** Sends what waits to the server, and fetches what other devices did. One request at a time. Browser-safe. */

import { ACCOUNT_HEADER } from '#src/features/accounts/components/mark-of.ts';
import { urls } from '#src/urls.ts';
import type { Bookshelf, Change, ChangesAnswer } from '../contract.ts';
import { type KeptState, readKept, updateKept } from './kept-state.ts';

const MOST = 200;
const SOON_MS = 400;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** What the browser still sends from a page that closes is 64 KB at most. */
const LAST_WORDS = 60_000;
/** No answer for so long is none. */
const PATIENCE_MS = 30_000;

let running: Promise<void> | undefined;
let wait = 0;
let most = MOST;
let timer: ReturnType<typeof setTimeout> | undefined;
/** When the timer ends. What is urgent does not wait for what is not. */
let due = Number.POSITIVE_INFINITY;
let events: SyncEvents = { onRefused: () => {}, onOut: () => {} };
/** How far the server's clock is ahead of ours; behind does not matter, as it takes later times for now. */
let ahead = 0;

/** `onRefused`: changes were rolled back. `onOut`: the owner of what is kept is not who is logged in. */
export type SyncEvents = { onRefused: () => void; onOut: () => void };

export function startSync(started: SyncEvents): void {
  events = started;
  const leaving = () => {
    if (readKept().queue.length > 0) void syncNow();
  };
  addEventListener('online', () => void syncNow());
  addEventListener('pagehide', leaving);
  document.addEventListener('visibilitychange', () => (document.visibilityState === 'visible' ? void syncNow() : leaving()));
}

/** Milliseconds, as the server counts them. */
export function serverNow(): number {
  return Date.now() + ahead;
}

export function syncSoon(ms = SOON_MS): void {
  const pause = Math.max(ms, wait);
  if (Date.now() + pause >= due) return;
  clearTimeout(timer);
  due = Date.now() + pause;
  timer = setTimeout(syncNow, pause);
}

/** Sends everything that waits, or asks what is new when nothing does. Resolves when that is done, or has failed. */
export function syncNow(): Promise<void> {
  stopTimer();
  running ??= sync().finally(() => {
    running = undefined;
  });
  return running;
}

async function sync(): Promise<void> {
  let verdict: Verdict = 'done';
  while (verdict === 'done') {
    verdict = await exchange().catch((): Verdict => 'later');
    wait = verdict === 'later' ? Math.min(Math.max(FIRST_WAIT_MS, wait * 2), LONGEST_WAIT_MS) : 0;
    if (verdict === 'done' && readKept().queue.length === 0) return;
  }
  if (verdict !== 'later') return;
  stopTimer();
  syncSoon();
}

function stopTimer(): void {
  clearTimeout(timer);
  due = Number.POSITIVE_INFINITY;
}

async function exchange(): Promise<Verdict> {
  const { owner, queue, tag } = readKept();
  if (owner === null) return 'out';
  const sent = queue.slice(0, most);
  const answer = await (sent.length > 0 ? post(sent, owner) : get(tag, owner));
  ahead = Math.max(0, Date.parse(answer.headers.get('date') ?? '') - Date.now() || 0);
  // What nobody reads would keep the connection.
  if (!answer.ok) void answer.body?.cancel();
  return take(answer, sent, owner);
}

type Verdict = 'done' | 'later' | 'out';

function get(tag: string | undefined, owner: string): Promise<Response> {
  const headers = { [ACCOUNT_HEADER]: owner, ...(tag && { 'if-none-match': tag }) };
  return fetch(urls.api('/bookshelf'), { headers, signal: AbortSignal.timeout(PATIENCE_MS) });
}

function post(changes: readonly Change[], owner: string): Promise<Response> {
  const body = JSON.stringify({ changes });
  return fetch(urls.api('/bookshelf/changes'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', [ACCOUNT_HEADER]: owner },
    body,
    keepalive: body.length < LAST_WORDS,
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
}

async function take(answer: Response, sent: readonly Change[], owner: string): Promise<Verdict> {
  // Signed out, or somebody else is signed in: what waits goes on waiting.
  if (answer.status === 401 || answer.status === 403) {
    events.onOut();
    return 'out';
  }
  if (answer.status >= 500 || answer.status === 429 || answer.status === 408) return 'later';
  if (answer.status === 304) return 'done';
  if (!answer.ok) return giveUp(sent, owner);
  if (sent.length === 0) {
    const base = (await answer.json()) as Bookshelf;
    const tag = answer.headers.get('etag') ?? undefined;
    update(owner, (state) => ({ ...state, base, tag }));
    return 'done';
  }
  const { bookshelf, refused } = (await answer.json()) as ChangesAnswer;
  update(owner, (state) => ({ ...state, base: bookshelf, tag: undefined, queue: without(state.queue, sent) }));
  if (refused.length > 0) events.onRefused();
  most = readKept().queue.length > 0 ? most : MOST;
  return 'done';
}

/** The server will never take these. Of many it may be one alone: then each is sent by itself. */
function giveUp(sent: readonly Change[], owner: string): Verdict {
  if (sent.length > 1) most = 1;
  else {
    update(owner, (state) => ({ ...state, queue: without(state.queue, sent) }));
    if (sent.length > 0) events.onRefused();
  }
  return 'done';
}

/** Someone else may have come meanwhile. */
function update(owner: string, change: (state: KeptState) => KeptState): void {
  updateKept((state) => (state.owner === owner ? change(state) : state));
}

function without(queue: Change[], sent: readonly Change[]): Change[] {
  const gone = new Set(sent.map((change) => JSON.stringify(change)));
  return queue.filter((change) => !gone.has(JSON.stringify(change)));
}
