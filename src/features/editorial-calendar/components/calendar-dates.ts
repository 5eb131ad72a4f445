/** The view of the calendar in its URL, and days and times in the time zone of the site. A day is written as 2026-11-30, a time as 19:00. */
import { addDays, localDay, toInstant, weekdayOf } from '#src/features/newsletter/issues/zoned-time.ts';
import { urls } from '#src/urls.ts';

export type View = 'week' | 'month';

export type CalendarState = {
  view: View;
  /** A day of the week or month that is shown; '' is today. */
  date: string;
};

/** A day and a time of the site's time zone. */
export type WallTime = { day: string; time: string };

const DAY = /^\d{4}-\d\d-\d\d$/;
const [FIRST_YEAR, LAST_YEAR] = [1901, 2199];

export function parseCalendarUrl({ view, date = '' }: Record<string, string | undefined>): CalendarState {
  return { view: view === 'week' ? 'week' : 'month', date: isDay(date) ? date : '' };
}

/** Returns the URL of a view; the default view and today are omitted. */
export function calendarUrl(view: View, date = ''): string {
  return urls.manageCalendar(new URLSearchParams({ ...(view === 'week' && { view }), ...(date !== '' && { date }) }).toString());
}

/** Whether the text is a day that the calendar can show. */
export function isDay(text: string): boolean {
  const time = DAY.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text) return false;
  const year = Number(text.slice(0, 4));
  return year >= FIRST_YEAR && year <= LAST_YEAR;
}

/** Returns the days of a view, whole weeks from Monday to Sunday. */
export function listDays(view: View, date: string): string[] {
  const first = view === 'week' ? date : `${date.slice(0, 7)}-01`;
  const last = view === 'week' ? date : addDays(shiftDate('month', date, 1), -1);
  const days = [];
  for (let day = addDays(first, 1 - weekdayOf(first)); day <= addDays(last, 7 - weekdayOf(last)); day = addDays(day, 1)) days.push(day);
  return days;
}

/** Returns a date in the next (1) or previous (-1) week or month. */
export function shiftDate(view: View, date: string, by: 1 | -1): string {
  if (view === 'week') return addDays(date, by * 7);
  const [year = 0, month = 1] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + by, 1)).toISOString().slice(0, 10);
}

const format = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
  return (day: string) => formatter.format(new Date(`${day}T00:00:00Z`)).replace(',', '');
};

const formatMonth = format({ month: 'long', year: 'numeric' });
const formatDayNumber = format({ day: 'numeric' });
const formatShortDay = format({ day: 'numeric', month: 'long' });
const formatYearDay = format({ day: 'numeric', month: 'long', year: 'numeric' });
export const formatWeekday = format({ weekday: 'long' });
export const formatMonthName = format({ month: 'long' });
/** Formats 2026-11-30 as 'Monday 30 November'. */
export const formatDay = format({ weekday: 'long', day: 'numeric', month: 'long' });

/** Returns the title of a view: 'November 2026', '23 to 29 November 2026' or '30 November to 6 December 2026'. */
export function viewTitle(view: View, date: string): string {
  if (view === 'month') return formatMonth(date);
  const days = listDays(view, date);
  const [first = date, last = date] = [days[0], days.at(-1)];
  const start =
    first.slice(0, 4) !== last.slice(0, 4) ? formatYearDay : first.slice(0, 7) === last.slice(0, 7) ? formatDayNumber : formatShortDay;
  return `${start(first)} to ${formatYearDay(last)}`;
}

/** Returns the day and the time of an ISO time in a time zone. */
export function toWallTime(iso: string, timeZone: string): WallTime {
  const at = new Date(iso);
  const time = at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });
  return { day: localDay(at, timeZone), time };
}

/** The reverse of `toWallTime`. A time that the clocks skip becomes a later one. Undefined for an incomplete one. */
export function fromWallTime({ day, time }: WallTime, timeZone: string): Date | undefined {
  const [hour, minute] = time.split(':').map(Number);
  return isDay(day) && hour !== undefined && minute !== undefined && time !== '' ? toInstant(day, hour, timeZone, minute) : undefined;
}

/** Formats an ISO time as 'Monday 30 November, 19:00' in a time zone. */
export function formatMoment(iso: string, timeZone: string): string {
  const { day, time } = toWallTime(iso, timeZone);
  return `${formatDay(day)}, ${time}`;
}
