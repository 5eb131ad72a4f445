import { useEffect, useState } from 'react';
import { Icon } from '#src/ui/icon.tsx';
import type { PlayerState } from '../player-state.ts';
import { type SleepTimer, timerText } from '../sleep-timer.ts';
import type { Dispatch } from '../speech-engines.ts';
import { BarPanel } from './bar-panel.tsx';

const TALE_CHOICES = [1, 2, 3] as const;

const MINUTE_CHOICES = [5, 10, 15, 20, 30, 45] as const;

const TALES: Record<(typeof TALE_CHOICES)[number], string> = { 1: 'This one', 2: 'One more', 3: 'Two more' };
const REFRESH_MS = 5_000;

/** Sleep timer: a number of tales or minutes. The button shows what is left. */
export function SleepTimerButton({ player, dispatch }: { player: PlayerState; dispatch: Dispatch }) {
  const { timer } = player;
  const now = useNow(timer?.in === 'minutes');
  return (
    <BarPanel icon={<Icon name="moon" />} word={timer === null ? 'Bedtime' : timerText(timer, now)} name="Bedtime" isSet={timer !== null}>
      {(close) => (
        <Choices
          timer={timer}
          choose={(chosen) => {
            dispatch({ on: 'timer', timer: chosen });
            close();
          }}
        />
      )}
    </BarPanel>
  );
}

function Choices({ timer, choose }: { timer: SleepTimer | null; choose: (timer: SleepTimer | null) => void }) {
  return (
    <>
      <p className="bar-hint">Reads by candlelight, then turns the screen dark.</p>
      <fieldset className="bar-field">
        <legend className="label">Tales</legend>
        <div className="bar-choices">
          {TALE_CHOICES.map((left) => (
            <button
              key={left}
              type="button"
              className="chip"
              aria-pressed={timer?.in === 'tales' && timer.left === left}
              onClick={() => choose({ in: 'tales', left })}
            >
              {TALES[left]}
            </button>
          ))}
        </div>
      </fieldset>
      <fieldset className="bar-field">
        <legend className="label">Minutes</legend>
        <div className="bar-choices is-six">
          {MINUTE_CHOICES.map((minutes) => (
            <button
              key={minutes}
              type="button"
              className="chip figures"
              aria-label={`${minutes} minutes`}
              onClick={() => choose({ in: 'minutes', endsAt: Date.now() + minutes * 60_000, leftMs: null })}
            >
              {minutes}
            </button>
          ))}
        </div>
      </fieldset>
      {timer === null ? null : (
        <button type="button" className="btn btn-line btn-wide" onClick={() => choose(null)}>
          No timer
        </button>
      )}
    </>
  );
}

function useNow(isMoving: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isMoving) return;
    setNow(Date.now());
    const clock = setInterval(() => setNow(Date.now()), REFRESH_MS);
    return () => clearInterval(clock);
  }, [isMoving]);
  return now;
}
