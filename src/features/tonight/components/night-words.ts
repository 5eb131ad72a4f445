/** Nights in words. Browser-safe: the same on the server and in the browser. */

const LONG = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
const DAY_MS = 86_400_000;

/** As 'Sunday 22 November' for 2026-11-22. */
export function nightWords(night: string): string {
  return LONG.format(new Date(`${night}T00:00:00Z`)).replace(',', '');
}

/** The same for a night before `tonight`; the one just over is 'Last night'. */
export function formerNightWords(night: string, tonight: string): string {
  const isLast = Date.parse(tonight) - Date.parse(night) === DAY_MS;
  return isLast ? 'Last night' : nightWords(night);
}
