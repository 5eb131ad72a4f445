import { useEffect, useRef } from 'react';
import type { HowLongView } from '#src/features/evening/contract.ts';
import { TaleCard } from '#src/features/tales/components/tale-card.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { urls } from '#src/urls.ts';
import { HowLongForm } from '../components/how-long-form.tsx';
import { sayMode } from '../components/pace-store.ts';
import { type HowLongQuery, parseHowLong, writeHowLong } from '../how-long-query.ts';

type Props = { query: HowLongQuery; view: HowLongView };

/** Tales that fit into the time there is. */
export function HowLongPage({ query, view }: Props) {
  const { how, minutes } = query;
  const state = writeHowLong(query);
  const result = useFocusOnChange(state);
  useEffect(() => {
    if (minutes !== null) sayMode(how);
  }, [how, minutes]);
  return (
    <div className="page page-end">
      <PageHead
        eyebrow="An evening, measured"
        title="How long have we got?"
        lede="Say how many minutes there are before the light goes out, and we look for tales that fit."
      />
      <HowLongForm key={state} query={query} />
      {minutes === null ? null : (
        <section ref={result} tabIndex={-1} className="evening" aria-label="What fits">
          <Result query={query} view={view} minutes={minutes} />
        </section>
      )}
    </div>
  );
}

/** The address of the page stays with another question, so nothing else says that there is another answer. */
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
              {sayLoosened(query, parseHowLong(new URLSearchParams(wider)))}
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
          <p>{sayWhat(query, view, minutes)}</p>
        </div>
        {choices > 1 ? (
          <a className="btn btn-line" href={urls.howLong(writeHowLong({ ...query, choice: next }))}>
            <Icon name="dice" />
            Another choice
          </a>
        ) : null}
      </div>
      <ol className={tales.length === 1 ? 'grid grid-3' : 'grid'}>
        {tales.map(({ tale, minutes: own }) => (
          <li key={tale.id}>
            <TaleCard tale={tale} time={`${own} min ${query.how === 'aloud' ? 'aloud' : 'silently'}`} />
          </li>
        ))}
      </ol>
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

/** What is wider about a question, as 'Any age' or 'Any age, read silently, 30 minutes'. */
function sayLoosened(query: HowLongQuery, wider: HowLongQuery): string {
  const said = [
    ...(wider.age.length < query.age.length ? ['Any age'] : []),
    ...(wider.how === query.how ? [] : ['Read silently']),
    ...(wider.minutes === query.minutes ? [] : [`${wider.minutes} minutes`]),
  ];
  return said.map((each, index) => (index === 0 ? each : each.toLowerCase())).join(', ');
}

function titleOf(count: number, minutes: number): string {
  const time = minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return count === 1 ? `One tale, ${time}` : `${count} tales, ${time}`;
}

/** As 'Out of 15 minutes, aloud, at your pace (150 words a minute).' */
function sayWhat({ how, pace, age, what }: HowLongQuery, { tales }: HowLongView, minutes: number): string {
  const words = [`Out of ${minutes} minutes`, how === 'aloud' ? 'read aloud' : 'read silently'];
  if (pace !== null) words.push(`at your pace (${pace} words a minute${how === 'aloud' ? ' aloud' : ''})`);
  if (age.length > 0) words.push(`ages ${age.map((band) => band.replace('-', ' to ')).join(' and ')}`);
  return `${words.join(', ')}.${what === 'set' && tales.length === 1 ? ' No two fit: one must do.' : ''}`;
}
