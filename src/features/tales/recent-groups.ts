import type { TaleCard } from './contract.ts';

export type RecentGroup = { title: 'This week' | 'This month' | 'Earlier'; tales: TaleCard[] };

/**
 * Parts tales (newest first) by when they came, seen from `now` (ISO, UTC): this week began on Monday, this month on the
 * first. Groups without tales are left out; the order within a group is kept.
 */
export function groupRecent(tales: readonly TaleCard[], now: string): RecentGroup[] {
  const week = startOfWeek(now);
  const month = `${now.slice(0, 7)}-01T00:00:00.000Z`;
  const groups: RecentGroup[] = [
    { title: 'This week', tales: [] },
    { title: 'This month', tales: [] },
    { title: 'Earlier', tales: [] },
  ];
  const [thisWeek, thisMonth, earlier] = groups;
  for (const tale of tales) {
    const came = new Date(tale.publishDate).toISOString();
    const group = came >= week ? thisWeek : came >= month ? thisMonth : earlier;
    group?.tales.push(tale);
  }
  return groups.filter((group) => group.tales.length > 0);
}

function startOfWeek(now: string): string {
  const day = new Date(`${now.slice(0, 10)}T00:00:00.000Z`);
  const sinceMonday = (day.getUTCDay() + 6) % 7;
  day.setUTCDate(day.getUTCDate() - sinceMonday);
  return day.toISOString();
}
