/** Screens that follow the changes of what they list. Browser-safe. */
import { useEffect, useRef } from 'react';
import { useAuthState } from './current-user.ts';
import { type Channel, joinChannel } from './realtime-client.ts';

/** Gets the ids of changed rows; null: any may have changed. A rejection is tried again. */
type OnChanged = (ids: ReadonlySet<string> | null) => Promise<unknown>;

/** Changes that come together are fetched together. */
const DELAY_MS = 300;
/** Without a connection, such as behind a proxy that refuses WebSockets, screens ask this often. */
const POLL_MS = 15_000;
const MAX_RETRY_MS = 15_000;

type Watched = { channel: Channel; watchers: Set<Watcher>; poll: ReturnType<typeof setInterval>; isJoined: boolean };
type Watcher = ReturnType<typeof createWatcher>;

const watched = new Map<string, Watched>();

/**
 * Calls `onChanged` after changes of `changes:{what}`, and when some may have been missed; null: never. Only while the page is visible
 * and somebody is signed in: a page with unsaved input outlasts its session.
 */
export function useChanges(what: string | null, onChanged: OnChanged): void {
  const latest = useRef(onChanged);
  const isOut = useAuthState().status === 'out';
  useEffect(() => {
    latest.current = onChanged;
  });
  useEffect(() => (what === null || isOut ? undefined : watchChanges(`changes:${what}`, (ids) => latest.current(ids))), [what, isOut]);
}

/** Watches a channel. Returns a function that ends it. Several watchers share the channel. */
export function watchChanges(name: string, onChanged: OnChanged, join = joinChannel): () => void {
  const watcher = createWatcher(onChanged);
  const found = watched.get(name) ?? watch(name, join);
  found.watchers.add(watcher);
  const onVisible = () => document.visibilityState === 'visible' && watcher.note(null);
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    document.removeEventListener('visibilitychange', onVisible);
    watcher.end();
    found.watchers.delete(watcher);
    if (found.watchers.size > 0 || watched.get(name) !== found) return;
    end(name, found);
    found.channel.leave();
  };
}

function watch(name: string, join: typeof joinChannel): Watched {
  const watchers = new Set<Watcher>();
  const noteAll = (ids: readonly string[] | null) => {
    for (const watcher of watchers) watcher.note(ids);
  };
  const channel = join(name, {
    onJoined: () => {
      made.isJoined = true;
      noteAll(null);
    },
    onEvent: (_, data) => noteAll((data as { ids: string[] | null }).ids),
    onDisconnect: () => {
      made.isJoined = false;
    },
    onLeft: () => end(name, made),
  });
  const poll = setInterval(() => made.isJoined || noteAll(null), POLL_MS);
  const made: Watched = { channel, watchers, poll, isJoined: false };
  watched.set(name, made);
  return made;
}

function end(name: string, ended: Watched): void {
  clearInterval(ended.poll);
  if (watched.get(name) === ended) watched.delete(name);
}

/** Collects changes and calls back once at a time. */
function createWatcher(onChanged: OnChanged) {
  let ids: Set<string> | null = new Set();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWanted = false;
  let isRunning = false;
  let isEnded = false;
  let failures = 0;

  const start = (delay: number) => {
    if (isEnded || isRunning || timer !== undefined) return;
    timer = setTimeout(() => void run(), delay);
  };
  const run = async () => {
    timer = undefined;
    // Becoming visible starts it again.
    if (document.visibilityState === 'hidden') return;
    const changed = ids;
    ids = new Set();
    isWanted = false;
    isRunning = true;
    try {
      await onChanged(changed);
      failures = 0;
    } catch {
      failures += 1;
      ids = null;
      isWanted = true;
    }
    isRunning = false;
    if (isWanted) start(failures === 0 ? DELAY_MS : Math.min(1_000 * 2 ** failures, MAX_RETRY_MS));
  };

  return {
    note(changed: readonly string[] | null): void {
      if (changed === null || ids === null) ids = null;
      else for (const id of changed) ids.add(id);
      isWanted = true;
      start(DELAY_MS);
    },
    end(): void {
      isEnded = true;
      clearTimeout(timer);
    },
  };
}
