import { useEffect, useRef } from 'react';
import { setSpeedMode } from '#src/features/reading/components/reading-speed-store.ts';
import { ageLabel } from '#src/features/tales/browse-query.ts';
import { TaleCard } from '#src/features/tales/components/tale-card.tsx';
import { ListenLink } from '#src/features/text-to-speech/components/listen-link.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { AGE_BANDS } from '#src/ui/hidden-ages.ts';
import { Icon } from '#src/ui/icon.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { urls } from '#src/urls.ts';
import { TaleFinderForm } from '../components/tale-finder-form.tsx';
import type { TaleFinderView } from '../contract.ts';
import { parseFinderQuery, type TaleFinderQuery, writeFinderQuery } from '../finder-query.ts';

type Props = { query: TaleFinderQuery; view: TaleFinderView };

/** Tales that fit into the available time. */
export function TaleFinderPage({ query, view }: Props) {
  const { how, minutes } = query;
  const state = writeFinderQuery(query);
  const result = useFocusOnChange(state);
  useEffect(() => {
    if (minutes !== null) setSpeedMode(how);
  }, [how, minutes]);
  return (
    <div className={minutes === null ? 'page page-end' : 'page page-end is-answered'}>
      <PageHead
        eyebrow="An evening, measured"
        title="How long have we got?"
        lede={minutes === null ? 'Say how many minutes there are before the light goes out, and we look for tales that fit.' : undefined}
      />
      {minutes === null ? (
        <TaleFinderForm key={state} query={query} />
      ) : (
        <>
          <QuickFilters query={query} />
          <section ref={result} tabIndex={-1} className="evening" aria-label="What fits">
            <Result query={query} view={view} minutes={minutes} />
          </section>
          <section className="how-long-card" aria-labelledby="other-wishes">
            <h2 id="other-wishes">Change your search</h2>
            <TaleFinderForm key={state} query={query} />
          </section>
        </>
      )}
    </div>
  );
}

/** One age, and nothing scary, as links that change the result at once. Every other wish is in the form below the result. */
function QuickFilters({ query }: { query: TaleFinderQuery }) {
  const ages = AGE_BANDS.map((age) => ({ label: ageLabel(age), isSet: query.age.length === 1 && query.age[0] === age, age: [age] }));
  const href = (change: Partial<TaleFinderQuery>) => urls.howLong(writeFinderQuery({ ...query, ...change, choice: 1 }));
  return (
    <nav className="quick-filters" aria-label="For whom">
      {ages.map(({ label, isSet, age }) => (
        <a key={label} className="chip" aria-current={isSet || undefined} href={href({ age: isSet ? [] : age })}>
          {label}
        </a>
      ))}
      <a className="chip" aria-current={query.calm || undefined} href={href({ calm: !query.calm })}>
        Nothing scary
      </a>
    </nav>
  );
}

/** Focuses the result when the query changes, as the path stays the same and screen readers would not announce it. */
function useFocusOnChange(state: string) {
  const result = useRef<HTMLElement>(null);
  const shown = useRef(state);
  useEffect(() => {
    if (shown.current === state) return;
    shown.current = state;
    result.current?.focus();
  }, [state]);
  return result;
}

function Result({ query, view, minutes }: Props & { minutes: number }) {
  const { tales, choices } = view;
  if (tales.length === 0)
    return (
      <EmptyState spot="owl" title="No tale fits that wish" text="Loosen a filter and try again.">
        <p className="empty-acts">
          {view.loosened.map((wider) => (
            <a key={wider} className="btn btn-line" href={urls.howLong(wider)}>
              {widerLabel(query, parseFinderQuery(new URLSearchParams(wider)))}
            </a>
          ))}
          <a className="btn btn-line" href={urls.tales()}>
            Browse Tales
          </a>
        </p>
      </EmptyState>
    );
  const next = (query.choice % choices) + 1;
  return (
    <>
      <div className="evening-head">
        <div>
          <h2>{titleOf(tales.length, view.minutes)}</h2>
          <p>{summaryText(query, view, minutes)}</p>
        </div>
      </div>
      <ol className={tales.length === 1 ? 'grid grid-3' : 'grid'}>
        {tales.map(({ tale, minutes: own }) => (
          <li key={tale.id}>
            <TaleCard tale={tale} time={`${own} min ${query.how === 'aloud' ? 'aloud' : 'silently'}`} />
            {query.how === 'aloud' ? <ListenLink tale={tale} /> : null}
          </li>
        ))}
      </ol>
      {choices > 1 ? (
        <p className="evening-all">
          <a className="btn btn-line" href={urls.howLong(writeFinderQuery({ ...query, choice: next }))}>
            <Icon name="dice" />
            Show other tales
          </a>
        </p>
      ) : null}
      {query.how === 'silent' ? (
        <p className="evening-all">
          <a className="link" href={urls.tales(`minutes=${minutes}`)}>
            All tales that take {minutes} minutes or less to read silently
          </a>
        </p>
      ) : null}
    </>
  );
}

/** Describes how a query was widened: 'Any age' or 'Any age, read silently, 30 minutes'. */
function widerLabel(query: TaleFinderQuery, wider: TaleFinderQuery): string {
  const parts = [
    ...(wider.age.length < query.age.length ? ['Any age'] : []),
    ...(query.calm && !wider.calm ? ['Include scary tales'] : []),
    ...(wider.how === query.how ? [] : ['Read silently']),
    ...(wider.minutes === query.minutes ? [] : [`${wider.minutes} minutes`]),
  ];
  return parts.map((each, index) => (index === 0 ? each : each.toLowerCase())).join(', ');
}

function titleOf(count: number, minutes: number): string {
  const time = minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return count === 1 ? `One tale, ${time}` : `${count} tales, ${time}`;
}

/** For example 'Out of 15 minutes, read aloud, at your reading speed (150 words per minute aloud).' */
function summaryText({ how, pace, age, calm, what }: TaleFinderQuery, { tales }: TaleFinderView, minutes: number): string {
  const words = [`Out of ${minutes} minutes`, how === 'aloud' ? 'read aloud' : 'read silently'];
  if (pace !== null) words.push(`at your reading speed (${pace} words per minute${how === 'aloud' ? ' aloud' : ''})`);
  if (calm) words.push('nothing scary');
  if (age.length > 0) words.push(`ages ${age.map((band) => band.replace('-', ' to ')).join(' and ')}`);
  return `${words.join(', ')}.${what === 'set' && tales.length === 1 ? ' Only one tale fits.' : ''}`;
}
