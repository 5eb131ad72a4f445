/** Formats nights, identically on server and in browser. */

const LONG = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
const DAY_MS = 86_400_000;

/** Formats 2026-11-22 as 'Sunday 22 November'. */
export function formatNight(night: string): string {
  return LONG.format(new Date(`${night}T00:00:00Z`)).replace(',', '');
}

/** Formats a night before `tonight`; the previous one is 'Last night'. */
export function formatPastNight(night: string, tonight: string): string {
  const isLast = Date.parse(tonight) - Date.parse(night) === DAY_MS;
  return isLast ? 'Last night' : formatNight(night);
}
