import { type ReactNode, type Ref, useId } from 'react';
import { formatCount } from '#src/ui/format.ts';
import { Icon } from '#src/ui/icon.tsx';

type PanelProps<Value> = {
  title: string;
  /** Null when it could not be read. */
  value: Value | null;
  heading?: Ref<HTMLHeadingElement>;
  children: (value: Value) => ReactNode;
};

/** A panel of the status page, or an error when its data could not be read. */
export function StatusPanel<Value>({ title, value, heading, children }: PanelProps<Value>) {
  const id = useId();
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={heading === undefined ? undefined : -1}>
        {title}
      </h2>
      {value === null ? <p className="ops-unread">Could not be loaded. See the server log.</p> : children(value)}
    </section>
  );
}

/** `warn`: needs attention, shown by icon and text as well as colour. */
export type Fact = { name: string; value: ReactNode; more?: ReactNode; warn?: boolean };

/** A list of labelled figures. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="ops-facts">
      {facts.map(({ name, value, more, warn = false }) => (
        <div key={name} className={warn ? 'is-warning' : undefined}>
          <dt>{name}</dt>
          <dd className="figures">
            <b>
              {warn ? <Icon name="warning" /> : null}
              {warn ? <span className="visually-hidden">Needs attention: </span> : null}
              {value}
            </b>
            {more === undefined ? null : <small>{more}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A bar for a share of 0 to 1. Decorative: the figures are beside it. */
export function Meter({ share, isWarning }: { share: number; isWarning: boolean }) {
  return (
    <svg className={isWarning ? 'ops-meter is-warning' : 'ops-meter'} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect width="100" height="4" />
      <rect width={100 * Math.min(1, Math.max(0, share))} height="4" className="is-used" />
    </svg>
  );
}

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;

/** Formats bytes in decimal units: 12_300_000 → "12.3 MB". */
export function formatBytes(bytes: number): string {
  const step = bytes < 1_000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const size = bytes / 1_000 ** step;
  return `${step === 0 || size >= 100 ? formatCount(Math.round(size)) : size.toFixed(1)} ${UNITS[step]}`;
}

/** Formats seconds with the two largest units: "3 days 4 hours", "12 seconds". */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const parts: [number, string][] = [
    [Math.floor(whole / 86_400), 'day'],
    [Math.floor(whole / 3_600) % 24, 'hour'],
    [Math.floor(whole / 60) % 60, 'minute'],
    [whole % 60, 'second'],
  ];
  const first = parts.findIndex(([count]) => count > 0);
  if (first === -1) return '0 seconds';
  const shown = parts.slice(first, first + 2).filter(([count]) => count > 0);
  return shown.map(([count, name]) => `${count} ${name}${count === 1 ? '' : 's'}`).join(' ');
}

/** Formats the age of an ISO time at `now`: "3 days ago", "just now". */
export function formatAge(time: string, now: string): string {
  const seconds = (Date.parse(now) - Date.parse(time)) / 1_000;
  if (seconds < 60) return 'just now';
  const [count, name] =
    seconds < 3_600 ? [seconds / 60, 'minute'] : seconds < 172_800 ? [seconds / 3_600, 'hour'] : [seconds / 86_400, 'day'];
  return `${Math.floor(count)} ${name}${Math.floor(count) === 1 ? '' : 's'} ago`;
}

/** Whether a time is more than `hours` before `now`; true for null. */
export function isOlder(time: string | null, now: string, hours: number): boolean {
  return time === null || Date.parse(now) - Date.parse(time) > hours * 3_600_000;
}
