/** The endpoint of the editorial calendar. Changes go to the endpoints of tales, issues and nights. */
import { sql } from 'kysely';
import type { Editor } from '#src/features/accounts/accounts.ts';
import { addDays, listIssuesBetween, localDay, readSchedule, toInstant } from '#src/features/newsletter/newsletter.ts';
import { nightAt, readNights } from '#src/features/tale-of-the-day/tale-of-the-day.ts';
import { taleOptionsByIds } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import { Calendar, type CalendarDay, type CalendarIssue, type CalendarNight, CalendarQuery, type CalendarTale } from './contract.ts';

type Deps = { db: Db; hasMailServer: boolean };

export function calendarEndpoints(deps: Deps): Endpoint<Editor>[] {
  return [
    endpoint({
      id: 'getCalendar',
      method: 'GET',
      path: '/calendar',
      summary: 'Get the editorial calendar',
      description:
        'Scheduled and published tales, newsletter issues and tales of the day of at most 62 days, in the time zone of the newsletter schedule.',
      ...{ query: CalendarQuery, response: Calendar },
      run: ({ query }) => readCalendar(deps, query),
    }),
  ];
}

/** Tales listed for one day. */
const MAX_TALES = 50;
/** Tales counted for one day. */
const MAX_COUNT = 1_000;

/** Returns the calendar of the days from `from` to `to`. */
export async function readCalendar({ db, hasMailServer }: Deps, { from, to }: CalendarQuery, now = new Date()): Promise<Calendar> {
  const { time_zone } = await readSchedule(db);
  const days = listDays(from, to);
  const starts = [...days, addDays(to, 1)].map((day) => toInstant(day, 0, time_zone));
  const periods = days.map((day, at) => ({ day, from: starts[at] as Date, to: starts[at + 1] as Date }));
  const period = { from: starts[0] as Date, to: starts.at(-1) as Date };
  const [tales, issues, nights] = await Promise.all([
    listTales(db, periods, now),
    listIssuesBetween(db, period, { now, isSending: hasMailServer }),
    listNights(db, days),
  ]);
  const issuesByDay = Map.groupBy(issues, ({ at }) => localDay(at, time_zone));
  return {
    time_zone,
    today: localDay(now, time_zone),
    tonight: nightAt(now, time_zone),
    days: days.map((day) => ({
      day,
      ...(tales.get(day) ?? { tales: [], tale_count: { count: 0, atLeast: false } }),
      issues: (issuesByDay.get(day) ?? []).map((issue): CalendarIssue => ({ ...issue, at: issue.at.toISOString() })),
      night: nights.get(day) ?? null,
    })),
  };
}

function listDays(from: string, to: string): string[] {
  const days = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

type Period = { day: string; from: Date; to: Date };
type DayTales = Pick<CalendarDay, 'tales' | 'tale_count'>;
type TaleRow = Omit<CalendarTale, 'publish_date' | 'state'> & { day: string; publish_date: Date };

const isPublishedIn = sql`status = 'published' and deleted_at is null and publish_date >= p.starts and publish_date < p.ends`;

/** Returns the tales by day. Reads the index tales_newest for each day, so that the cost does not grow with the library. */
async function listTales(db: Db, periods: readonly Period[], now: Date): Promise<ReadonlyMap<string, DayTales>> {
  const { rows } = await sql<TaleRow>`
    select p.day, t.id, t.title, t.publish_date, t.version from ${asTable(periods)},
      lateral (select id, title, publish_date, version from tales where ${isPublishedIn} order by publish_date, id limit ${MAX_TALES + 1}) t
    order by t.publish_date, t.id`.execute(db);
  const byDay = Map.groupBy(rows, ({ day }) => day);
  const counts = await countTales(
    db,
    periods.filter(({ day }) => (byDay.get(day)?.length ?? 0) > MAX_TALES),
  );
  return new Map(
    [...byDay].map(([day, found]) => [
      day,
      {
        tales: found.slice(0, MAX_TALES).map(({ id, title, publish_date, version }) => ({
          ...{ id, title, version },
          state: publish_date > now ? 'scheduled' : 'published',
          publish_date: publish_date.toISOString(),
        })),
        tale_count: counts.get(day) ?? { count: found.length, atLeast: false },
      },
    ]),
  );
}

async function countTales(db: Db, periods: readonly Period[]): Promise<ReadonlyMap<string, CalendarDay['tale_count']>> {
  if (periods.length === 0) return new Map();
  const { rows } = await sql<{ day: string; count: number }>`
    select p.day, (select count(*)::integer from (select from tales where ${isPublishedIn} limit ${MAX_COUNT + 1}) t) as count
    from ${asTable(periods)}`.execute(db);
  return new Map(rows.map(({ day, count }) => [day, { count: Math.min(count, MAX_COUNT), atLeast: count > MAX_COUNT }]));
}

function asTable(periods: readonly Period[]) {
  const [days, starts, ends] = [periods.map(({ day }) => day), periods.map(({ from }) => from), periods.map(({ to }) => to)];
  return sql`unnest(${days}::text[], ${starts}::timestamptz[], ${ends}::timestamptz[]) p (day, starts, ends)`;
}

async function listNights(db: Db, days: readonly string[]): Promise<ReadonlyMap<string, CalendarNight>> {
  const nights = await readNights(db, days);
  const tales = await taleOptionsByIds(db, [...new Set(nights.map(({ taleId }) => taleId))]);
  const byId = new Map(tales.map(({ id, title, state }) => [id, { id, title, state }]));
  return new Map(
    nights.flatMap(({ night, taleId, isByHand }) => {
      const tale = byId.get(taleId);
      return tale === undefined ? [] : [[night, { tale, is_manual: isByHand }] as const];
    }),
  );
}
