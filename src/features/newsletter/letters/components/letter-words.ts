/** What letters call their parts, in mails, on their pages and at the desk of editors. Browser-safe. */
import type { PartKind } from '../contract.ts';

/** As many tales as fit a letter of 60 KB, which mail programs show whole. */
export const MOST_PARTS = 12;

export const PART_NAMES: Record<PartKind, string> = {
  week: 'The tale of the week',
  new: 'New on the shelves',
  short: 'For a short evening',
  long: 'For a long evening',
  season: 'For this time of year',
};

/** Below the tales that are new: the others. */
export function moreWords({ count, atLeast }: { count: number; atLeast: boolean }): string {
  const number = new Intl.NumberFormat('en-GB').format(count);
  return atLeast ? `More than ${number} more are new` : count === 1 ? 'One more is new' : `${number} more are new`;
}

/** As 'Sunday 22 November 2026' for 2026-11-22. */
export function letterDay(day: string): string {
  return DAY.format(new Date(`${day}T00:00:00Z`)).replace(',', '');
}

const DAY = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** An editor's words in paragraphs. */
export function paragraphsOf(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}

/** As '4 min, 6 aloud'. */
export function minutesWords({ readTime, aloudTime }: { readTime: number; aloudTime: number }): string {
  return `${readTime} min, ${aloudTime} aloud`;
}

/** "1 reader", "1,234 readers". */
export function readersCount(count: number): string {
  return `${new Intl.NumberFormat('en-GB').format(count)} ${count === 1 ? 'reader' : 'readers'}`;
}
