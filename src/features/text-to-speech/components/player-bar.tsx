import { type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import '#src/ui/styles/reading/aloud.css';
import '#src/ui/styles/reading/aloud-sheets.css';
import { isOverlayOpen } from '#src/features/reading/components/keyboard-shortcuts.ts';
import { Icon } from '#src/ui/icon.tsx';
import { Picture } from '#src/ui/picture.tsx';
import { isSilent } from '../player.ts';
import type { Note, PlayerState } from '../player-state.ts';
import type { Dispatch } from '../speech-engines.ts';
import { sentenceAtPoint, TEXT_ID } from '../tts-highlighting.ts';
import { PlayerIcon } from './bar-panel.tsx';
import type { Session } from './session.ts';
import { SleepTimerButton } from './sleep-timer-button.tsx';
import { VoiceButton } from './voice-button.tsx';

/** Elements with their own click behaviour. */
const INTERACTIVE = 'a, button, summary, input, [role="button"]';
/** Space for the button, and above the player bar, in pixels. */
const WIDTH = 170;
const FOOT = 220;

/** The player bar at the bottom of the window. */
export function PlayerBar({ session }: { session: Session }) {
  const { player, tale, isAway } = useSyncExternalStore(session.subscribe, session.read);
  const bar = useRef<HTMLElement>(null);
  usePlayerKeys(bar, session);
  useEffect(() => bar.current?.querySelector<HTMLElement>('.listen-play')?.focus(), []);
  const note = noteText(player);
  return (
    <>
      <section ref={bar} className="listen" aria-label="Read aloud">
        {isAway ? (
          <button type="button" className="btn btn-solid listen-back" onClick={session.scrollBack}>
            Back to the {isSilent(player) ? 'sentence' : 'voice'}
          </button>
        ) : null}
        <p className="visually-hidden" role="status">
          {statusText(player)}
        </p>
        <div className="listen-tale">
          <span className="cover">
            <Picture address={tale.coverImage} sizes="3rem" />
          </span>
          <span>
            <b lang={tale.language}>{tale.title}</b>
            <small>{timeLeft(player)}</small>
          </span>
        </div>
        <PlayKeys player={player} session={session} />
        <div className="listen-more">
          <VoiceButton player={player} dispatch={session.dispatch} />
          <SleepTimerButton player={player} dispatch={session.dispatch} />
        </div>
        <button type="button" className="icon-btn listen-close" aria-label="Stop listening" onClick={session.close}>
          <Icon name="close" />
        </button>
        <p className="listen-note" role="status">
          {note === null ? null : (
            <>
              <Icon name="warning" />
              {note}
            </>
          )}
        </p>
      </section>
      <ReadFromHere player={player} dispatch={session.dispatch} />
      {player.isNight ? <GoodNightScreen onLift={() => session.dispatch({ on: 'lift' })} /> : null}
    </>
  );
}

function PlayKeys({ player, session }: { player: PlayerState; session: Session }) {
  const isGoing = player.status !== 'paused' && player.status !== 'finished';
  const isStill = player.status === 'between' || player.sentences.length === 0;
  return (
    <div className="listen-keys">
      <button
        type="button"
        className="icon-btn"
        aria-label="Previous sentence"
        aria-disabled={isStill || undefined}
        onClick={() => isStill || session.dispatch({ on: 'previous' })}
      >
        <PlayerIcon name="previous" />
      </button>
      <button
        type="button"
        className="listen-play"
        aria-label={isGoing ? 'Pause' : 'Play'}
        onClick={() => session.dispatch({ on: 'toggle' })}
      >
        <PlayerIcon name={isGoing ? 'pause' : 'play'} />
      </button>
      <button
        type="button"
        className="icon-btn"
        aria-label="Next sentence"
        aria-disabled={isStill || undefined}
        onClick={() => isStill || session.dispatch({ on: 'next' })}
      >
        <PlayerIcon name="next" />
      </button>
    </div>
  );
}

/** Typical speed of voices at rate 1. */
const VOICE_WORDS_PER_MINUTE = 150;

const NOTES: Record<Note, string> = {
  'no-voice': 'This device has no voices. The page scrolls automatically instead.',
  'voices-failed': 'The voice does not work. The page scrolls automatically instead.',
  'other-voice': 'That voice does not work. Another one is used.',
  refused: 'Your browser blocked playback. Press Play to continue.',
  'no-next': "Couldn't open the next tale.",
  'last-tale': 'That was the last tale.',
};

/** Text of the live region. 'Good night' is announced by the good-night screen. */
export function statusText({ status }: PlayerState): string {
  if (status === 'finished') return 'Finished';
  if (status === 'between') return 'Next tale';
  if (status === 'waiting') return '';
  return status === 'reading' ? 'Reading' : 'Paused';
}

export function noteText(player: PlayerState): string | null {
  if (player.note === null) return null;
  const hasOthers = player.note === 'no-voice' && player.voices.length > 0;
  return hasOthers ? 'This device has no voice for this language. The page scrolls automatically instead.' : NOTES[player.note];
}

/** Text below the title: remaining time or state. */
export function timeLeft(player: PlayerState): string {
  if (player.status === 'finished') return player.isNight ? 'Good night' : 'The end';
  if (player.status === 'between') return 'Loading the next tale';
  const words = player.sentences.slice(player.at).reduce((sum, sentence) => sum + sentence.words, 0);
  const speed = isSilent(player) ? player.pace : VOICE_WORDS_PER_MINUTE * player.rate;
  const minutes = Math.round(words / speed);
  return minutes < 1 ? 'Less than a minute left' : `${minutes} min left`;
}

/** Dark screen at the end of the sleep timer; any tap or key closes it. */
export function GoodNightScreen({ onLift }: { onLift: () => void }) {
  const screen = useRef<HTMLButtonElement>(null);
  const close = useRef(onLift);
  close.current = onLift;
  useEffect(() => {
    screen.current?.focus();
    const keyed = (event: KeyboardEvent) => {
      event.preventDefault();
      event.stopPropagation();
      close.current();
    };
    addEventListener('keydown', keyed, { capture: true });
    return () => {
      removeEventListener('keydown', keyed, { capture: true });
      document.querySelector<HTMLElement>('.listen-play')?.focus();
    };
  }, []);
  return (
    <button type="button" ref={screen} className="sleep-overlay" aria-label="Good night. Press any key to close." onClick={onLift}>
      <span>Good night</span>
    </button>
  );
}

const FIELDS = 'input, textarea, select, [contenteditable=""], [contenteditable="true"], dialog, [role="dialog"], [role="alertdialog"]';
/** Elements activated by the space bar. */
const PRESSED_BY_SPACE = 'a[href], button, summary, audio, video, [role="button"]';

/** Space and k toggle playback outside of fields; in the bar, arrows change the sentence and Escape closes it. */
export function usePlayerKeys(bar: RefObject<HTMLElement | null>, session: Session): void {
  useEffect(() => {
    const act = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : document.body;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || target.closest(FIELDS) !== null) return;
      const action = actionForKey(event.key, bar.current?.contains(target) ?? false, target);
      if (action === null) return;
      event.preventDefault();
      if (action === 'close') session.close();
      else session.dispatch({ on: action });
    };
    document.addEventListener('keydown', act);
    return () => document.removeEventListener('keydown', act);
  }, [bar, session]);
}

function actionForKey(key: string, isInBar: boolean, target: Element): 'toggle' | 'previous' | 'next' | 'close' | null {
  if (key === 'k' || (key === ' ' && target.closest(PRESSED_BY_SPACE) === null)) return 'toggle';
  if (!isInBar) return null;
  if (key === 'ArrowLeft') return 'previous';
  if (key === 'ArrowRight') return 'next';
  // An open panel closes first.
  return key === 'Escape' && !isOverlayOpen() ? 'close' : null;
}

/** Button next to a clicked sentence to read from there. Keyboard users use the arrow keys of the player. */
function ReadFromHere({ player, dispatch }: { player: PlayerState; dispatch: Dispatch }) {
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
