/**
 * The collection that somebody is reading through, for as long as the tab is open: previous and next then lead through it. Pages are the
 * same for everyone, so it is known in the browser alone.
 */
import { useEffect, useState } from 'react';
import type { TaleCard, TaleNeighbour } from '../contract.ts';

const KEY = 'talewood.collection';
/** More would be too much for the storage. */
const MOST = 500;

type InUse = { title: string; href: string; tales: TaleNeighbour[] };
export type Beside = { prev: TaleNeighbour | null; next: TaleNeighbour | null; title: string; href: string };

/** On the page of a collection: who opens a tale from here is reading through it. `href`: of the page. */
export function useCollectionPage(title: string, href: string, tales: readonly TaleCard[]): void {
  useEffect(() => {
    const note = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('main a[href^="/tale/"]') : null;
      if (link === null || tales.length > MOST) return;
      write({ title, href, tales: tales.map(({ slug, title: name, coverImage }) => ({ slug, title: name, coverImage })) });
    };
    // Before whoever follows the link.
    document.addEventListener('click', note, { capture: true });
    return () => document.removeEventListener('click', note, { capture: true });
  }, [title, href, tales]);
}

/** The tales beside this one in the collection in use; null when there is none. A tale that is not in it ends its use. */
export function useBeside(slug: string): Beside | null {
  const [beside, setBeside] = useState<Beside | null>(null);
  useEffect(() => setBeside(findBeside(slug)), [slug]);
  return beside;
}

function findBeside(slug: string): Beside | null {
  const inUse = read();
  if (inUse === null) return null;
  const at = inUse.tales.findIndex((tale) => tale.slug === slug);
  if (at < 0) write(null);
  return at < 0 ? null : { title: inUse.title, href: inUse.href, prev: inUse.tales[at - 1] ?? null, next: inUse.tales[at + 1] ?? null };
}

function read(): InUse | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as InUse | null;
    return Array.isArray(kept?.tales) ? kept : null;
  } catch {
    return null;
  }
}

function write(inUse: InUse | null): void {
  try {
    if (inUse === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(inUse));
  } catch {
    // Storage may be full or forbidden: previous and next are those of the category.
  }
}
