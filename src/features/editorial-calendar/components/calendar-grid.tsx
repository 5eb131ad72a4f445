import type { PointerEvent } from 'react';
import { formatTaleCount } from '#src/ui/format.ts';
import { Icon, type IconName } from '#src/ui/icon.tsx';
import { urls } from '#src/urls.ts';
import type { Calendar, CalendarDay } from '../contract.ts';
import { calendarUrl, formatMonthName, formatWeekday, listDays, type View } from './calendar-dates.ts';
import { canMove, hrefOf, type Item, keyOf, listItems, statusOf, timeOf, titleOf } from './calendar-items.ts';

/** Items of a day that a month shows. */
const MONTH_ITEMS = 3;
const EMPTY = { tales: [], tale_count: { count: 0, atLeast: false }, issues: [], night: null };

type Dragging = {
  drag: { item: Item; over: string } | null;
  press: (event: PointerEvent<HTMLElement>, item: Item) => void;
};

type Props = {
  calendar: Calendar;
  view: View;
  /** A day of the week or month that is shown. */
  date: string;
  /** The item that is being saved. */
  moving: Item | null;
  dragging: Dragging;
  onMove: (item: Item) => void;
};

/** The days of a week or month: a grid on wide screens, a list of the days with items on narrow ones. */
export function CalendarGrid({ calendar, view, date, ...props }: Props) {
  const days = listDays(view, date);
  const byDay = new Map(calendar.days.map((each) => [each.day, each]));
  return (
    <div className={`calendar-${view}`}>
      <div className="calendar-weekdays caps" aria-hidden="true">
        {days.slice(0, 7).map((day) => (
          <span key={day}>{formatWeekday(day).slice(0, 3)}</span>
        ))}
      </div>
      <ol className="calendar-days">
        {days.map((day) => (
          <Day
            key={day}
            day={{ ...(byDay.get(day) ?? EMPTY), day }}
            isOther={view === 'month' && day.slice(0, 7) !== date.slice(0, 7)}
            {...{ calendar, view, ...props }}
          />
        ))}
      </ol>
      {days.every((day) => isEmpty(byDay.get(day))) ? (
        <p className="calendar-none">Nothing is planned or published in this {view}.</p>
      ) : null}
    </div>
  );
}

function isEmpty(day: CalendarDay | undefined): boolean {
  return day === undefined || (day.tales.length === 0 && day.issues.length === 0 && day.night === null);
}

type DayProps = Omit<Props, 'date'> & { day: CalendarDay; isOther: boolean };

function Day({ day, isOther, calendar, view, dragging, ...props }: DayProps) {
  const { day: date, tale_count, tales } = day;
  const items = listItems(day, calendar.tonight);
  const unlisted = tale_count.count - tales.length;
  const hidden = view === 'month' ? Math.max(items.length - MONTH_ITEMS, 0) + unlisted : 0;
  const isToday = date === calendar.today;
  const classes = [
    'calendar-day',
    ...(items.length === 0 ? ['is-empty'] : []),
    ...(isToday ? ['is-today'] : []),
    ...(isOther ? ['is-other'] : []),
    ...(dragging.drag?.over === date ? ['is-over'] : []),
  ];
  return (
    <li className={classes.join(' ')} data-day={date}>
      <h3>
        <span className="calendar-name">{formatWeekday(date)} </span>
        <span className="calendar-number figures">{Number(date.slice(8))}</span>
        <span className="calendar-name"> {formatMonthName(date)}</span>
        {isToday ? <span className="badge badge-amber">Today</span> : null}
      </h3>
      {items.length === 0 ? null : (
        <ul>
          {items.map((item, at) => (
            <DayItem
              key={keyOf(item)}
              item={item}
              isHidden={view === 'month' && at >= MONTH_ITEMS}
              timeZone={calendar.time_zone}
              {...{ dragging, ...props }}
            />
          ))}
        </ul>
      )}
      {hidden > 0 ? (
        <a className="calendar-more" href={calendarUrl('week', date)}>
          {hidden}
          {tale_count.atLeast ? '+' : ''} more<span className="visually-hidden"> on {formatWeekday(date)}</span>
        </a>
      ) : null}
      {view === 'week' && unlisted > 0 ? (
        <a className="calendar-more" href={urls.manageTales('sort=publish_date')}>
          {formatTaleCount(unlisted, tale_count.atLeast)} more in the list of tales
        </a>
      ) : null}
    </li>
  );
}

const ICONS: Record<Exclude<Item['kind'], 'draft'>, IconName> = { tale: 'book', issue: 'mail', night: 'moon' };

type ItemProps = Pick<Props, 'moving' | 'dragging' | 'onMove'> & { item: Item; isHidden: boolean; timeZone: string };

function DayItem({ item, isHidden, timeZone, moving, dragging, onMove }: ItemProps) {
  const isMovable = canMove(item);
  const isMoving = moving !== null && keyOf(moving) === keyOf(item);
  const time = timeOf(item, timeZone)?.time ?? '';
  const classes = [
    'calendar-item',
    `is-${item.kind}`,
    ...(isMovable ? ['is-movable'] : []),
    ...(item.kind === 'tale' ? [`is-${item.state}`] : []),
    ...(isHidden ? ['is-hidden'] : []),
    ...(isMoving || (dragging.drag !== null && keyOf(dragging.drag.item) === keyOf(item)) ? ['is-moving'] : []),
  ];
  return (
    <li
      className={classes.join(' ')}
      data-key={keyOf(item)}
      aria-busy={isMoving || undefined}
      onPointerDown={isMovable ? (event) => dragging.press(event, item) : undefined}
    >
      <a href={hrefOf(item)} draggable={false}>
        <small className="figures">
          {item.kind === 'draft' ? null : <Icon name={ICONS[item.kind]} />}
          {time === '' ? null : <time>{time}</time>} {statusOf(item)}
        </small>
        <bdi>{titleOf(item)}</bdi>
      </a>
      {isMovable ? (
        <button type="button" className="icon-btn" aria-label={`Move “${titleOf(item)}”`} onClick={() => onMove(item)}>
          <Icon name="clock" />
        </button>
      ) : null}
    </li>
  );
}
