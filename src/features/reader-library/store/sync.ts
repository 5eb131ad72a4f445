/** Sends pending changes to the server and fetches those of other devices, one request at a time. Browser-safe. */
import { ACCOUNT_HEADER, DEVICE_HEADER } from '#src/api-client/account-header.ts';
import { urls } from '#src/urls.ts';
import type { Bookshelf, Change, ChangesAnswer } from '../contract.ts';
import { type LibraryState, readState, updateState } from './library-state.ts';

const MAX_CHANGES = 200;
const DEBOUNCE_MS = 400;
const MIN_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;
/** `keepalive` requests are limited to 64 KB. */
const MAX_KEEPALIVE_BYTES = 60_000;
const REQUEST_TIMEOUT_MS = 30_000;

/** Name of this tab, by which it ignores the notices of its own changes. */
export const DEVICE = Math.random().toString(36).slice(2);

let running: Promise<void> | undefined;
let retryMs = 0;
let batchSize = MAX_CHANGES;
let timer: ReturnType<typeof setTimeout> | undefined;
/** An urgent sync replaces a later timer. */
let timerEndsAt = Number.POSITIVE_INFINITY;
let events: SyncEvents = { onRejected: () => {}, onSignedOut: () => {} };
/** How far the server's clock is ahead, ms. Being behind does not matter, as the server clamps later times to now. */
let clockOffset = 0;

/** `onRejected`: changes were rolled back. `onSignedOut`: the owner is no longer logged in. */
export type SyncEvents = { onRejected: () => void; onSignedOut: () => void };

export function startSync(started: SyncEvents): void {
  events = started;
  const leaving = () => {
    if (readState().queue.length > 0) void syncNow();
  };
  addEventListener('online', () => void syncNow());
  addEventListener('pagehide', leaving);
  document.addEventListener('visibilitychange', () => (document.visibilityState === 'visible' ? void syncNow() : leaving()));
}

/** Server time in milliseconds. */
export function serverNow(): number {
  return Date.now() + clockOffset;
}

export function syncSoon(ms = DEBOUNCE_MS): void {
  const pause = Math.max(ms, retryMs);
  if (Date.now() + pause >= timerEndsAt) return;
  clearTimeout(timer);
  timerEndsAt = Date.now() + pause;
  timer = setTimeout(syncNow, pause);
}

/** Sends all pending changes, or fetches new state when there are none. Resolves when done or failed. */
export function syncNow(): Promise<void> {
  stopTimer();
  running ??= sync().finally(() => {
    running = undefined;
  });
  return running;
}

/** Fetches what another device has changed. A request under way may have been answered before that. */
export async function pullBookshelf(): Promise<void> {
  await running;
  await syncNow();
}

async function sync(): Promise<void> {
  let verdict: SyncResult = 'done';
  while (verdict === 'done') {
    verdict = await sendOrFetch().catch((): SyncResult => 'later');
    retryMs = verdict === 'later' ? Math.min(Math.max(MIN_RETRY_MS, retryMs * 2), MAX_RETRY_MS) : 0;
    if (verdict === 'done' && readState().queue.length === 0) return;
  }
  if (verdict !== 'later') return;
  stopTimer();
  syncSoon();
}

function stopTimer(): void {
  clearTimeout(timer);
  timerEndsAt = Number.POSITIVE_INFINITY;
}

async function sendOrFetch(): Promise<SyncResult> {
  const { owner, queue, tag } = readState();
  if (owner === null) return 'out';
  const sent = queue.slice(0, batchSize);
  const response = await (sent.length > 0 ? post(sent, owner) : get(tag, owner));
  clockOffset = Math.max(0, Date.parse(response.headers.get('date') ?? '') - Date.now() || 0);
  // An unread body would hold the connection.
  if (!response.ok) void response.body?.cancel();
  return applyResponse(response, sent, owner);
}

type SyncResult = 'done' | 'later' | 'out';

function get(tag: string | undefined, owner: string): Promise<Response> {
  const headers = { [ACCOUNT_HEADER]: owner, ...(tag && { 'if-none-match': tag }) };
  return fetch(urls.api('/bookshelf'), { headers, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
}

function post(changes: readonly Change[], owner: string): Promise<Response> {
  const body = JSON.stringify({ changes });
  return fetch(urls.api('/bookshelf/changes'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', [ACCOUNT_HEADER]: owner, [DEVICE_HEADER]: DEVICE },
    body,
    keepalive: body.length < MAX_KEEPALIVE_BYTES,
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
}

async function applyResponse(response: Response, sent: readonly Change[], owner: string): Promise<SyncResult> {
  // Logged out, or another account: pending changes stay queued.
  if (response.status === 401 || response.status === 403) {
    events.onSignedOut();
    return 'out';
  }
  if (response.status >= 500 || response.status === 429 || response.status === 408) return 'later';
  if (response.status === 304) return 'done';
  if (!response.ok) return dropRejected(sent, owner);
  if (sent.length === 0) {
    const base = (await response.json()) as Bookshelf;
    const tag = response.headers.get('etag') ?? undefined;
    update(owner, (state) => ({ ...state, base, tag }));
    return 'done';
  }
  const { bookshelf, refused } = (await response.json()) as ChangesAnswer;
  update(owner, (state) => ({ ...state, base: bookshelf, tag: undefined, queue: without(state.queue, sent) }));
  if (refused.length > 0) events.onRejected();
  batchSize = readState().queue.length > 0 ? batchSize : MAX_CHANGES;
  return 'done';
}

/** The server rejects these permanently. A batch is retried one change at a time to find the invalid one. */
function dropRejected(sent: readonly Change[], owner: string): SyncResult {
  if (sent.length > 1) batchSize = 1;
  else {
    update(owner, (state) => ({ ...state, queue: without(state.queue, sent) }));
    if (sent.length > 0) events.onRejected();
  }
  return 'done';
}

/** Ignores responses for an account that is no longer active. */
function update(owner: string, change: (state: LibraryState) => LibraryState): void {
  updateState((state) => (state.owner === owner ? change(state) : state));
}

function without(queue: Change[], sent: readonly Change[]): Change[] {
  const gone = new Set(sent.map((change) => JSON.stringify(change)));
  return queue.filter((change) => !gone.has(JSON.stringify(change)));
}
