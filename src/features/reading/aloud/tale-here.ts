/** The tale on the page, for a player that outlasts the page: it reads on while pages are turned. */
import type { TaleView } from '#src/features/tales/contract.ts';

export type TaleHere = Pick<TaleView, 'id' | 'slug' | 'title' | 'author' | 'language' | 'coverImage' | 'nextTale'>;

let here: TaleHere | null = null;
const listeners = new Set<() => void>();

export function taleHere(): TaleHere | null {
  return here;
}

/** Called when the page of a tale stands there, and with null when it goes. */
export function setTaleHere(tale: TaleHere | null): void {
  here = tale;
  for (const listener of listeners) listener();
}

export function onTaleHere(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
