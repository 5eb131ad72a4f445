import { type FormEvent, type ReactNode, useState } from 'react';
import { AGE_BANDS, MINUTES } from '#src/features/tales/browse-query.ts';
import { go } from '#src/ui/go.ts';
import { Icon } from '#src/ui/icon.tsx';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { type HowLongQuery, parseHowLong, roundPace, writeHowLong } from '../how-long-query.ts';
import { LIMITS, type Mode } from '../pace.ts';
import { forgetPace, usePace } from './pace-store.ts';

const USUAL_MINUTES = 15;
const NOTHING_ASKED: HowLongQuery = { minutes: null, how: 'aloud', what: 'one', age: [], pace: null, choice: 1 };
const HOW: Record<Mode, string> = { aloud: 'Aloud', silent: 'Silently' };
const WHAT = { one: 'One tale', set: 'Several tales' } as const;

/**
 * Asks for tales that fit into some minutes. A plain GET form; with scripts it also asks for the pace that this device has learned and
 * leaves out the ages that are veiled.
 */
export function HowLongForm({ query = NOTHING_ASKED }: { query?: HowLongQuery }) {
  const [how, setHow] = useState<Mode>(query.how);
  const own = usePace()[how];
  const pace = own ?? (query.how === how ? query.pace : null);

  function ask(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const params = new URLSearchParams();
    for (const [name, value] of new FormData(event.currentTarget)) params.append(name, String(value));
    const ages = shownAges();
    if (ages.length > 0) params.set('age', ages.join(','));
    go(urls.howLong(writeHowLong(parseHowLong(params))));
  }

  return (
    <form className="how-long" action={urls.howLong()} method="get" aria-label="How long have we got?" onSubmit={ask}>
      <Choices legend="Minutes">
        {MINUTES.map((minutes) => (
          <Pill
            key={minutes}
            name="minutes"
            value={String(minutes)}
            label={String(minutes)}
            isChosen={minutes === (query.minutes ?? USUAL_MINUTES)}
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
      {query.age.map((age) => (
        <input key={age} type="hidden" name="age" value={age} />
      ))}
      {pace === null ? null : <input type="hidden" name="pace" value={inLimits(roundPace(pace), how)} />}
      <button type="submit" className="btn btn-solid">
        <Icon name="clock" />
        Find a tale
      </button>
      {own === null ? null : <OwnPace pace={roundPace(own)} how={how} />}
    </form>
  );
}

function OwnPace({ pace, how }: { pace: number; how: Mode }) {
  return (
    <p className="own-pace">
      At your pace ({pace} words a minute{how === 'aloud' ? ' aloud' : ''}).{' '}
      <button type="button" className="link" onClick={(event) => forget(event.currentTarget)}>
        Forget it
      </button>
    </p>
  );
}

/** The button goes, and the focus would with it. */
function forget(button: HTMLButtonElement): void {
  button.form?.querySelector<HTMLElement>('[type="submit"]')?.focus();
  forgetPace();
  void toast({ title: 'Your pace is forgotten' });
}

function Choices({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="pills">
      <legend>{legend}</legend>
      <div>{children}</div>
    </fieldset>
  );
}

type PillProps = { name: string; value: string; label: string; isChosen: boolean; extra?: string; onChoose?: () => void };

/** A radio button that looks like one of a row of pills. `extra` is said and not shown. */
function Pill({ name, value, label, isChosen, extra, onChoose }: PillProps) {
  return (
    <label>
      <input type="radio" name={name} value={value} defaultChecked={isChosen} onChange={onChoose} />
      <span>
        {label}
        {extra === undefined ? null : <span className="visually-hidden"> {extra}</span>}
      </span>
    </label>
  );
}

/** The ages that are not veiled; none where nothing is. */
function shownAges(): string[] {
  const hidden = (document.documentElement.dataset.hiddenAges ?? '').split(' ').filter((age) => age !== '');
  return hidden.length === 0 ? [] : AGE_BANDS.filter((age) => !hidden.includes(age));
}

function inLimits(pace: number, how: Mode): number {
  return Math.min(LIMITS[how].most, Math.max(LIMITS[how].least, pace));
}
