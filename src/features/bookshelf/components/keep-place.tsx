import { useEffect, useRef, useState } from 'react';
import '#src/ui/styles/shelf/resume.css';
import { countReading } from '#src/features/counts/components/count-reading.ts';
import { Icon } from '#src/ui/icon.tsx';
import { readBookshelf } from '../store/kept-state.ts';
import { findPlace, showPlace } from '../store/text-place.ts';
import { changeBookshelf } from './bookshelf-store.ts';

/** Scrolling has ended when nothing moved for so long. */
const STILL_MS = 600;
/** Who has read less has only looked; who has read more has finished. */
const BEGUN = 0.05;
const FINISHED = 0.97;

/**
 * Keeps where the reader is in the tale whose text has the id `of`, and offers to go on where it was left. The page never
 * jumps by itself.
 */
export function KeepPlace({ tale, of }: { tale: string; of: string }) {
  const [left, setLeft] = useState(() => placeLeft(tale));
  useKeeping(tale, of, left !== null, () => setLeft(null));
  if (left === null) return null;

  function resume(): void {
    const text = document.getElementById(of);
    if (text !== null && left !== null) showPlace(text, left);
    setLeft(null);
  }

  return (
    <aside className="resume" aria-label="Your place in this tale">
      <button type="button" className="btn btn-gold" onClick={resume}>
        <Icon name="bookmark" />
        Continue where you left off
      </button>
      <button type="button" className="icon-btn" aria-label="Start from the beginning" onClick={() => setLeft(null)}>
        <Icon name="close" />
      </button>
    </aside>
  );
}

function placeLeft(tale: string): string | null {
  const position = readBookshelf().positions.find((known) => known.tale === tale);
  return position !== undefined && !position.finished && position.progress >= BEGUN && window.scrollY < window.innerHeight
    ? position.place
    : null;
}

/** While the offer stands the known place is kept; who reads on from elsewhere has declined it. */
function useKeeping(tale: string, of: string, isOffered: boolean, decline: () => void): void {
  const offer = useRef({ isOffered, decline });
  offer.current = { isOffered, decline };
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isMoved = false;
    const keep = () => {
      clearTimeout(timer);
      const text = document.getElementById(of);
      if (!isMoved || text === null) return;
      isMoved = false;
      const { place, progress } = findPlace(text);
      const known = readBookshelf().positions.find((position) => position.tale === tale);
      if (progress < BEGUN || window.scrollY < 50 || known?.place === place) return;
      if (offer.current.isOffered && known !== undefined && progress < Math.min(known.progress, 3 * BEGUN)) return;
      if (offer.current.isOffered) offer.current.decline();
      const finished = progress >= FINISHED;
      if (finished && !known?.finished) countReading('finish', tale);
      changeBookshelf({ op: 'position', tale, place, progress, finished });
    };
    const moved = () => {
      isMoved = true;
      clearTimeout(timer);
      timer = setTimeout(keep, STILL_MS);
    };
    // The first scroll has brought us here, and may have been the last.
    moved();
    // Pages are turned within the text: that scroll is heard on its way.
    addEventListener('scroll', moved, { passive: true, capture: true });
    addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      removeEventListener('scroll', moved, { capture: true });
      removeEventListener('pagehide', keep);
    };
  }, [tale, of]);
}
