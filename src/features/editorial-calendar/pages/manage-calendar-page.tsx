import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { AdminPage } from '#src/admin-ui/admin-frame.tsx';
import { QueryPanel } from '#src/admin-ui/query-panel.tsx';
import { apiRequest, retryUpTo } from '#src/api-client/api-request.ts';
import { localDay } from '#src/features/newsletter/issues/zoned-time.ts';
import { Icon } from '#src/ui/icon.tsx';
import { urls } from '#src/urls.ts';
import { calendarUrl, formatDay, listDays, parseCalendarUrl, shiftDate, type View, viewTitle } from '../components/calendar-dates.ts';
import { CalendarGrid } from '../components/calendar-grid.tsx';
import { type Item, keyOf, timeOf, titleOf } from '../components/calendar-items.ts';
import { DraftList } from '../components/draft-list.tsx';
import { MoveDialog } from '../components/move-dialog.tsx';
import { useDrag } from '../components/use-drag.ts';
import { CALENDAR_KEY, showFailure, useMoves } from '../components/use-moves.ts';
import type { Calendar } from '../contract.ts';

/** Time that is suggested for drafts. */
const USUAL_TIME = '09:00';

/** Tales, newsletter issues and tales of the day by week or month. The view is in the URL. */
export function ManageCalendarPage({ search }: { search: Record<string, string | undefined> }) {
  const { view, date: given } = parseCalendarUrl(search);
  // That of the browser, until the site has said which day it is in its time zone.
  const [today, setToday] = useState(() => localDay(new Date(), Intl.DateTimeFormat().resolvedOptions().timeZone));
  const date = given === '' ? today : given;
  const query = useCalendar(view, date);
  const calendar = query.data;
  if (calendar !== undefined && calendar.today !== today) setToday(calendar.today);
  const { move, moving } = useMoves(calendar);
  const [asking, setAsking] = useState<{ item: Item; day: string } | null>(null);
  const [page, focusItem] = useItemFocus();
  // The dialog opens when the calendar has arrived.
  const ask = (item: Item, day = today) => setAsking({ item, day });
  const { drag, press, label } = useDrag({
    canDrop: (item, day) => calendar !== undefined && canDrop(item, day, calendar),
    onDrop: (item, day) => {
      if (item.kind === 'draft' || calendar === undefined) return ask(item, day);
      move(item, { day, time: timeOf(item, calendar.time_zone)?.time ?? '' }).catch((error) => showFailure(item, error));
    },
  });
  const title = viewTitle(view, date);
  const status = moving === null ? (query.isPlaceholderData ? `Loading ${title}...` : title) : `Saving “${titleOf(moving)}”...`;
  return (
    <AdminPage title="Calendar" lede="Tales, newsletter issues and tales of the day" path={urls.manageCalendar()} className="calendar-page">
      <div className={drag === null ? 'calendar-layout' : 'calendar-layout is-dragging'} ref={page}>
        <section className="panel calendar" aria-labelledby="calendar-title" aria-busy={query.isPlaceholderData || undefined}>
          <CalendarHead {...{ title, view, date, isToday: given === '' }} />
          <QueryPanel query={query} loading="Loading calendar..." failed="Error loading calendar">
            {calendar === undefined ? null : (
              <>
                <CalendarGrid {...{ calendar, view, date, moving }} dragging={{ drag, press }} onMove={ask} />
                <p className="hint calendar-zone">
                  Times are in {calendar.time_zone}, the time zone of the newsletter. The date of a published tale is changed in its form.
                  Nights without a tale get one automatically.
                </p>
              </>
            )}
          </QueryPanel>
        </section>
        <DraftList {...{ moving, press }} onSchedule={ask} />
        <p className="visually-hidden" role="status">
          {status}
        </p>
        {drag === null ? null : (
          <div className="calendar-drag" ref={label} aria-hidden="true">
            {titleOf(drag.item)}
            <small>{drag.over === '' ? 'Not here' : formatDay(drag.over)}</small>
          </div>
        )}
      </div>
      {asking === null || calendar === undefined ? null : (
        <MoveDialog
          item={asking.item}
          start={timeOf(asking.item, calendar.time_zone) ?? { day: asking.day, time: USUAL_TIME }}
          firstDay={asking.item.kind === 'night' ? calendar.tonight : calendar.today}
          timeZone={calendar.time_zone}
          onMove={async (to) => {
            await move(asking.item, to);
            setAsking(null);
            focusItem(keyOf(asking.item));
          }}
          onClose={() => setAsking(null)}
        />
      )}
    </AdminPage>
  );
}

function useCalendar(view: View, date: string) {
  const days = listDays(view, date);
  const range = new URLSearchParams({ from: days[0] ?? date, to: days.at(-1) ?? date }).toString();
  return useQuery({
    queryKey: [...CALENDAR_KEY, range],
    queryFn: () => apiRequest<Calendar>('GET', `/admin/calendar?${range}`),
    staleTime: 0,
    // The days of the next view are shown at once, and filled when they have arrived.
    placeholderData: (previous) => previous,
    retry: retryUpTo(3),
  });
}

/** Days that are over take nothing, and an item stays where it is. */
function canDrop(item: Item, day: string, { today, tonight, time_zone }: Calendar): boolean {
  return day >= (item.kind === 'night' ? tonight : today) && timeOf(item, time_zone)?.day !== day;
}

type HeadProps = { title: string; view: View; date: string; isToday: boolean };

/** The title and the links to other views; links, so that Back returns and a view can be opened in a tab. */
function CalendarHead({ title, view, date, isToday }: HeadProps) {
  const step = (by: 1 | -1, name: string) => (
    <a className="icon-btn" href={calendarUrl(view, shiftDate(view, date, by))} aria-label={name}>
      <Icon name={by === 1 ? 'arrow' : 'back'} />
    </a>
  );
  const choice = (each: View, name: string) => (
    <a className="btn btn-line" href={calendarUrl(each, isToday ? '' : date)} aria-current={each === view ? 'page' : undefined}>
      {name}
    </a>
  );
  return (
    <div className="panel-head calendar-head">
      <h2 id="calendar-title" tabIndex={-1}>
        {title}
      </h2>
      <nav aria-label="Calendar">
        {step(-1, view === 'week' ? 'Previous week' : 'Previous month')}
        <a className="btn btn-line" href={calendarUrl(view)}>
          Today
        </a>
        {step(1, view === 'week' ? 'Next week' : 'Next month')}
        {choice('week', 'Week')}
        {choice('month', 'Month')}
      </nav>
    </div>
  );
}

/** Focuses an item after it was moved by the dialog, whose button may be gone; the title if the item is not visible. */
function useItemFocus() {
  const page = useRef<HTMLDivElement>(null);
  const [key, setKey] = useState('');
  useEffect(() => {
    if (key === '') return;
    setKey('');
    const item = [...(page.current?.querySelectorAll<HTMLElement>('[data-key]') ?? [])].find(({ dataset }) => dataset.key === key);
    const target = item?.querySelector<HTMLElement>('button') ?? null;
    if (target !== null && target.getClientRects().length > 0) target.focus();
    else page.current?.querySelector<HTMLElement>('h2')?.focus();
  }, [key]);
  return [page, setKey] as const;
}
