const MONTHS = 'January February March April May June July August September October November December'.split(' ');

// No Intl object when this module loads: the first one takes 25 ms, and four times as long on a phone.

/** Formats the date of an ISO time in the locale and time zone of the browser. */
export function formatLocalDate(iso: string): string {
  return new Date(iso).toLocaleString(undefined, { dateStyle: 'medium' });
}

/** Formats the date and time of an ISO time in the locale and time zone of the browser. */
export function formatLocalTime(iso: string): string {
  return new Date(iso).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}

/**
 * Formats an ISO time as "20 December 1812". In UTC, so that server and browser render the same day. Intl takes ten times as long, for each
 * card of a list.
 */
export function formatDate(iso: string): string {
  const date = new Date(iso);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** Formats the whole number 1234 as "1,234". */
export function formatCount(count: number): string {
  return count < 1_000 ? String(count) : String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Returns "1 tale", "24 tales", or "1,000+ tales" when `count` is a lower bound. */
export function formatTaleCount(count: number, atLeast = false): string {
  return `${formatCount(count)}${atLeast ? '+' : ''} ${count === 1 && !atLeast ? 'tale' : 'tales'}`;
}

/** Returns "24 of 310 tales". The total is never less than `shown`. */
export function formatShownOf(shown: number, total: { count: number; atLeast: boolean }): string {
  return `${formatCount(shown)} of ${formatTaleCount(Math.max(total.count, shown), total.atLeast)}`;
}

/** Converts an ISO time to the value of a `datetime-local` input, `2026-02-10T07:30`; an invalid time to ''. */
export function toDateTimeLocal(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

/** Converts the value of a `datetime-local` input to an ISO time in UTC; an invalid value to ''. */
export function fromDateTimeLocal(local: string): string {
  const date = new Date(local);
  return local === '' || Number.isNaN(date.getTime()) ? '' : date.toISOString();
}
