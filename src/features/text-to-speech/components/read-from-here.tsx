import { useCallback, useEffect, useState } from 'react';
import type { PlayerState } from '../player-state.ts';
import type { Dispatch } from '../speech-engines.ts';
import { sentenceAtPoint, TEXT_ID } from '../tts-highlighting.ts';
import { PlayerIcon } from './bar-panel.tsx';

/** Elements with their own click behaviour. */
const INTERACTIVE = 'a, button, summary, input, [role="button"]';
/** Space for the button, and above the player bar, in pixels. */
const WIDTH = 170;
const FOOT = 220;

/** Button next to a clicked sentence to read from there. Keyboard users use the arrow keys of the player. */
export function ReadFromHere({ player, dispatch }: { player: PlayerState; dispatch: Dispatch }) {
  const [clicked, setClicked] = useState<{ at: number; x: number; y: number } | null>(null);
  const { sentences } = player;

  useEffect(() => {
    const click = (event: MouseEvent) => {
      const { target, clientX: x, clientY: y } = event;
      if (!(target instanceof Element) || target.closest('.read-from-here') !== null) return;
      const isText = target.closest(`#${TEXT_ID}`) !== null && target.closest(INTERACTIVE) === null;
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
        dispatch({ on: 'go', at: clicked.at });
        setClicked(null);
      }}
    >
      <PlayerIcon name="play" />
      Read from here
    </button>
  );
}
