/**
 * Drafts in this browser. localStorage holds those that the server does not have yet: they survive a crash, a lost connection and the end
 * of the session, and are removed on logout. Drafts of other accounts are not returned. Pages announce their drafts to each other.
 */
import type { DraftFields } from './drafts.ts';

/** `owner`: hash of the account's email. `at`: milliseconds, by the clock of this device. */
export type StoredDraft = {
  id: string;
  owner: string;
  tale_id: string | null;
  base_version: number | null;
  fields: DraftFields;
  at: number;
  replaces?: string | undefined;
};

/** A draft that was discarded while the server could not be reached, and must not be offered again. */
type PendingDeletion = { id: string; owner: string };

const DRAFT_KEY = 'talewood.draft.';
const DELETIONS_KEY = 'talewood.drafts-gone';
const MAX_DELETIONS = 100;
const MAX_AGE_MS = 30 * 86_400_000;

/** Returns false if storage is full or blocked. */
export function storeDraft(draft: StoredDraft): boolean {
  return write(DRAFT_KEY + draft.id, draft);
}

export function removeStoredDraft(id: string): void {
  try {
    localStorage.removeItem(DRAFT_KEY + id);
  } catch {
    // Storage is blocked: nothing is stored.
  }
}

/** Returns the account's drafts, latest first. Removes those older than 30 days. */
export function listStoredDrafts(owner: string): StoredDraft[] {
  const drafts = draftKeys().flatMap((key) => {
    const draft = read<StoredDraft>(key);
    if (draft === undefined || draft.owner !== owner) return [];
    if (draft.at > Date.now() - MAX_AGE_MS) return [draft];
    removeStoredDraft(draft.id);
    return [];
  });
  return drafts.toSorted((a, b) => b.at - a.at);
}

/** Returns the ids of the account's drafts that are still to be deleted on the server. */
export function listPendingDeletions(owner: string): string[] {
  return pendingDeletions()
    .filter((deletion) => deletion.owner === owner)
    .map(({ id }) => id);
}

export function addPendingDeletion(owner: string, id: string): void {
  write(DELETIONS_KEY, [...pendingDeletions(), { id, owner }].slice(-MAX_DELETIONS));
}

export function removePendingDeletion(id: string): void {
  const all = pendingDeletions();
  const others = all.filter((each) => each.id !== id);
  if (others.length < all.length) write(DELETIONS_KEY, others);
}

function pendingDeletions(): PendingDeletion[] {
  return read<PendingDeletion[]>(DELETIONS_KEY) ?? [];
}

function draftKeys(): string[] {
  try {
    const all = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
    return all.filter((key) => key.startsWith(DRAFT_KEY));
  } catch {
    return [];
  }
}

function read<Value>(key: string): Value | undefined {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as Value | null) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

const LOCK = 'talewood.draft.';

/** Marks a draft as being written, until the returned function is called or the page ends, even by a crash (Web Locks). */
export function lockDraft(id: string): () => void {
  let unlock = (): void => {};
  const held = new Promise<void>((resolve) => {
    unlock = resolve;
  });
  void navigator.locks?.request(LOCK + id, () => held).catch(() => {});
  return () => unlock();
}

/** Returns the ids of drafts that pages of this browser are writing. */
export async function listLockedDrafts(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query().catch(() => undefined)) ?? {};
  return new Set(held.flatMap(({ name }) => (name?.startsWith(LOCK) ? [name.slice(LOCK.length)] : [])));
}
