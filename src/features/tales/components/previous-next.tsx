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

/** A swipe, in CSS pixels and ms; its horizontal distance must be this many times the vertical one. */
const MIN_SWIPE_DISTANCE = 80;
const MAX_SWIPE_MS = 700;
const MIN_SWIPE_RATIO = 2.5;
/** Browsers use swipes from the edges for back and forward. */
const EDGE_WIDTH = 28;
/** Elements that handle arrow keys and touches themselves. */
const INTERACTIVE =
  'input, textarea, select, audio, video, dialog, [contenteditable], [role="slider"], [role="radiogroup"], [role="menu"], [role="listbox"], [role="dialog"], [role="tablist"]';

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
    const stop = onSwipe((direction) => open(direction === 'left' ? next : prev));
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      stop();
    };
  }, [prev, next]);
}

/** Calls `listener` for each one-finger swipe. Returns a function that stops it. */
function onSwipe(listener: (direction: 'left' | 'right') => void): () => void {
  let from: { x: number; y: number; at: number } | undefined;
  const begin = (event: TouchEvent) => {
    const [touch] = event.touches;
    const isFree =
      event.touches.length === 1 &&
      touch !== undefined &&
      !isInteractive(event.target) &&
      !isZoomed() &&
      !isInHorizontalScroller(event.target);
    const isInside = touch !== undefined && touch.clientX > EDGE_WIDTH && touch.clientX < window.innerWidth - EDGE_WIDTH;
    from = isFree && isInside ? { x: touch.clientX, y: touch.clientY, at: event.timeStamp } : undefined;
  };
  const end = (event: TouchEvent) => {
    const [touch] = event.changedTouches;
    if (from === undefined || touch === undefined || event.touches.length > 0) return;
    const [x, y] = [touch.clientX - from.x, touch.clientY - from.y];
    const isSwipe =
      Math.abs(x) >= MIN_SWIPE_DISTANCE && Math.abs(x) >= MIN_SWIPE_RATIO * Math.abs(y) && event.timeStamp - from.at <= MAX_SWIPE_MS;
    from = undefined;
    // Not while selecting text.
    if (isSwipe && getSelection()?.isCollapsed !== false) listener(x < 0 ? 'left' : 'right');
  };
  const options = { passive: true };
  document.addEventListener('touchstart', begin, options);
  document.addEventListener('touchend', end, options);
  return () => {
    document.removeEventListener('touchstart', begin);
    document.removeEventListener('touchend', end);
  };
}

function isModified({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return altKey || ctrlKey || metaKey || shiftKey;
}

function isInteractive(target: EventTarget | null): boolean {
  if (document.documentElement.dataset.flow === 'pages' || document.querySelector('dialog[open]') !== null) return true;
  return target instanceof Element && target.closest(INTERACTIVE) !== null;
}

function isZoomed(): boolean {
  return (window.visualViewport?.scale ?? 1) > 1.05;
}

/** Whether the touch would scroll a container horizontally. */
function isInHorizontalScroller(target: EventTarget | null): boolean {
  for (let at = target instanceof Element ? target : null; at !== null && at !== document.body; at = at.parentElement) {
    if (at.scrollWidth > at.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(at).overflowX)) return true;
  }
  return false;
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
