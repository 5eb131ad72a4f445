import { formatCount, formatDate } from '#src/ui/wording.ts';

type Props = { title: string; days: readonly { day: string; count: number }[]; more?: string };

const HEIGHT = 48;
const STEP = 10;
const WIDTH = 7;

/** How often something happened, a bar a day; the last one, today, is not over yet. The same figures stand in a table beside it. */
export function DayChart({ title, days, more }: Props) {
  const most = Math.max(1, ...days.map(({ count }) => count));
  const sum = days.reduce((all, { count }) => all + count, 0);
  return (
    <figure className="ops-chart">
      <figcaption>
        <span>{title}</span>
        <b className="figures">{formatCount(sum)}</b>
        <small className="figures">
          {formatCount(days.at(-1)?.count ?? 0)} today{more === undefined ? '' : `, ${more}`}
        </small>
      </figcaption>
      <svg viewBox={`0 0 ${days.length * STEP - (STEP - WIDTH)} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {days.map(({ day, count }, at) => {
          const height = count === 0 ? 1 : Math.max(3, (count / most) * HEIGHT);
          const isToday = at === days.length - 1;
          return (
            <rect
              key={day}
              x={at * STEP}
              y={HEIGHT - height}
              width={WIDTH}
              height={height}
              className={count === 0 ? 'is-none' : isToday ? 'is-today' : undefined}
            >
              <title>{`${formatDate(day)}: ${formatCount(count)}`}</title>
            </rect>
          );
        })}
      </svg>
    </figure>
  );
}
