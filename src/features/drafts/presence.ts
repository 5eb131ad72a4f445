/** Who has a tale open for editing, over all processes, and what becomes of it meanwhile. */
import { randomUUID } from 'node:crypto';
import type { Db } from '#src/platform/db/db.ts';
import type { Listener } from '#src/platform/db/listen.ts';
import { AppError, notFound, unavailable } from '#src/platform/errors.ts';
import type { EventStream } from '#src/platform/http/event-stream.ts';
import type { Log } from '#src/platform/log.ts';
import { readNotice } from './presence-notice.ts';
import { addPresence, listPeople, removePresence, type Seen, seeAgain } from './presence-rows.ts';

export type PresenceDeps = {
  db: Db;
  /** Hears the channel of that name, from the first watcher on. */
  listen(channel: string, onNotice: (payload: string) => void, onReconnect: () => void): Promise<Listener>;
  log: Pick<Log, 'warn'>;
  /** Between two signs of life, ms. Those who give none for three times as long are gone. */
  beatMs?: number;
};

type Joining = {
  taleId: string;
  personId: string;
  /** Whether the person may still look; asked every second beat. */
  isAllowed(): Promise<boolean>;
};

type Watcher = Seen & { stream: EventStream; isAllowed: Joining['isAllowed']; shown: string };

export type Presence = ReturnType<typeof createPresence>;

const CHANNEL = 'talewood_presence';
const MOST_PER_PERSON = 20;

export function createPresence({ db, listen, log, beatMs = 30_000 }: PresenceDeps) {
  const watchers = new Map<string, Watcher>();
  let listening: Promise<Listener> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let beats = 0;
  let isClosed = false;

  return { join, close };

  /**
   * Lets the person watch the tale: `open` is called when that is allowed, with what to do at the end of the stream. The stream
   * gets `people` and `saved` at once, with who is there and the version that is, and again at each change. Throws 404 `unknown_tale`,
   * 429 `too_many_streams`, 503 when the process is about to end.
   */
  async function join({ taleId, personId, isAllowed }: Joining, open: (onEnd: () => void) => EventStream): Promise<void> {
    if (isClosed) throw unavailable('stopping', 2);
    listening ??= listen(CHANNEL, hear, () => void showAll());
    await listening;
    const id = randomUUID();
    const added = await addPresence(db, { id, taleId, personId, most: MOST_PER_PERSON });
    if (added === 'unknown tale') throw notFound('There is no such tale.', 'unknown_tale');
    if (added === 'too many')
      throw new AppError(429, 'too_many_streams', 'You have too many tales open.', { headers: { 'Retry-After': '60' } });
    const stream = open(() => leave(id));
    watchers.set(id, { id, taleId, personId, since: added, stream, isAllowed, shown: '' });
    if (isClosed) return stream.end();
    timer ??= setInterval(() => void beat(), beatMs).unref();
    await Promise.all([show(taleId), tellVersion(taleId, id)]).catch(() => {});
  }

  /** Ends all streams, so that the server need not wait for them, and takes no more. */
  async function close(): Promise<void> {
    isClosed = true;
    clearInterval(timer);
    const ids = [...watchers.keys()];
    for (const { stream } of [...watchers.values()]) stream.end();
    if (ids.length > 0) await removePresence(db, ids).catch(() => {});
    await (await listening)?.close();
  }

  function leave(id: string): void {
    // All at once at the end.
    if (!watchers.delete(id) || isClosed) return;
    // What cannot be removed now is too old in a moment.
    removePresence(db, [id]).catch(() => {});
  }

  function hear(payload: string): void {
    const notice = readNotice(payload);
    if (notice === undefined || !isWatched(notice.tale)) return;
    (notice.version === undefined ? show(notice.tale) : tellSaved(notice.tale, notice.version, notice.by)).catch(() => {});
  }

  /** Whoever was away hears at once what was saved meanwhile. */
  async function tellVersion(taleId: string, id: string): Promise<void> {
    const tale = await db.selectFrom('tales').select(['version', 'edited_by']).where('id', '=', taleId).executeTakeFirst();
    if (tale !== undefined) await tellSaved(taleId, tale.version, tale.edited_by, (watcher) => watcher.id === id);
  }

  async function tellSaved(taleId: string, version: number, by: string | null, isFor = (_: Watcher) => true): Promise<void> {
    const person = by === null ? undefined : await db.selectFrom('profiles').select('name').where('id', '=', by).executeTakeFirst();
    for (const { personId, stream } of watchersOf(taleId).filter(isFor)) {
      stream.send('saved', { version, edited_by: person?.name ?? null, is_me: personId === by });
    }
  }

  async function show(taleId: string): Promise<void> {
    const people = await listPeople(db, taleId, (3 * beatMs) / 1000);
    for (const watcher of watchersOf(taleId)) {
      const seen = people.map(({ id, ...person }) => ({ ...person, is_me: id === watcher.personId }));
      const text = JSON.stringify(seen);
      if (text !== watcher.shown) watcher.stream.send('people', { people: seen });
      watcher.shown = text;
    }
  }

  async function showAll(): Promise<void> {
    for (const taleId of new Set([...watchers.values()].map((watcher) => watcher.taleId))) await show(taleId).catch(() => {});
  }

  async function beat(): Promise<void> {
    beats += 1;
    for (const { stream } of watchers.values()) stream.beat();
    try {
      const asked = [...watchers.values()];
      const seen = await seeAgain(db, asked);
      // The tale or the person is gone.
      for (const { id, stream } of asked) if (!seen.has(id)) stream.end();
      if (beats % 2 === 0) await askAgain();
      await showAll();
    } catch (error) {
      log.warn({ event: 'presence_unknown', err: error }, 'Who edits what could not be written down');
    }
  }

  async function askAgain(): Promise<void> {
    for (const { stream, isAllowed } of [...watchers.values()]) if (!(await isAllowed())) stream.end();
  }

  function watchersOf(taleId: string): Watcher[] {
    return [...watchers.values()].filter((watcher) => watcher.taleId === taleId);
  }

  function isWatched(taleId: string): boolean {
    return watchersOf(taleId).length > 0;
  }
}
