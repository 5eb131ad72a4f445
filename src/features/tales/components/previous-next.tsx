import { useEffect, useState } from 'react';
import { Icon } from '#src/ui/icon.tsx';
import { navigate } from '#src/ui/navigate.ts';
import { Picture } from '#src/ui/picture.tsx';
import { readSessionValue, writeSessionValue } from '#src/ui/session-value.ts';
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
      {prev ? <TurnCard tale={prev} rel="prev" /> : <span />}
      {next ? <TurnCard tale={next} rel="next" /> : null}
    </nav>
  );
}

function TurnCard({ tale, rel }: { tale: TaleNeighbour; rel: 'prev' | 'next' }) {
  const isNext = rel === 'next';
  const parts = [
    <span key="cover" className="cover">
      <Picture address={tale.coverImage} sizes="6rem" loading="lazy" />
    </span>,
    <span key="title">
      <small>
        {isNext ? null : <Icon name="back" />}
        {isNext ? 'Next tale' : 'Previous tale'}
        {isNext ? <Icon name="arrow" /> : null}
      </small>
      <b>{tale.title}</b>
    </span>,
  ];
  return (
    <a className={isNext ? 'turn-card is-next' : 'turn-card'} href={urls.tale(tale.slug)} rel={rel}>
      {isNext ? parts.toReversed() : parts}
    </a>
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
  const stored = readSessionValue(KEY) as OpenCollection | null;
  return Array.isArray(stored?.tales) ? stored : null;
}

/** Makes previous and next follow a collection. */
export function writeCollection(collection: OpenCollection | null): void {
  writeSessionValue(KEY, collection);
}
