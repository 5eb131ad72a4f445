const localDate = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const localDateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' });
const MONTHS = Array.from({ length: 12 }, (_, month) => monthName.format(Date.UTC(2000, month, 1)));
const number = new Intl.NumberFormat('en-GB');

/** Formats the date of an ISO time in the locale and time zone of the browser. */
export function formatLocalDate(iso: string): string {
  return localDate.format(new Date(iso));
}

/** Formats the date and time of an ISO time in the locale and time zone of the browser. */
export function formatLocalTime(iso: string): string {
  return localDateTime.format(new Date(iso));
}

/**
 * Formats an ISO time as "20 December 1812". In UTC, so that server and browser render the same day. Intl takes ten times as long, for each
 * card of a list.
 */
export function formatDate(iso: string): string {
  const date = new Date(iso);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** Formats 1234 as "1,234". */
export function formatCount(count: number): string {
  return count >= 0 && count < 1_000 && Number.isInteger(count) ? String(count) : number.format(count);
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
