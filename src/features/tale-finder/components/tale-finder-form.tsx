import { type FormEvent, type ReactNode, useState } from 'react';
import { resetSpeed, useReadingSpeed } from '#src/features/reading/components/reading-speed-store.ts';
import { SPEED_LIMITS, type SpeedMode } from '#src/features/reading/text/reading-speed.ts';
import { MINUTES } from '#src/features/tales/browse-query.ts';
import { AGE_BANDS } from '#src/ui/hidden-ages.ts';
import { Icon } from '#src/ui/icon.tsx';
import { navigate } from '#src/ui/navigate.ts';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { parseFinderQuery, roundSpeed, type TaleFinderQuery, writeFinderQuery } from '../finder-query.ts';

const DEFAULT_MINUTES = 15;
const EMPTY_QUERY: TaleFinderQuery = { minutes: null, how: 'aloud', what: 'one', age: [], calm: false, pace: null, choice: 1 };
const HOW: Record<SpeedMode, string> = { aloud: 'Aloud', silent: 'Silently' };
const WHAT = { one: 'One tale', set: 'Several tales' } as const;

/**
 * Form for tales that fit into a number of minutes. A plain GET form; with JavaScript it adds the measured reading speed and excludes hidden
 * ages.
 */
export function TaleFinderForm({ query = EMPTY_QUERY }: { query?: TaleFinderQuery }) {
  const [how, setHow] = useState<SpeedMode>(query.how);
  const own = useReadingSpeed()[how];
  const pace = own ?? (query.how === how ? query.pace : null);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const params = new URLSearchParams();
    for (const [name, value] of new FormData(event.currentTarget)) params.append(name, String(value));
    const ages = visibleAges();
    if (ages.length > 0 && !params.has('age')) params.set('age', ages.join(','));
    navigate(urls.howLong(writeFinderQuery(parseFinderQuery(params))));
  }

  return (
    <form className="how-long" action={urls.howLong()} method="get" aria-label="How long have we got?" onSubmit={submit}>
      <Choices legend="Age">
        {AGE_BANDS.map((age) => (
          <Pill
            key={age}
            isMultiple
            name="age"
            value={age}
            label={age.replace('-', '–')}
            isChosen={query.age.includes(age)}
            extra="years"
          />
        ))}
        <Pill isMultiple name="calm" value="yes" label="Nothing scary" isChosen={query.calm} />
      </Choices>
      <Choices legend="Minutes">
        {MINUTES.map((minutes) => (
          <Pill
            key={minutes}
            name="minutes"
            value={String(minutes)}
            label={String(minutes)}
            isChosen={minutes === (query.minutes ?? DEFAULT_MINUTES)}
            extra="minutes"
          />
        ))}
      </Choices>
      <Choices legend="How it is read">
        {(['aloud', 'silent'] as const).map((mode) => (
          <Pill key={mode} name="how" value={mode} label={HOW[mode]} isChosen={mode === query.how} onChoose={() => setHow(mode)} />
        ))}
      </Choices>
      <Choices legend="How many tales">
        {(['one', 'set'] as const).map((what) => (
          <Pill key={what} name="what" value={what} label={WHAT[what]} isChosen={what === query.what} />
        ))}
      </Choices>
      {pace === null ? null : <input type="hidden" name="pace" value={clampSpeed(roundSpeed(pace), how)} />}
      <button type="submit" className="btn btn-solid">
        <Icon name="clock" />
        Find a tale
      </button>
      {own === null ? null : <MeasuredSpeed pace={roundSpeed(own)} how={how} />}
    </form>
  );
}

function MeasuredSpeed({ pace, how }: { pace: number; how: SpeedMode }) {
  return (
    <p className="own-pace">
      At your reading speed ({pace} words per minute{how === 'aloud' ? ' aloud' : ''}).{' '}
      <button type="button" className="link" onClick={(event) => reset(event.currentTarget)}>
        Reset
      </button>
    </p>
  );
}

/** Moves the focus first, as the button disappears. */
function reset(button: HTMLButtonElement): void {
  button.form?.querySelector<HTMLElement>('[type="submit"]')?.focus();
  resetSpeed();
  void toast({ title: 'Reading speed reset' });
}

function Choices({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="pills">
      <legend>{legend}</legend>
      <div>{children}</div>
    </fieldset>
  );
}

type PillProps = {
  name: string;
  value: string;
  label: string;
  isChosen: boolean;
  /** For screen readers only. */
  extra?: string;
  /** Several can be chosen. */
  isMultiple?: boolean;
  onChoose?: () => void;
};

/** Radio button or checkbox styled as a pill. */
function Pill({ name, value, label, isChosen, extra, isMultiple = false, onChoose }: PillProps) {
  return (
    <label>
      <input type={isMultiple ? 'checkbox' : 'radio'} name={name} value={value} defaultChecked={isChosen} onChange={onChoose} />
      <span>
        {label}
        {extra === undefined ? null : <span className="visually-hidden"> {extra}</span>}
      </span>
    </label>
  );
}

/** Returns the ages that are not hidden; empty when none is hidden. */
function visibleAges(): string[] {
  const hidden = (document.documentElement.dataset.hiddenAges ?? '').split(' ').filter((age) => age !== '');
  return hidden.length === 0 ? [] : AGE_BANDS.filter((age) => !hidden.includes(age));
}

function clampSpeed(pace: number, how: SpeedMode): number {
  return Math.min(SPEED_LIMITS[how].max, Math.max(SPEED_LIMITS[how].min, pace));
}

type Props = Pick<TaleFinderQuery, 'minutes' | 'age' | 'calm'>;

/** Collapsed form above a list, prefilled with the list's filters; minutes are of silent reading. */
export function TaleFinderFold({ minutes, age, calm }: Props) {
  const how = minutes === null ? 'aloud' : 'silent';
  return (
    <details className="how-long-fold">
      <summary>
        <Icon name="clock" />
        How long have we got?
        <Icon name="down" className="fold-turn" />
      </summary>
      <div className="how-long-card">
        <TaleFinderForm query={{ minutes, how, what: 'one', age, calm, pace: null, choice: 1 }} />
      </div>
    </details>
  );
}
