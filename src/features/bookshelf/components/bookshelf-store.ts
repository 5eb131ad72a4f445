/**
 * What the reader keeps, as every part of the page sees it. It is on the device first: a change shows at once, and goes to
 * the account of who is signed in when that can be reached. Nothing is asked of anyone before the page has been taken over.
 */
import { useSyncExternalStore } from 'react';
import { markOf } from '#src/features/accounts/components/mark-of.ts';
import { onMe, refreshMe } from '#src/features/accounts/components/me.ts';
import { toast } from '#src/ui/toast.ts';
import { talesCount } from '#src/ui/wording.ts';
import type { Bookshelf, Change } from '../contract.ts';
import { applyChange, EMPTY, keyOf, toChanges } from '../store/apply-change.ts';
import {
  type KeptState,
  NOTHING,
  onKept,
  openKept,
  readBookshelf,
  readKept,
  sealChanges,
  unsealChanges,
  updateKept,
} from '../store/kept-state.ts';
import { serverNow, startSync, syncNow, syncSoon } from '../store/sync.ts';

type Untimed<One> = One extends unknown ? Omit<One, 'at'> : never;
export type Deed = Untimed<Change>;

/** Places in tales change all the time; they are sent now and then, and when the page is left. */
const NO_HURRY_MS = 15_000;
const SETTLED_MS = 3_000;

/** Whether the server has said, to this page, that the owner of what is kept is logged in. Until then changes may be somebody else's. */
let isConfirmed = false;

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
  startSync({
    onRefused: () => void toast({ title: "Couldn't save that", text: 'Please try again.', wrong: true }),
    onOut: () => void refreshMe(),
  });
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
    return isConfirmed
      ? { ...state, queue: withChanges(state.queue, changes) }
      : { ...state, unbound: withChanges(state.unbound ?? [], changes) };
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

/** Of the same thing only the later change waits. */
function withChanges(waiting: readonly Change[], changes: readonly Change[]): Change[] {
  const keys = new Set(changes.map(keyOf));
  return [...waiting.filter((change) => !keys.has(keyOf(change))), ...changes];
}

/**
 * At login the device's own things join the account's. Those of another account have no business here: they are put aside for it.
 * What was added after somebody else's session had ended may be anybody's, and joins when that is asked for.
 */
function join(owner: string): void {
  isConfirmed = true;
  const before = readKept();
  if (before.owner !== owner) {
    if (before.owner !== null) sealChanges(before.owner, before.queue);
    const sealed = unsealChanges(owner);
    updateKept((state) => {
      const own = state.owner === null && !state.isLeftOver ? toChanges(state.base) : [];
      const leftOver = state.isLeftOver ? state.base : state.leftOver;
      return { ...NOTHING, owner, queue: withChanges(sealed, own), unbound: state.unbound, leftOver };
    });
    offerLeftOver();
  }
  updateKept(({ unbound, ...state }) => (unbound === undefined ? readKept() : { ...state, queue: withChanges(state.queue, unbound) }));
  void syncNow();
}

function offerLeftOver(): void {
  const { owner, leftOver = EMPTY } = readKept();
  const { favorites, positions, shelves } = leftOver;
  const tales = new Set([...favorites, ...positions, ...shelves.flatMap((shelf) => shelf.tales)].map(({ tale }) => tale));
  if (tales.size === 0) return;
  const take = () => {
    updateKept((state) =>
      state.owner === owner ? { ...state, leftOver: undefined, queue: withChanges(state.queue, toChanges(leftOver)) } : state,
    );
    void syncNow();
  };
  void toast({
    title: `${talesCount(tales.size)} saved here while nobody was logged in`,
    text: 'Are they yours?',
    action: { name: 'Add to my account', act: take },
  });
}

/**
 * The session is over, and nobody has said that its owner is still here: nothing of hers is shown any more. What could not be sent waits
 * for her, out of sight. What was changed since somebody was last known to be here belongs to the device.
 */
function leave(): void {
  isConfirmed = false;
  const { owner, queue } = readKept();
  if (owner === null) return;
  sealChanges(owner, queue);
  updateKept(
    ({ leftOver = EMPTY, unbound = [] }): KeptState => ({ ...NOTHING, base: unbound.reduce(applyChange, leftOver), isLeftOver: true }),
  );
}
