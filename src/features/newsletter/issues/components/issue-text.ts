/** Texts and formats of issues, shared by emails, pages, feeds and forms. Browser-safe. */
import type { IssuePartKind } from '../contract.ts';

/** Keeps the HTML below 60 KB: mail programs clip larger emails. */
export const MAX_PARTS = 12;

export const PART_NAMES: Record<IssuePartKind, string> = {
  week: 'The tale of the week',
  new: 'New on the shelves',
  short: 'For a short evening',
  long: 'For a long evening',
  season: 'For this time of year',
};

/** Text of the link to further new tales. */
export function moreTalesText({ count, atLeast }: { count: number; atLeast: boolean }): string {
  const number = new Intl.NumberFormat('en-GB').format(count);
  return atLeast ? `More than ${number} more are new` : count === 1 ? 'One more is new' : `${number} more are new`;
}

/** Formats 2026-11-22 as 'Sunday 22 November 2026'. */
export function formatIssueDay(day: string): string {
  return DAY.format(new Date(`${day}T00:00:00Z`)).replace(',', '');
}

const DAY = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Splits text at blank lines. */
export function splitParagraphs(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}

/** Formats reading times as '4 min, 6 aloud'. */
export function formatMinutes({ readTime, aloudTime }: { readTime: number; aloudTime: number }): string {
  return `${readTime} min, ${aloudTime} aloud`;
}

/** Formats a number of recipients: "1 reader", "1,234 readers". */
export function formatReaders(count: number): string {
  return `${new Intl.NumberFormat('en-GB').format(count)} ${count === 1 ? 'reader' : 'readers'}`;
}
