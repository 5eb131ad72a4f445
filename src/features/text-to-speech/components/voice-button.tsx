import { useId } from 'react';
import { isSilent, voiceOf } from '../player.ts';
import type { PlayerState } from '../player-state.ts';
import type { Dispatch } from '../speech-engines.ts';
import { BarPanel, PlayerIcon } from './bar-panel.tsx';
import { RATES, SILENT_SPEEDS, voicesFor } from './voice-settings.ts';

type Props = { player: PlayerState; dispatch: Dispatch };

/** Voice and speed; without a voice, the scrolling speed. */
export function VoiceButton({ player, dispatch }: Props) {
  const isMoving = isSilent(player) && player.areVoicesKnown;
  const word = isMoving ? `${player.pace}` : `${player.rate}×`;
  return (
    <BarPanel
      icon={<PlayerIcon name="voice" />}
      word={word}
      name={isMoving ? 'Speed' : 'Voice'}
      {...(isMoving && { unit: 'words per minute' })}
    >
      {() => (
        <>
          <VoiceChoice player={player} dispatch={dispatch} />
          {isMoving ? <PaceStepper player={player} dispatch={dispatch} /> : <RateStepper player={player} dispatch={dispatch} />}
        </>
      )}
    </BarPanel>
  );
}

function VoiceChoice({ player, dispatch }: Props) {
  const id = useId();
  const voices = voicesFor(player.voices, player.language);
  const chosen = voiceOf(player, player.language);
  if (voices.length === 0) return null;
  return (
    <div className="bar-field">
      <label className="label" htmlFor={id}>
        Voice
      </label>
      <select id={id} className="input" value={chosen?.id ?? ''} onChange={(event) => dispatch({ on: 'voice', id: event.target.value })}>
        {chosen === null ? <option value="">None</option> : null}
        {voices.map(({ id: voiceId, name, isLocal }) => (
          <option key={voiceId} value={voiceId}>
            {isLocal ? `${name} (works offline)` : name}
          </option>
        ))}
      </select>
    </div>
  );
}

function RateStepper({ player, dispatch }: Props) {
  const at = RATES.indexOf(player.rate as (typeof RATES)[number]);
  const by = (steps: number) => {
    const rate = RATES[at + steps];
    if (rate !== undefined) dispatch({ on: 'rate', rate });
  };
  return <Stepper label="Speed" value={`${player.rate}×`} isLeast={at === 0} isMost={at === RATES.length - 1} by={by} />;
}

function PaceStepper({ player: { pace }, dispatch }: Props) {
  const by = (steps: number) => dispatch({ on: 'pace', pace: pace + steps * SILENT_SPEEDS.step });
  return (
    <Stepper label="Words per minute" value={String(pace)} isLeast={pace <= SILENT_SPEEDS.min} isMost={pace >= SILENT_SPEEDS.max} by={by} />
  );
}

type StepperProps = { label: string; value: string; isLeast: boolean; isMost: boolean; by: (steps: number) => void };

function Stepper({ label, value, isLeast, isMost, by }: StepperProps) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend, which cannot be placed inline
    <div className="bar-field bar-stepper" role="group" aria-labelledby={id}>
      <span className="label" id={id}>
        {label}
      </span>
      <button type="button" className="icon-btn" aria-label="Slower" aria-disabled={isLeast} onClick={() => (isLeast ? undefined : by(-1))}>
        <PlayerIcon name="minus" />
      </button>
      <output className="figures">{value}</output>
      <button type="button" className="icon-btn" aria-label="Faster" aria-disabled={isMost} onClick={() => (isMost ? undefined : by(1))}>
        <PlayerIcon name="plus" />
      </button>
    </div>
  );
}
