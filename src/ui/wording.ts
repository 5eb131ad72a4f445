const number = new Intl.NumberFormat('en-GB');
const longDate = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** 1234 → "1,234". */
export function formatCount(count: number): string {
  return number.format(count);
}

/** "1 tale", "24 tales", "1,000+ tales" when there are at least so many. */
export function talesCount(count: number, atLeast = false): string {
  return `${formatCount(count)}${atLeast ? '+' : ''} ${count === 1 && !atLeast ? 'tale' : 'tales'}`;
}

/** An ISO date-time as "20 December 1812", in UTC, so that server and reader see the same day. */
export function formatDate(iso: string): string {
  return longDate.format(new Date(iso));
}

/** "24 of 310 tales", never more shown than there are. */
export function shownOf(shown: number, total: { count: number; atLeast: boolean }): string {
  return `${formatCount(shown)} of ${talesCount(Math.max(total.count, shown), total.atLeast)}`;
}
