/**
 * The reader's library for React components. Local first: a change is visible at once and synced to the account in the background. Makes no
 * request before hydration.
 */

import { useEffect, useState, useSyncExternalStore } from 'react';
import { hashEmail } from '#src/api-client/account-header.ts';
import { onAuthChange, refreshCurrentUser, useAuthState } from '#src/api-client/current-user.ts';
import { formatTaleCount } from '#src/ui/format.ts';
import { toast } from '#src/ui/toast.ts';
import type { Bookshelf, Change } from '../contract.ts';
import { applyChange, EMPTY_BOOKSHELF } from '../store/apply-change.ts';
import {
  EMPTY_STATE,
  type LibraryState,
  onStateChange,
  openState,
  readBookshelf,
  readState,
  sealChanges,
  unsealChanges,
  updateState,
} from '../store/library-state.ts';
import { serverNow, startSync, syncNow, syncSoon } from '../store/sync.ts';

export { DEVICE, pullBookshelf } from '../store/sync.ts';

type Untimed<One> = One extends unknown ? Omit<One, 'at'> : never;
export type NewChange = Untimed<Change>;

/** Positions change often; they are sent at intervals and when the page is left. */
const POSITION_SYNC_MS = 15_000;
const FLUSH_TIMEOUT_MS = 3_000;

/** Whether the server has confirmed on this page that the owner is logged in. Until then changes may belong to somebody else. */
let isConfirmed = false;

/** Selects from the bookshelf. `select` must return a stable value while nothing has changed. */
export function useBookshelf<Selected>(select: (bookshelf: Bookshelf) => Selected): Selected {
  return useSyncExternalStore(
    onStateChange,
    () => select(readBookshelf()),
    () => select(EMPTY_BOOKSHELF),
  );
}

/** Returns the saved position in a tale. */
export function findPosition(tale: string): Bookshelf['positions'][number] | undefined {
  return readBookshelf().positions.find((known) => known.tale === tale);
}

/** Called once after hydration. */
export function startBookshelf(): void {
  openState();
  startSync({
    onRejected: () => void toast({ title: "Couldn't save that", text: 'Please try again.', wrong: true }),
    onSignedOut: () => void refreshCurrentUser(),
  });
  onAuthChange(({ status, person }) => {
    if (status === 'out') detachAccount();
    else if (person?.email) attachAccount(hashEmail(person.email));
  });
}

/** Applies changes, all with the same timestamp. */
export function changeBookshelf(...newChanges: NewChange[]): void {
  updateState((state) => {
    const at = nextTime();
    const changes = newChanges.map((change) => ({ ...change, at }) as Change);
    if (state.owner === null) return { ...state, base: changes.reduce(applyChange, state.base) };
    return isConfirmed
      ? { ...state, queue: mergeChanges(state.queue, changes) }
      : { ...state, unbound: mergeChanges(state.unbound ?? [], changes) };
  });
  syncSoon(newChanges.every(({ op }) => op === 'position') ? POSITION_SYNC_MS : undefined);
}

/** Sends pending changes and fetches new ones. Resolves when that is done, failed, or timed out. */
export function flushBookshelf(): Promise<void> {
  return Promise.race([syncNow(), new Promise<void>((late) => setTimeout(late, FLUSH_TIMEOUT_MS))]);
}

/** Removes everything from this device, on logout. */
export function clearBookshelf(): void {
  updateState(() => EMPTY_STATE);
}

/** Returns a time later than all known changes, so that a slow clock does not undo a new change. */
function nextTime(): string {
  const { favorites, positions, shelves } = readBookshelf();
  const newest = [favorites[0], positions[0], ...shelves, ...shelves.map(({ tales }) => tales[0])].map((item) => item?.at || '0');
  return new Date(Math.max(serverNow(), Math.max(...newest.map((at) => Date.parse(at))) + 1)).toISOString();
}

/** Replaces pending changes of the same item. */
function mergeChanges(waiting: readonly Change[], changes: readonly Change[]): Change[] {
  const keys = new Set(changes.map(changeKey));
  return [...waiting.filter((change) => !keys.has(changeKey(change))), ...changes];
}

