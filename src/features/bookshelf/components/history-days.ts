import type { Position } from '../contract.ts';

export type HistoryDays = { name: 'Today' | 'This week' | 'Earlier'; when: Intl.DateTimeFormatOptions; positions: Position[] };

const TIME = { hour: 'numeric', minute: '2-digit' } as const;

/** Places by when they were left, by the reader's own clock: today, the six days before, and earlier. Groups without any are left out. */
export function groupByDays(positions: readonly Position[], now: Date): HistoryDays[] {
  const today = startOfDay(now, 0);
  const week = startOfDay(now, 6);
  const groups: HistoryDays[] = [
    { name: 'Today', when: TIME, positions: positions.filter(({ at }) => at >= today) },
    { name: 'This week', when: { weekday: 'short', ...TIME }, positions: positions.filter(({ at }) => at < today && at >= week) },
    { name: 'Earlier', when: { dateStyle: 'medium' }, positions: positions.filter(({ at }) => at < week) },
  ];
  return groups.filter((group) => group.positions.length > 0);
}

/** Days have 23 hours or 25 now and then: the calendar counts them. */
function startOfDay(now: Date, daysBefore: number): string {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysBefore).toISOString();
}
