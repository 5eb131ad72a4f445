import { useEffect, useRef, useSyncExternalStore } from 'react';
import '#src/ui/styles/reading/aloud.css';
import '#src/ui/styles/reading/aloud-sheets.css';
import { Icon } from '#src/ui/icon.tsx';
import { Picture } from '#src/ui/picture.tsx';
import { isPageMoving } from '../player-orders.ts';
import type { PlayerState } from '../player-state.ts';
import { BedtimeButton } from './bedtime-button.tsx';
import { NightVeil } from './night-veil.tsx';
import { PlayerIcon } from './player-icon.tsx';
import { noteWords, statusWords, timeLeft } from './player-words.ts';
import { ReadFromHere } from './read-from-here.tsx';
import type { Session } from './session.ts';
import { usePlayerKeys } from './use-player-keys.ts';
import { VoiceButton } from './voice-button.tsx';

/** The bar at the foot of the window, while one listens. */
export function PlayerBar({ session }: { session: Session }) {
  const { player, tale, isAway } = useSyncExternalStore(session.subscribe, session.read);
  const bar = useRef<HTMLElement>(null);
  usePlayerKeys(bar, session);
  useEffect(() => bar.current?.querySelector<HTMLElement>('.listen-play')?.focus(), []);
  const note = noteWords(player);
  return (
    <>
      <section ref={bar} className="listen" aria-label="Read aloud">
        {isAway ? (
          <button type="button" className="btn btn-solid listen-back" onClick={session.comeBack}>
            Back to the {isPageMoving(player) ? 'sentence' : 'voice'}
          </button>
        ) : null}
        <p className="visually-hidden" role="status">
          {statusWords(player)}
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
          <VoiceButton player={player} tell={session.tell} />
          <BedtimeButton player={player} tell={session.tell} />
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
      <ReadFromHere player={player} tell={session.tell} />
      {player.isNight ? <NightVeil onLift={() => session.tell({ on: 'lift' })} /> : null}
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
        onClick={() => isStill || session.tell({ on: 'previous' })}
      >
        <PlayerIcon name="previous" />
      </button>
      <button type="button" className="listen-play" aria-label={isGoing ? 'Pause' : 'Play'} onClick={() => session.tell({ on: 'toggle' })}>
        <PlayerIcon name={isGoing ? 'pause' : 'play'} />
      </button>
      <button
        type="button"
        className="icon-btn"
        aria-label="Next sentence"
        aria-disabled={isStill || undefined}
        onClick={() => isStill || session.tell({ on: 'next' })}
      >
        <PlayerIcon name="next" />
      </button>
    </div>
  );
}
