import { useEffect, useState } from 'react';
import { Icon } from '#src/ui/icon.tsx';
import { navigate } from '#src/ui/navigate.ts';
import { Picture } from '#src/ui/picture.tsx';
import { urls } from '#src/urls.ts';
import type { TaleNeighbour } from '../contract.ts';

type Props = { slug: string; prev: TaleNeighbour | null; next: TaleNeighbour | null };

/**
 * Links to the previous and next tale, with arrow keys and swipes: within the collection the reader came from, else those of the page.
 */
export function PreviousNext({ slug, ...defaults }: Props) {
  const collection = useSiblings(slug);
  const { prev, next } = collection ?? defaults;
  useArrowKeysAndSwipes(prev && urls.tale(prev.slug), next && urls.tale(next.slug));
  if (!prev && !next) return <div className="turn" />;
  return (
    <nav className="turn" aria-label={collection === null ? 'More tales' : `More tales of the collection ${collection.title}`}>
      {collection === null ? null : (
        <p className="turn-of">
          In the collection{' '}
          <a className="link" href={collection.href}>
            {collection.title}
          </a>
        </p>
      )}
      {prev ? (
        <a className="turn-card" href={urls.tale(prev.slug)} rel="prev">
          <SmallCover src={prev.coverImage} />
          <span>
            <small>
              <Icon name="back" />
              Previous tale
            </small>
            <b>{prev.title}</b>
          </span>
        </a>
      ) : (
        <span />
      )}
      {next ? (
        <a className="turn-card is-next" href={urls.tale(next.slug)} rel="next">
          <span>
            <small>
              Next tale
              <Icon name="arrow" />
            </small>
            <b>{next.title}</b>
          </span>
          <SmallCover src={next.coverImage} />
        </a>
      ) : null}
    </nav>
  );
}

function SmallCover({ src }: { src: string }) {
  return (
    <span className="cover">
      <Picture address={src} sizes="6rem" loading="lazy" />
    </span>
  );
}

/** Elements that handle arrow keys and touches themselves. */
const INTERACTIVE = 'input, textarea, select, audio, video, dialog, [contenteditable], [role]';

/** Navigates by arrow keys and swipes. Inactive in paged mode, which uses both. */
function useArrowKeysAndSwipes(prev: string | null, next: string | null): void {
  useEffect(() => {
    const open = (to: string | null) => {
      if (to !== null) navigate(to);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const to = event.key === 'ArrowLeft' ? prev : event.key === 'ArrowRight' ? next : null;
      if (to === null || event.defaultPrevented || event.repeat || isModified(event) || isInteractive(event.target)) return;
      open(to);
    };
    const ends = new AbortController();
    document.addEventListener('keydown', onKeyDown, ends);
    // In the chunk of the reading position, which most readers load anyway.
    if ('ontouchstart' in window)
      import('./swipes.ts').then(
        ({ onSwipe }) => onSwipe((direction) => open(direction === 'left' ? next : prev), { isInteractive, signal: ends.signal }),
        // Without it, the links and keys remain.
        () => {},
      );
    return () => ends.abort();
  }, [prev, next]);
}

function isModified({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return altKey || ctrlKey || metaKey || shiftKey;
}

function isInteractive(target: EventTarget | null): boolean {
  if (document.documentElement.dataset.flow === 'pages' || document.querySelector('dialog[open]') !== null) return true;
  return target instanceof Element && target.closest(INTERACTIVE) !== null;
}

const KEY = 'talewood.collection';

/** The collection a reader opened a tale from. Kept per tab, not on the server: pages are the same for everyone. */
type OpenCollection = { title: string; href: string; tales: TaleNeighbour[] };
type Siblings = { prev: TaleNeighbour | null; next: TaleNeighbour | null; title: string; href: string };

/** The tales before and after this one in the open collection; null without one. Opening a tale outside the collection ends it. */
function useSiblings(slug: string): Siblings | null {
  const [siblings, setSiblings] = useState<Siblings | null>(null);
  useEffect(() => setSiblings(findSiblings(slug)), [slug]);
  return siblings;
}

function findSiblings(slug: string): Siblings | null {
  const collection = readCollection();
  if (collection === null) return null;
  const at = collection.tales.findIndex((tale) => tale.slug === slug);
  if (at < 0) writeCollection(null);
  return at < 0
    ? null
    : { title: collection.title, href: collection.href, prev: collection.tales[at - 1] ?? null, next: collection.tales[at + 1] ?? null };
}

function readCollection(): OpenCollection | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as OpenCollection | null;
    return Array.isArray(stored?.tales) ? stored : null;
  } catch {
    return null;
  }
}

/** Makes previous and next follow a collection. */
export function writeCollection(collection: OpenCollection | null): void {
  try {
    if (collection === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(collection));
  } catch {
    // Storage may be full or blocked: previous and next are then those of the category.
  }
}
