import { useId } from 'react';
import { PACES, RATES } from '../aloud-settings.ts';
import type { Tell } from '../engine.ts';
import { isPageMoving, voiceOf } from '../player-orders.ts';
import type { PlayerState } from '../player-state.ts';
import { voicesFor } from '../voices.ts';
import { BarPanel } from './bar-panel.tsx';
import { PlayerIcon } from './player-icon.tsx';

type Props = { player: PlayerState; tell: Tell };

/** Who reads, and how fast; without a voice, how fast the page moves. */
export function VoiceButton({ player, tell }: Props) {
  const isMoving = isPageMoving(player) && player.areVoicesKnown;
  const word = isMoving ? `${player.pace}` : `${player.rate}×`;
  return (
    <BarPanel
      icon={<PlayerIcon name="voice" />}
      word={word}
      name={isMoving ? 'Pace' : 'Voice'}
      {...(isMoving && { unit: 'words a minute' })}
    >
      {() => (
        <>
          <VoiceChoice player={player} tell={tell} />
          {isMoving ? <PaceStepper player={player} tell={tell} /> : <RateStepper player={player} tell={tell} />}
        </>
      )}
    </BarPanel>
  );
}

function VoiceChoice({ player, tell }: Props) {
  const id = useId();
  const voices = voicesFor(player.voices, player.language);
  const chosen = voiceOf(player, player.language);
  if (voices.length === 0) return null;
  return (
    <div className="bar-field">
      <label className="label" htmlFor={id}>
        Who reads
      </label>
      <select id={id} className="input" value={chosen?.id ?? ''} onChange={(event) => tell({ on: 'voice', id: event.target.value })}>
        {chosen === null ? <option value="">Nobody</option> : null}
        {voices.map(({ id: voiceId, name, isLocal }) => (
          <option key={voiceId} value={voiceId}>
            {isLocal ? `${name} (works offline)` : name}
          </option>
        ))}
      </select>
    </div>
  );
}

function RateStepper({ player, tell }: Props) {
  const at = RATES.indexOf(player.rate as (typeof RATES)[number]);
  const by = (steps: number) => {
    const rate = RATES[at + steps];
    if (rate !== undefined) tell({ on: 'rate', rate });
  };
  return <Stepper label="Speed" value={`${player.rate}×`} isLeast={at === 0} isMost={at === RATES.length - 1} by={by} />;
}

function PaceStepper({ player: { pace }, tell }: Props) {
  const by = (steps: number) => tell({ on: 'pace', pace: pace + steps * PACES.step });
  return <Stepper label="Words a minute" value={String(pace)} isLeast={pace <= PACES.least} isMost={pace >= PACES.most} by={by} />;
}

type StepperProps = { label: string; value: string; isLeast: boolean; isMost: boolean; by: (steps: number) => void };

function Stepper({ label, value, isLeast, isMost, by }: StepperProps) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend, which cannot stand beside what it names
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
