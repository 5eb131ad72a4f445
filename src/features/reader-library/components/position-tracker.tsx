import { useEffect, useRef, useState } from 'react';
import '#src/ui/styles/shelf/resume.css';
import { trackReading } from '#src/features/analytics/components/track-reading.ts';
import { useSpeedMeasurement } from '#src/features/reading/components/measure-reading-speed.ts';
import { minutesLeftText, readingSpeed } from '#src/features/reading/components/reading-speed-store.ts';
import { remainingShare } from '#src/features/reading/reader-modes/viewport-position.ts';
import { currentPosition, scrollToPosition, type TextPosition } from '#src/features/reading/text/reading-position.ts';
import { Icon } from '#src/ui/icon.tsx';
import type { Position } from '../contract.ts';
import { canFinish, finishTale } from './finish-button.tsx';
import { changeBookshelf, findPosition } from './library-store.ts';

/** Pause after which scrolling has ended. */
const SCROLL_IDLE_MS = 600;
/** Share of the text from which a tale counts as started, and as finished. */
const MIN_PROGRESS = 0.05;
const FINISHED_PROGRESS = 0.97;

type Props = { tale: string; of: string; words: number };

/**
 * Saves the reader's position in the tale whose text has the id `of`, and offers to resume at the saved one. Never scrolls on its own.
 */
export function PositionTracker({ tale, of, words }: Props) {
  const [left, setLeft] = useState(() => resumePosition(tale));
  useSpeedMeasurement(of, words);
  useSavePosition(tale, of, left !== null, () => setLeft(null));

  function resume(): void {
    const text = document.getElementById(of);
    // A later position may have been synced from another device since.
    const known = findPosition(tale);
    const position = known === undefined ? left : toTextPosition(known);
    if (text !== null && position !== null) scrollToPosition(text, position);
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

function resumePosition(tale: string): TextPosition | null {
  const position = findPosition(tale);
  return position !== undefined && !position.finished && position.progress >= MIN_PROGRESS && window.scrollY < window.innerHeight
    ? toTextPosition(position)
    : null;
}

function toTextPosition({ place, quote = '' }: Position): TextPosition {
  const [block = 0, char = 0] = place.split('.').map(Number);
  return { block, char, quote };
}

/** Saves the position after scrolling, and counts the tenths of the text that were reached when the reader leaves. While resuming is offered, the saved position is only replaced when the reader reads on elsewhere. */
function useSavePosition(tale: string, of: string, isOffered: boolean, decline: () => void): void {
  const offer = useRef({ isOffered, decline });
  offer.current = { isOffered, decline };
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isMoved = false;
    let reached = 0;
    const keep = () => {
      clearTimeout(timer);
      const text = document.getElementById(of);
      if (!isMoved || text === null) return;
      isMoved = false;
      const known = findPosition(tale);
      const { block, char, quote, progress } = currentPosition(text, known && toTextPosition(known));
      reached = Math.max(reached, progress);
      // While listening, the player saves the position.
      if ('listening' in document.documentElement.dataset) {
        if (offer.current.isOffered) offer.current.decline();
        return;
      }
      const place = `${block}.${char}`;
      const isKnown = known?.place === place && progress < FINISHED_PROGRESS;
      if (!canFinish(tale, progress) || progress < MIN_PROGRESS || window.scrollY < 50 || isKnown) return;
      if (offer.current.isOffered && known !== undefined && progress < Math.min(known.progress, 3 * MIN_PROGRESS)) return;
      if (offer.current.isOffered) offer.current.decline();
      // A finished tale stays finished when it is read again.
      if (known?.finished) return;
      changeBookshelf({ op: 'position', tale, place, quote, progress, finished: false });
      if (progress >= FINISHED_PROGRESS) finishTale(tale);
    };
    const moved = () => {
      isMoved = true;
      clearTimeout(timer);
      timer = setTimeout(keep, SCROLL_IDLE_MS);
    };
    const count = () => trackReading('depth', tale, Math.floor((reached + 1 - FINISHED_PROGRESS) * 10));
    const leave = () => {
      keep();
      count();
    };
    // The scroll that loaded this component may have been the last one.
    moved();
    // Capture, as paged mode scrolls within the text element.
    addEventListener('scroll', moved, { passive: true, capture: true });
    addEventListener('pagehide', leave);
    return () => {
      clearTimeout(timer);
      removeEventListener('scroll', moved, { capture: true });
      removeEventListener('pagehide', leave);
      count();
    };
  }, [tale, of]);
}

/** Remaining reading time, shown while reading. */
function MinutesLeft({ of, words }: { of: string; words: number }) {
  const [text, setText] = useState('');
  useEffect(() => {
    const speed = readingSpeed();
    let frame = 0;
    const draw = () => {
      frame = 0;
      const text = document.getElementById(of);
      const share = text === null ? null : remainingShare(text);
      const left = share === null ? '' : minutesLeftText(words * share, speed);
      setText(left);
      // Also announced by the progress bar.
      const line = document.querySelector('.progress');
      if (left === '') line?.removeAttribute('aria-valuetext');
      else line?.setAttribute('aria-valuetext', left);
    };
    const later = () => {
      frame ||= requestAnimationFrame(draw);
    };
    draw();
    // Capture, as paged mode scrolls within the text element.
    addEventListener('scroll', later, { passive: true, capture: true });
    addEventListener('resize', later);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', later, { capture: true });
      removeEventListener('resize', later);
    };
  }, [of, words]);
  return text === '' ? null : <p className="minutes-left">{text}</p>;
}
