/**
 * What the reader keeps, as every part of the page sees it. It is on the device first: a change shows at once, and goes to
 * the account of who is signed in when that can be reached. Nothing is asked of anyone before the page has been taken over.
 */
import { useSyncExternalStore } from 'react';
import { markOf } from '#src/features/accounts/components/mark-of.ts';
import { onMe } from '#src/features/accounts/components/me.ts';
import { toast } from '#src/ui/toast.ts';
import type { Bookshelf, Change } from '../contract.ts';
import { applyChange, EMPTY, keyOf, toChanges } from '../store/apply-change.ts';
import { NOTHING, onKept, openKept, readBookshelf, readKept, updateKept } from '../store/kept-state.ts';
import { serverNow, startSync, syncNow, syncSoon } from '../store/sync.ts';

type Untimed<One> = One extends unknown ? Omit<One, 'at'> : never;
export type Deed = Untimed<Change>;

/** Places in tales change all the time; they are sent now and then, and when the page is left. */
const NO_HURRY_MS = 15_000;
const SETTLED_MS = 3_000;

/** What `select` takes out of the bookshelf: something that stays the same while nothing has changed. */
export function useBookshelf<Selected>(select: (bookshelf: Bookshelf) => Selected): Selected {
  return useSyncExternalStore(
    onKept,
    () => select(readBookshelf()),
    () => select(EMPTY),
  );
}

/** Where the reader was in a tale. */
export function findPosition(tale: string): Bookshelf['positions'][number] | undefined {
  return readBookshelf().positions.find((known) => known.tale === tale);
}

/** Called once, when the page has been taken over. */
export function startBookshelf(): void {
  openKept();
  startSync(() => void toast({ title: "Couldn't save that", text: 'Please try again.', wrong: true }));
  onMe(({ status, person }) => {
    if (status === 'out') leave();
    else if (person?.email) join(markOf(person.email));
  });
}

/** Makes changes now, all at the same time. */
export function changeBookshelf(...deeds: Deed[]): void {
  updateKept((state) => {
    const at = nextTime();
    const changes = deeds.map((deed) => ({ ...deed, at }) as Change);
    if (state.owner === null) return { ...state, base: changes.reduce(applyChange, state.base) };
    const keys = new Set(changes.map(keyOf));
    return { ...state, queue: [...state.queue.filter((change) => !keys.has(keyOf(change))), ...changes] };
  });
  syncSoon(deeds.every(({ op }) => op === 'position') ? NO_HURRY_MS : undefined);
}

/** Sends what waits, before one signs out, and asks what is new. Resolves when that is done, has failed, or takes too long. */
export function settleBookshelf(): Promise<void> {
  return Promise.race([syncNow(), new Promise<void>((late) => setTimeout(late, SETTLED_MS))]);
}

/** Forgets everything on this device: who signed out takes it along. */
export function clearBookshelf(): void {
  updateKept(() => NOTHING);
}

/** Later than everything known, so that a clock that is behind does not undo what the reader has just done. */
function nextTime(): string {
  const { favorites, positions, shelves } = readBookshelf();
  const newest = [favorites[0], positions[0], ...shelves, ...shelves.map(({ tales }) => tales[0])].map((kept) => kept?.at || '0');
  return new Date(Math.max(serverNow(), Math.max(...newest.map((at) => Date.parse(at))) + 1)).toISOString();
}

/** At sign-in the device's own things join the account's. Those of another account have no business here. */
function join(owner: string): void {
  updateKept((state) => {
    if (state.owner === owner) return state;
    return { ...NOTHING, owner, queue: state.owner === null ? toChanges(state.base) : [] };
  });
  void syncNow();
}

/** The session is over. What could not be sent yet waits for the same person. */
function leave(): void {
  const { owner, queue } = readKept();
  if (owner !== null && queue.length === 0) clearBookshelf();
}
