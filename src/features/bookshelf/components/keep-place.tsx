import { useEffect, useRef, useState } from 'react';
import '#src/ui/styles/shelf/resume.css';
import { useSitting } from '#src/features/evening/components/use-sitting.ts';
import { placeInSight, showPlace } from '#src/features/reading/text/place-in-sight.ts';
import type { TextPlace } from '#src/features/reading/text/places.ts';
import { Icon } from '#src/ui/icon.tsx';
import type { Position } from '../contract.ts';
import { changeBookshelf } from './bookshelf-store.ts';
import { finishTale, mayFinish, positionIn } from './finish-tale.ts';
import { MinutesLeft } from './minutes-left.tsx';

/** Scrolling has ended when nothing moved for so long. */
const STILL_MS = 600;
/** Who has read less has only looked; who has read more has finished. */
const BEGUN = 0.05;
const FINISHED = 0.97;

type Props = { tale: string; of: string; words: number };

/**
 * Keeps where the reader is in the tale whose text has the id `of`, and offers to go on where it was left. The page never
 * jumps by itself.
 */
export function KeepPlace({ tale, of, words }: Props) {
  const [left, setLeft] = useState(() => placeLeft(tale));
  useSitting(of);
  useKeeping(tale, of, left !== null, () => setLeft(null));

  function resume(): void {
    const text = document.getElementById(of);
    // Another device may have told of a later one since it was offered.
    const known = positionIn(tale);
    const place = known === undefined ? left : toPlace(known);
    if (text !== null && place !== null) showPlace(text, place);
    setLeft(null);
  }

  return (
    <>
      <MinutesLeft of={of} words={words} />
      {left === null ? null : (
        <aside className="resume" aria-label="Your place in this tale">
          <button type="button" className="btn btn-gold" onClick={resume}>
            <Icon name="bookmark" />
            Continue where you left off
          </button>
          <button type="button" className="icon-btn" aria-label="Start from the beginning" onClick={() => setLeft(null)}>
            <Icon name="close" />
          </button>
        </aside>
      )}
    </>
  );
}

function placeLeft(tale: string): TextPlace | null {
  const position = positionIn(tale);
  return position !== undefined && !position.finished && position.progress >= BEGUN && window.scrollY < window.innerHeight
    ? toPlace(position)
    : null;
}

function toPlace({ place, quote = '' }: Position): TextPlace {
  const [block = 0, char = 0] = place.split('.').map(Number);
  return { block, char, quote };
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
      // Who listens is where the voice is, which keeps that itself.
      if ('listening' in document.documentElement.dataset) {
        if (offer.current.isOffered) offer.current.decline();
        return;
      }
      const known = positionIn(tale);
      const { block, char, quote, progress } = placeInSight(text, known && toPlace(known));
      const place = `${block}.${char}`;
      const isKnown = known?.place === place && progress < FINISHED;
      if (!mayFinish(tale, progress) || progress < BEGUN || window.scrollY < 50 || isKnown) return;
      if (offer.current.isOffered && known !== undefined && progress < Math.min(known.progress, 3 * BEGUN)) return;
      if (offer.current.isOffered) offer.current.decline();
      // What was finished once stays so, however often it is read again.
      if (known?.finished) return;
      changeBookshelf({ op: 'position', tale, place, quote, progress, finished: false });
      if (progress >= FINISHED) finishTale(tale);
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
