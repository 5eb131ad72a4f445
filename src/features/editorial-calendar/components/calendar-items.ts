/** What stands in the calendar: tales, newsletter issues and tales of the day; and drafts, which can be put there. */
import { urls } from '#src/urls.ts';
import type { Calendar, CalendarDay, CalendarIssue, CalendarNight, CalendarTale } from '../contract.ts';
import { toWallTime, type WallTime } from './calendar-dates.ts';

export type TaleItem = { kind: 'tale' } & CalendarTale;
export type IssueItem = { kind: 'issue' } & CalendarIssue;
export type NightItem = { kind: 'night'; night: string; isUpcoming: boolean } & CalendarNight;
export type DraftItem = { kind: 'draft'; id: string; title: string; version: number };
/** Something that can be moved to a day. */
export type Item = TaleItem | IssueItem | NightItem | DraftItem;

/** Returns the items of a day in order: by time, the tale of the day last. */
export function listItems({ day, tales, issues, night }: CalendarDay, tonight: string): Item[] {
  const timed = [
    ...tales.map((tale): [string, Item] => [tale.publish_date, { kind: 'tale', ...tale }]),
    ...issues.map((issue): [string, Item] => [issue.at, { kind: 'issue', ...issue }]),
  ].sort(([one], [other]) => (one < other ? -1 : Number(one > other)));
  const items = timed.map(([, item]) => item);
  return night === null ? items : [...items, { kind: 'night', night: day, isUpcoming: day >= tonight, ...night }];
}

/** Returns a key that stays when the item is moved. */
export function keyOf(item: Item): string {
  if (item.kind === 'night') return `night ${item.tale.id}`;
  // A draft that is scheduled becomes a tale.
  return item.kind === 'issue' ? `issue ${item.id ?? item.at}` : `tale ${item.id}`;
}

export function titleOf(item: Item): string {
  if (item.kind === 'night') return item.tale.title;
  if (item.kind === 'issue' && item.id === null) return 'Next issue';
  return item.kind === 'issue' ? item.subject : item.title;
}

/** Only what is still to come can be moved: scheduled tales, the issue in preparation, and nights chosen by an editor. */
export function canMove(item: Item): boolean {
  if (item.kind === 'tale') return item.state === 'scheduled';
  if (item.kind === 'issue') return item.status === 'draft';
  return item.kind === 'draft' || (item.is_manual && item.isUpcoming);
}

/** Returns kind and status, such as 'Scheduled' or 'Newsletter, sent'. */
export function statusOf(item: Item): string {
  if (item.kind === 'tale') return item.state === 'scheduled' ? 'Scheduled' : 'Published';
  if (item.kind === 'issue') return `Newsletter, ${item.status}`;
  if (item.kind === 'draft') return 'Draft';
  return `Tale of the day, ${item.is_manual ? 'manual' : 'automatic'}`;
}

/** Returns the URL of the item's screen. */
export function hrefOf(item: Item): string {
  if (item.kind === 'issue') return urls.manageNewsletter(item.id ?? '');
  if (item.kind === 'night') return item.isUpcoming ? urls.manageNights() : urls.manageTale(item.tale.id);
  return urls.manageTale(item.id);
}

/** Returns day and time of an item; undefined for a draft. The time of a night is ''. */
export function timeOf(item: Item, timeZone: string): WallTime | undefined {
  if (item.kind === 'draft') return undefined;
  if (item.kind === 'night') return { day: item.night, time: '' };
  return toWallTime(item.kind === 'tale' ? item.publish_date : item.at, timeZone);
}

/** Returns the tale of a night; null while none is chosen or the night is not shown. */
export function nightOf(calendar: Calendar, night: string): CalendarNight | null {
  return calendar.days.find(({ day }) => day === night)?.night ?? null;
}
