import { useCallback, useEffect, useState } from 'react';
import type { Tell } from '../engine.ts';
import type { PlayerState } from '../player-state.ts';
import { sentenceAtPoint, TEXT_ID } from '../sentence-range.ts';
import { PlayerIcon } from './player-icon.tsx';

/** What is to be pressed in a text has its own meaning. */
const OWN_MEANING = 'a, button, summary, input, [role="button"]';
/** Room that the button needs, and the bar at the foot of the window, pixels. */
const WIDTH = 170;
const FOOT = 220;

/** Beside a sentence that was clicked: reads on from there. With the keyboard one goes there by the arrows. */
export function ReadFromHere({ player, tell }: { player: PlayerState; tell: Tell }) {
  const [clicked, setClicked] = useState<{ at: number; x: number; y: number } | null>(null);
  const { sentences } = player;

  useEffect(() => {
    const click = (event: MouseEvent) => {
      const { target, clientX: x, clientY: y } = event;
      if (!(target instanceof Element) || target.closest('.read-from-here') !== null) return;
      const isText = target.closest(`#${TEXT_ID}`) !== null && target.closest(OWN_MEANING) === null;
      const at = isText && !event.defaultPrevented && getSelection()?.isCollapsed !== false ? sentenceAtPoint(sentences, x, y) : -1;
      setClicked(at < 0 ? null : { at, x: Math.min(x, innerWidth - WIDTH), y });
    };
    const key = ({ key: name }: KeyboardEvent) => name === 'Escape' && setClicked(null);
    document.addEventListener('click', click);
    document.addEventListener('keydown', key);
    return () => {
      document.removeEventListener('click', click);
      document.removeEventListener('keydown', key);
    };
  }, [sentences]);

  const place = useCallback(
    (button: HTMLButtonElement | null) => {
      const y = clicked?.y ?? 0;
      button?.style.setProperty('left', `${Math.max(8, (clicked?.x ?? 0) + scrollX)}px`);
      button?.style.setProperty('top', `${y + scrollY + (y > innerHeight - FOOT ? -62 : 18)}px`);
    },
    [clicked],
  );

  if (clicked === null) return null;
  return (
    <button
      type="button"
      ref={place}
      className="btn btn-solid read-from-here"
      onClick={() => {
        tell({ on: 'go', at: clicked.at });
        setClicked(null);
      }}
    >
      <PlayerIcon name="play" />
      Read from here
    </button>
  );
}
