import { useEffect, useState } from 'react';
import { type BedtimeTimer, MINUTE_CHOICES, TALE_CHOICES, timerWords } from '../bedtime-timer.ts';
import type { Tell } from '../engine.ts';
import type { PlayerState } from '../player-state.ts';
import { BarPanel } from './bar-panel.tsx';
import { PlayerIcon } from './player-icon.tsx';

const TALES: Record<(typeof TALE_CHOICES)[number], string> = { 1: 'This one', 2: 'One more', 3: 'Two more' };
/** How often the minutes that are left are looked at. */
const LOOK_MS = 5_000;

/** The timer of bedtime: until which tale, or for how many minutes. What is left stands on the button. */
export function BedtimeButton({ player, tell }: { player: PlayerState; tell: Tell }) {
  const { timer } = player;
  const now = useNow(timer?.in === 'minutes');
  return (
    <BarPanel
      icon={<PlayerIcon name="moon" />}
      word={timer === null ? 'Bedtime' : timerWords(timer, now)}
      name="Bedtime"
      isSet={timer !== null}
    >
      {(close) => (
        <Choices
          timer={timer}
          choose={(chosen) => {
            tell({ on: 'timer', timer: chosen });
            close();
          }}
        />
      )}
    </BarPanel>
  );
}

function Choices({ timer, choose }: { timer: BedtimeTimer | null; choose: (timer: BedtimeTimer | null) => void }) {
  return (
    <>
      <p className="bar-hint">Reads on by candlelight, then the screen goes dark.</p>
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
    const clock = setInterval(() => setNow(Date.now()), LOOK_MS);
    return () => clearInterval(clock);
  }, [isMoving]);
  return now;
}
