/** What tales of a day of the year are about, in the north of the world: feasts first, then the month. */
import season from './season-words.json' with { type: 'json' };

type Season = { from: string; to: string; words: string[] };
const SEASONS: readonly Season[] = season;

/** Words to search tales for, the fittest first; within a feast or a month another one leads after so many `days`. `day` as 2026-11-22. */
export function seasonWords(day: string, days = 7): string[] {
  const [, monthDay = ''] = /^\d{4}-(\d\d-\d\d)$/.exec(day) ?? [];
  const turn = Math.floor(Date.parse(`${day}T00:00:00Z`) / (days * 86_400_000));
  const words = SEASONS.filter((each) => isWithin(monthDay, each)).flatMap((each) => turned(each.words, turn));
  return [...new Set(words)];
}

function isWithin(monthDay: string, { from, to }: Season): boolean {
  return from <= to ? from <= monthDay && monthDay <= to : monthDay >= from || monthDay <= to;
}

function turned(words: readonly string[], by: number): string[] {
  const at = by % words.length;
  return [...words.slice(at), ...words.slice(0, at)];
}
