import type { AnalyticsView, DayCounts } from '#src/features/analytics/contract.ts';
import { formatCount, formatDate } from '#src/ui/format.ts';
import { urls } from '#src/urls.ts';

const KINDS: { kind: Exclude<keyof DayCounts, 'day' | 'empty_search'>; title: string }[] = [
  { kind: 'read', title: 'Reads' },
  { kind: 'finish', title: 'Finished' },
  { kind: 'download', title: 'Downloads' },
  { kind: 'search', title: 'Searches' },
];

/** Figures of the last 30 days, over all processes. */
export function AnalyticsPanel({ counts: { days, most_read, empty_searches } }: { counts: AnalyticsView }) {
  const withoutResults = days.reduce((all, { empty_search }) => all + empty_search, 0);
  return (
    <>
      <div className="ops-charts">
        {KINDS.map(({ kind, title }) => (
          <DayChart
            key={kind}
            title={title}
            days={days.map((each) => ({ day: each.day, count: each[kind] }))}
            {...(kind === 'search' && { more: `${formatCount(withoutResults)} without results` })}
          />
        ))}
      </div>
      <details className="ops-days">
        <summary>Daily figures</summary>
        <DayTable days={days.toReversed()} />
      </details>
      <div className="ops-lists">
        <MostReadTales tales={most_read} />
        <SearchesWithoutResults searches={empty_searches} />
      </div>
    </>
  );
}

function DayTable({ days }: { days: readonly DayCounts[] }) {
  return (
    <table className="ops-table">
      <thead>
        <tr>
          <th scope="col">Day (UTC)</th>
          {KINDS.map(({ kind, title }) => (
            <th key={kind} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map((each) => (
          <tr key={each.day}>
            <th scope="row">{formatDate(each.day)}</th>
            {KINDS.map(({ kind }) => (
              <td key={kind}>{formatCount(each[kind])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function MostReadTales({ tales }: { tales: AnalyticsView['most_read'] }) {
  return (
    <div>
      <h3>Most read, last 30 days</h3>
      {tales.length === 0 ? (
        <p className="ops-none">No reads yet.</p>
      ) : (
        <table className="ops-table">
          <thead>
            <tr>
              <th scope="col">Tale</th>
              <th scope="col">Reads</th>
              <th scope="col">Finished</th>
              <th scope="col">Downloads</th>
            </tr>
          </thead>
          <tbody>
            {tales.map(({ slug, title, read, finish, download }) => (
              <tr key={slug}>
                <th scope="row">
                  <a className="link" href={urls.tale(slug)}>
                    <bdi>{title}</bdi>
                  </a>
                </th>
                <td>{formatCount(read)}</td>
                <td>{formatCount(finish)}</td>
                <td>{formatCount(download)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

/** Search terms without results: candidates for new tales. */
function SearchesWithoutResults({ searches }: { searches: AnalyticsView['empty_searches'] }) {
  return (
    <div>
      <h3>Searches without results</h3>
      {searches.length === 0 ? (
        <p className="ops-none">All searches of the last 90 days had results.</p>
      ) : (
        <table className="ops-table">
          <thead>
            <tr>
              <th scope="col">Search term</th>
              <th scope="col">Searches</th>
              <th scope="col">Last searched</th>
            </tr>
          </thead>
          <tbody>
            {searches.map(({ words, times, last }) => (
              <tr key={words}>
                <th scope="row">
                  <a className="link" href={urls.tales(new URLSearchParams({ q: words }).toString())}>
                    <bdi>{words}</bdi>
                  </a>
                </th>
                <td>{formatCount(times)}</td>
                <td>{formatDate(last)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

type Props = { title: string; days: readonly { day: string; count: number }[]; more?: string };

const HEIGHT = 48;
const STEP = 10;
const WIDTH = 7;

/** A bar per day, including today. Decorative: the same figures are in the table. */
function DayChart({ title, days, more }: Props) {
  const max = Math.max(1, ...days.map(({ count }) => count));
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
          const height = count === 0 ? 1 : Math.max(3, (count / max) * HEIGHT);
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
