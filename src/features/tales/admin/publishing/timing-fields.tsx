import { createContext, useContext } from 'react';
import { formatDate, fromDateTimeLocal, toDateTimeLocal } from '#src/ui/format.ts';
import { Icon } from '#src/ui/icon.tsx';
import type { ManagedTale } from '../contract.ts';
import type { FormStore } from '../form/form-store.ts';
import type { Publication } from '../form/use-save.ts';

/** When to publish. `dated`: at once, with the date in the form, which is past. `local`: value of the date and time input. */
export type Timing = { when: 'now' | 'dated' | 'later'; local: string; date: string };

/** Hook that returns when the next newsletter issue with new tales is sent, ISO 8601; null if none is planned. Provided by the page. */
export const NextIssue = createContext<() => string | null>(() => null);

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A date this close to the creation of a draft was not chosen by an editor. */
const SAME_MOMENT_MS = 60_000;

/** Returns what the form says: a date that an editor has chosen counts, otherwise the tale is published now. */
export function initialTiming(form: FormStore, tale: ManagedTale | null, now = Date.now()): Timing {
  const date = form.values().publish_date;
  const time = Date.parse(date);
  const tomorrow = new Date(Math.ceil((now + DAY_MS) / HOUR_MS) * HOUR_MS).toISOString();
  if (time > now) return { when: 'later', local: toDateTimeLocal(date), date };
  const unset = Date.parse(tale?.created_at ?? form.base().fields.publish_date);
  const isChosen = Math.abs(time - unset) > SAME_MOMENT_MS;
  return { when: isChosen ? 'dated' : 'now', local: toDateTimeLocal(tomorrow), date: isChosen ? date : '' };
}

/** Returns what is wrong with the time; '' if it is valid. */
export function timingProblem({ when, local }: Timing, now = Date.now()): string {
  if (when !== 'later') return '';
  const time = Date.parse(fromDateTimeLocal(local));
  if (Number.isNaN(time)) return 'Enter a date and a time';
  return time > now ? '' : 'Must be in the future. To publish at once, choose “Now”.';
}

export function toPublication({ when, local }: Timing): Publication {
  if (when === 'dated') return { status: 'published' };
  return { status: 'published', publish_date: when === 'now' ? 'now' : fromDateTimeLocal(local) };
}

type Props = { timing: Timing; problem: string; scope: string; onChange: (timing: Timing) => void };

/** When to publish, and what will happen. */
export function TimingFields({ timing, problem, scope, onChange }: Props) {
  const { when, local, date } = timing;
  const choice = (value: Timing['when'], text: string) => (
    <label className="check">
      <input type="radio" name={`${scope}-when`} checked={when === value} onChange={() => onChange({ ...timing, when: value })} />
      {text}
    </label>
  );
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <fieldset className="publish-when">
      <legend className="label">When</legend>
      {choice('now', 'Now')}
      {date === '' ? null : choice('dated', `Now, dated ${formatDate(date)}`)}
      {choice('later', 'Later')}
      {when === 'later' ? (
        <div className="field">
          <label className="label" htmlFor={`${scope}-time`}>
            Date and time
          </label>
          <input
            id={`${scope}-time`}
            type="datetime-local"
            className={problem === '' ? 'input figures' : 'input figures is-wrong'}
            aria-invalid={problem !== '' || undefined}
            aria-describedby={`${scope}-time-note`}
            max="2200-12-31T23:59"
            value={local}
            onChange={({ target }) => onChange({ ...timing, local: target.value })}
          />
          {problem === '' ? (
            <p className="hint" id={`${scope}-time-note`}>
              In your time zone, {zone}.
            </p>
          ) : (
            <p className="field-wrong" id={`${scope}-time-note`}>
              <Icon name="warning" />
              {problem}
            </p>
          )}
        </div>
      ) : null}
      <p className="publish-effect" role="status">
        {useEffectText(timing)}
      </p>
    </fieldset>
  );
}

function useEffectText(timing: Timing): string {
  const nextIssue = useContext(NextIssue)();
  const { when, local, date } = timing;
  if (when === 'dated') return `It appears in lists and in feeds at once, sorted by its date, ${formatDate(date)}.`;
  const time = when === 'now' ? new Date().toISOString() : fromDateTimeLocal(local);
  if (time === '') return '';
  const effect = `It appears on the home page and in feeds ${when === 'now' ? 'at once' : `on ${formatMoment(time)}`}.`;
  if (nextIssue === null || time >= nextIssue) return effect;
  return `${effect} The newsletter of ${formatMoment(nextIssue)} lists new tales.`;
}

/** Formats the time of an ISO time as "25 November, 19:00" in the time zone of the browser, with the year if it is not the current one. */
export function formatMoment(iso: string): string {
  const date = new Date(iso);
  const year = date.getFullYear() === new Date().getFullYear() ? undefined : 'numeric';
  const day = date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year });
  return `${day}, ${date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })}`;
}