/**
 * At login, adds the device's library to the account. Pending changes of another account are sealed for it. Items added after another
 * session had expired may be anybody's and are only added on request.
 */
function attachAccount(owner: string): void {
  isConfirmed = true;
  const before = readState();
  if (before.owner !== owner) {
    if (before.owner !== null) sealChanges(before.owner, before.queue);
    const sealed = unsealChanges(owner);
    updateState((state) => {
      const own = state.owner === null && !state.isLeftOver ? toChanges(state.base) : [];
      const leftOver = state.isLeftOver ? state.base : state.leftOver;
      return { ...EMPTY_STATE, owner, queue: mergeChanges(sealed, own), unbound: state.unbound, leftOver };
    });
    offerLeftOver();
  }
  updateState(({ unbound, ...state }) => (unbound === undefined ? readState() : { ...state, queue: mergeChanges(state.queue, unbound) }));
  void syncNow();
}

function offerLeftOver(): void {
  const { owner, leftOver = EMPTY_BOOKSHELF } = readState();
  const { favorites, positions, shelves } = leftOver;
  const tales = new Set([...favorites, ...positions, ...shelves.flatMap((shelf) => shelf.tales)].map(({ tale }) => tale));
  if (tales.size === 0) return;
  const take = () => {
    updateState((state) =>
      state.owner === owner ? { ...state, leftOver: undefined, queue: mergeChanges(state.queue, toChanges(leftOver)) } : state,
    );
    void syncNow();
  };
  void toast({
    title: `${formatTaleCount(tales.size)} saved here while nobody was logged in`,
    text: 'Are they yours?',
    action: { name: 'Add to my account', act: take },
  });
}

/**
 * When the session has expired, hides the owner's data and seals unsent changes for the next login. Unconfirmed changes become the device's
 * own.
 */
function detachAccount(): void {
  isConfirmed = false;
  const { owner, queue } = readState();
  if (owner === null) return;
  sealChanges(owner, queue);
  updateState(
    ({ leftOver = EMPTY_BOOKSHELF, unbound = [] }): LibraryState => ({
      ...EMPTY_STATE,
      base: unbound.reduce(applyChange, leftOver),
      isLeftOver: true,
    }),
  );
}

/** Time after which the first response counts as late. */
const FETCH_TIMEOUT_MS = 6_000;

/**
 * Whether the library can be shown: `loading` on the server, until the login state is known and until the account's data has arrived; `late`
 * when that takes too long.
 */
export function useLibraryStatus(): 'loading' | 'late' | 'ready' {
  const { status } = useAuthState();
  const isFresh = useSyncExternalStore(
    onStateChange,
    () =>
      status === 'loading'
        ? readState().owner !== null || readState().base === EMPTY_BOOKSHELF
        : readState().owner !== null && readState().base === EMPTY_BOOKSHELF,
    () => true,
  );
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isFresh) return;
    const timer = setTimeout(() => setLate(true), FETCH_TIMEOUT_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isFresh]);
  if (!isFresh) return 'ready';
  return isLate ? 'late' : 'loading';
}

/** Returns the changes that build this bookshelf from an empty one. */
function toChanges({ favorites, shelves, positions }: Bookshelf): Change[] {
  return [
    ...favorites.map((saved): Change => ({ op: 'favorite', ...saved, on: true })),
    ...shelves.flatMap(({ id, kind, name, at, tales }): Change[] => [
      ...(kind === 'own' ? [{ op: 'shelf' as const, shelf: id, name, at }] : []),
      ...tales.map((saved): Change => ({ op: 'shelve', shelf: id, ...saved, on: true })),
    ]),
    ...positions.map((position): Change => ({ op: 'position', ...position })),
  ];
}

/** Changes of the same item have the same key; only the latest is sent. */
export function changeKey(change: Change): string {
  const { op, shelf = '', tale = '' } = change as Change & { shelf?: string; tale?: string };
  return `${op.replace('_gone', '')} ${shelf} ${tale}`;
}
