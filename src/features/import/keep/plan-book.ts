/** What is to be done with each tale of a book. Pure. */
import { createHash } from 'node:crypto';
import type { ReadTale } from '#src/features/tales/tales.ts';
import type { Near } from '../near/near-index.ts';
import type { Signature } from '../near/signature.ts';
import type { Proposal } from '../propose/propose.ts';
import type { KnownBook, KnownTale } from './known-books.ts';

/** A tale made ready: proposed, read as the form reads it, signed and hashed. */
export type Ready = Proposal & Signature & { read: ReadTale; hash: string; titleKey: string };

/** `isDraft`: what the tale is now, or will be. `edited`: an editor has changed it since, or put it into the bin; `deleted`: it was, and stays so. Neither is touched. */
export type Deed =
  | { does: 'make'; ready: Ready; row: number | undefined }
  | { does: 'change'; ready: Ready; row: number; tale: string; version: number; isDraft: boolean }
  | { does: 'leave out'; ready: Ready; row: number | undefined; same: Near }
  | { does: 'nothing'; ready: Ready; row: number; why: 'unchanged' | 'edited' | 'deleted'; isDraft: boolean };

/** The order of a book's tales and whether they are published are no part of what they are. */
export function hashOf({ proposed }: Proposal): string {
  const { status: _, ...written } = proposed;
  return createHash('sha256').update(JSON.stringify(written)).digest('base64url');
}

/** Short enough to be listed by the hundreds. */
export function keyOf({ hash }: Pick<Ready, 'hash'>): string {
  return hash.slice(0, 16);
}

/**
 * `known`: the book as it was imported before. `nearest`: for each tale the one of another book that says the same. `gone`: how many tales
 * of before the book has no more; they stay.
 */
export function planBook(
  tales: readonly Ready[],
  known: KnownBook | undefined,
  nearest: readonly (Near | undefined)[],
): { deeds: Deed[]; gone: number } {
  const matches = matchTales(tales, known?.tales ?? []);
  const deeds = tales.map((ready, index) => deedFor(ready, matches[index], nearest[index]));
  const met = new Set(matches.map((match) => match?.id));
  return { deeds, gone: (known?.tales ?? []).filter(({ id, current }) => current !== null && !met.has(id)).length };
}

function deedFor(ready: Ready, match: KnownTale | undefined, same: Near | undefined): Deed {
  const row = match?.id;
  if (match === undefined || row === undefined || match.leftOut) {
    return same === undefined ? { does: 'make', ready, row } : { does: 'leave out', ready, row, same };
  }
  const { current } = match;
  if (current === null) return { does: 'nothing', ready, row, why: 'deleted', isDraft: false };
  const isDraft = current.status === 'draft';
  const isPublishedNow = ready.proposed.status === 'published' && isDraft;
  if (match.hash === ready.hash && !isPublishedNow) return { does: 'nothing', ready, row, why: 'unchanged', isDraft };
  if (current.isBinned || current.version !== match.version) return { does: 'nothing', ready, row, why: 'edited', isDraft };
  return { does: 'change', ready, row, tale: current.id, version: current.version, isDraft: isDraft && !isPublishedNow };
}

/** A tale is found again by what was written, else by its title; of several with one title by their order. */
function matchTales(tales: readonly Ready[], known: readonly KnownTale[]): (KnownTale | undefined)[] {
  const matches: (KnownTale | undefined)[] = tales.map(() => undefined);
  const free = new Set(known);
  for (const same of ['hash', 'titleKey'] as const) {
    const waiting = Map.groupBy(free, (each) => each[same]);
    for (const [index, ready] of tales.entries()) {
      if (matches[index] !== undefined) continue;
      const found = waiting.get(ready[same])?.shift();
      if (found === undefined) continue;
      matches[index] = found;
      free.delete(found);
    }
  }
  return matches;
}
