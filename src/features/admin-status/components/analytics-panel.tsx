import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Chart } from '#src/admin-ui/chart.tsx';
import { QueryPanel } from '#src/admin-ui/query-panel.tsx';
import { apiRequest, retryUpTo } from '#src/api-client/api-request.ts';
import type { AnalyticsView, DayCounts, Period } from '#src/features/analytics/contract.ts';
import { formatCount, formatDate } from '#src/ui/format.ts';
import { urls } from '#src/urls.ts';

const PERIODS: readonly Period[] = [30, 90];

type Kind = Exclude<keyof DayCounts, 'day' | 'empty_search' | 'together_guest' | 'together_minute'>;

const KINDS: { kind: Kind; title: string; noun: [string, string]; empty: string }[] = [
  { kind: 'read', title: 'Reads per day', noun: ['read', 'reads'], empty: 'No reads yet.' },
  { kind: 'finish', title: 'Finished tales per day', noun: ['finished tale', 'finished tales'], empty: 'No finished tales yet.' },
  { kind: 'download', title: 'Downloads per day', noun: ['download', 'downloads'], empty: 'No downloads yet.' },
  { kind: 'search', title: 'Searches per day', noun: ['search', 'searches'], empty: 'No searches yet.' },
  {
    kind: 'together',
    title: 'Readings together per day',
    noun: ['reading together', 'readings together'],
    empty: 'No readings together yet.',
  },
];

/** What readers do, over all processes: charts of the last 30 or 90 days, the tales read most and searches without results. */
export function AnalyticsPanel() {
  const [period, setPeriod] = useState<Period>(30);
  const path = `/analytics?days=${period}`;
  const query = useQuery({
    queryKey: ['staff', path],
    queryFn: () => apiRequest<AnalyticsView>('GET', `/admin${path}`),
    staleTime: 0,
    // The figures of the former period stay until those of the new one are there.
    placeholderData: (shown: AnalyticsView | undefined) => shown,
    networkMode: 'always',
    retry: retryUpTo(2),
  });
  return (
    <section className="panel" aria-labelledby="readers">
      <div className="panel-head">
        <h2 id="readers">Readers</h2>
        <select
          className="input select"
          aria-label="Period"
          value={period}
          onChange={(event) => setPeriod(Number(event.target.value) as Period)}
        >
          {PERIODS.map((days) => (
            <option key={days} value={days}>
              Last {days} days
            </option>
          ))}
        </select>
      </div>
      <QueryPanel query={query} loading="Loading figures..." failed="Error loading figures">
        {query.data === undefined ? null : <Figures counts={query.data} />}
      </QueryPanel>
    </section>
  );
}

function Figures({ counts: { days, most_read, depths, empty_searches } }: { counts: AnalyticsView }) {
  const [reads, ...others] = KINDS.map((kind) => <DayChart key={kind.kind} days={days} {...kind} />);
  return (
    <>
      <div className="charts">
        {reads}
        <DepthChart depths={depths} tales={most_read} />
        {others}
      </div>
      <div className="ops-lists">
        <MostReadTales tales={most_read} days={days.length} />
        <SearchesWithoutResults searches={empty_searches} />
      </div>
    </>
  );
}

function DayChart({ days, kind, title, noun, empty }: { days: readonly DayCounts[] } & (typeof KINDS)[number]) {
  const sum = days.reduce((all, each) => all + each[kind], 0);
  const most = days.reduce((best, each) => (each[kind] > best[kind] ? each : best));
  const total = (name: keyof Omit<DayCounts, 'day'>) => formatCount(days.reduce((all, each) => all + each[name], 0));
  const parts = [
    `${formatCount(sum)} ${sum === 1 ? noun[0] : noun[1]} in ${days.length} days, ${formatCount(days.at(-1)?.[kind] ?? 0)} today.`,
    `Most on ${formatDate(most.day)}: ${formatCount(most[kind])}.`,
    ...(kind === 'search' ? [`${total('empty_search')} without results.`] : []),
    ...(kind === 'together' ? [`Guests: ${total('together_guest')}. Minutes: ${total('together_minute')}.`] : []),
  ];
  return (
    <Chart
      title={title}
      summary={parts.join(' ')}
      empty={empty}
      kind="bars"
      points={days.map((each, at) => ({
        label: formatDate(each.day),
        short: at === days.length - 1 ? 'Today' : shortDay.format(new Date(each.day)),
        value: each[kind],
      }))}
      columns={['Day (UTC)', title.replace(' per day', '')]}
    />
  );
}

const shortDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** How many readers reached each tenth of a tale: of all tales, or of one of the most read compared with all. */
function DepthChart({ depths, tales }: { depths: number[]; tales: AnalyticsView['most_read'] }) {
  const [slug, setSlug] = useState('');
  const tale = tales.find((each) => each.slug === slug);
  const shown = tale?.depths ?? depths;
  const shares = sharesReached(shown);
  const [first, half, end] = [shares[0], shares[4], shares[9]].map((share) => formatPercent(share ?? 0));
  return (
    <Chart
      title={tale === undefined ? 'Where readers stop' : `Where readers stop: ${tale.title}`}
      summary={`${formatCount(readings(shown))} ${readings(shown) === 1 ? 'reading' : 'readings'} measured: ${first} got past a tenth of the text, ${half} past half of it, and ${end} to the end.`}
      empty="No readings measured yet."
      kind="bars"
      max={100}
      points={shares.map((value, at) => ({ label: formatPercent((at + 1) * 10), value }))}
      format={formatPercent}
      columns={['Part of the text', 'Readers who reached it']}
      compared={tale === undefined || readings(tale.depths) === 0 ? undefined : { name: 'All tales', values: sharesReached(depths) }}
    >
      {tales.length === 0 ? null : (
        <select
          className="input select"
          aria-label="Tale of the chart “Where readers stop”"
          value={tale?.slug ?? ''}
          onChange={(event) => setSlug(event.target.value)}
        >
          <option value="">All tales</option>
          {tales.map((each) => (
            <option key={each.slug} value={each.slug}>
              {each.title}
            </option>
          ))}
        </select>
      )}
    </Chart>
  );
}

function readings(depths: readonly number[]): number {
  return depths.reduce((all, count) => all + count, 0);
}

/** Returns the percentage of readings that reached at least 1 to 10 tenths of the text. */
function sharesReached(depths: readonly number[]): number[] {
  const all = Math.max(1, readings(depths));
  return depths.slice(1).map((_, at) => Math.round((readings(depths.slice(at + 1)) / all) * 100));
}

function formatPercent(value: number): string {
  return `${value}%`;
}

function MostReadTales({ tales, days }: { tales: AnalyticsView['most_read']; days: number }) {
  return (
    <div>
      <h3>Most read, last {days} days</h3>
      {tales.length === 0 ? (
        <p className="ops-none">No reads yet.</p>
      ) : (
        <table className="ops-table">
          <thead>
            <tr>
              <th scope="col">Tale</th>
              <th scope="col">Reads</th>
              <th scope="col">Finished</th>
              <th scope="col">Reached half</th>
              <th scope="col">Downloads</th>
            </tr>
          </thead>
          <tbody>
            {tales.map(({ slug, title, read, finish, download, depths }) => (
              <tr key={slug}>
                <th scope="row">
                  <a className="link" href={urls.tale(slug)}>
                    <bdi>{title}</bdi>
                  </a>
                </th>
                <td>{formatCount(read)}</td>
                <td>{formatCount(finish)}</td>
                <td>{readings(depths) === 0 ? '–' : formatPercent(sharesReached(depths)[4] ?? 0)}</td>
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
