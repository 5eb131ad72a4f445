/**
 * Drafts on this device, in its storage: those that the server has not got yet. They outlive a crash, a lost connection and the end of
 * a session; signing out removes them. Another account on the device does not meet them.
 */
import type { DraftFields } from '../contract.ts';

/** `owner`: the mark of the account. `at`: milliseconds, by the clock of this device. */
export type DeviceDraft = {
  id: string;
  owner: string;
  tale_id: string | null;
  base_version: number | null;
  fields: DraftFields;
  at: number;
  replaces?: string | undefined;
};

/** A draft that was discarded while the server could not be reached: it must not be offered again. */
type Gone = { id: string; owner: string };

const DRAFT = 'talewood.draft.';
const GONE = 'talewood.drafts-gone';
const MOST_GONE = 100;
const KEPT_MS = 30 * 86_400_000;

/** False when the storage is full or forbidden. */
export function keepOnDevice(draft: DeviceDraft): boolean {
  return write(DRAFT + draft.id, draft);
}

export function dropFromDevice(id: string): void {
  try {
    localStorage.removeItem(DRAFT + id);
  } catch {
    // Where nothing can be kept, nothing is.
  }
}

/** All of the account's, the latest first. Those of 30 days ago go. */
export function listOnDevice(owner: string): DeviceDraft[] {
  const drafts = keys().flatMap((key) => {
    const draft = read<DeviceDraft>(key);
    if (draft === undefined || draft.owner !== owner) return [];
    if (draft.at > Date.now() - KEPT_MS) return [draft];
    dropFromDevice(draft.id);
    return [];
  });
  return drafts.toSorted((a, b) => b.at - a.at);
}

export function listGone(owner: string): string[] {
  return allGone()
    .filter((gone) => gone.owner === owner)
    .map(({ id }) => id);
}

export function noteGone(owner: string, id: string): void {
  write(GONE, [...allGone(), { id, owner }].slice(-MOST_GONE));
}

export function forgetGone(id: string): void {
  const gone = allGone();
  const left = gone.filter((each) => each.id !== id);
  if (left.length < gone.length) write(GONE, left);
}

function allGone(): Gone[] {
  return read<Gone[]>(GONE) ?? [];
}

function keys(): string[] {
  try {
    const all = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
    return all.filter((key) => key.startsWith(DRAFT));
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
