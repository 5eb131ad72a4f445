import type { CountsView, DayCounts } from '#src/features/counts/contract.ts';
import { formatCount, formatDate } from '#src/ui/wording.ts';
import { EmptySearches, MostRead } from './count-tables.tsx';
import { DayChart } from './day-chart.tsx';

const KINDS: { kind: Exclude<keyof DayCounts, 'day' | 'empty_search'>; title: string }[] = [
  { kind: 'read', title: 'Reads' },
  { kind: 'finish', title: 'Read to the end' },
  { kind: 'download', title: 'Downloads' },
  { kind: 'search', title: 'Searches' },
];

/** What readers did in the last 30 days, of all processes together. Nobody is told apart in it. */
export function CountFacts({ counts: { days, most_read, empty_searches } }: { counts: CountsView }) {
  const inVain = days.reduce((all, { empty_search }) => all + empty_search, 0);
  return (
    <>
      <div className="ops-charts">
        {KINDS.map(({ kind, title }) => (
          <DayChart
            key={kind}
            title={title}
            days={days.map((each) => ({ day: each.day, count: each[kind] }))}
            {...(kind === 'search' && { more: `${formatCount(inVain)} in vain` })}
          />
        ))}
      </div>
      <details className="ops-days">
        <summary>Day by day</summary>
        <DayTable days={days.toReversed()} />
      </details>
      <div className="ops-lists">
        <MostRead tales={most_read} />
        <EmptySearches searches={empty_searches} />
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
