import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { retryUpTo, send } from '#src/features/accounts/components/send.ts';
import type { TalePick } from '#src/features/tales/contract.ts';
import { TaleLine } from './tale-line.tsx';
import { useSettled } from './use-settled.ts';

type Props = {
  label: string;
  isPublishedOnly?: boolean;
  /** Those that are in the list already. */
  chosen: ReadonlySet<string>;
  /** Why nothing more can be added; undefined when it can. */
  full?: string | undefined;
  onAdd: (tale: TalePick) => void;
};

/** Finds tales by parts of title or author, and adds them one by one, by a button each; Enter adds the first one. */
export function TaleSearch({ label, isPublishedOnly = false, chosen, full, onAdd }: Props) {
  const id = useId();
  const [text, setText] = useState('');
  const q = useSettled(text.trim());
  const asked = { q, ...(isPublishedOnly && { state: 'published' }) };
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['staff', '/choices/tales', asked],
    queryFn: () => send<{ tales: TalePick[] }>('GET', `/admin/choices/tales?${new URLSearchParams(asked)}`),
    enabled: q !== '',
    staleTime: 10_000,
    placeholderData: (before) => before,
    retry: retryUpTo(2),
  });
  const found = q === '' ? [] : (data?.tales ?? []);
  const [entered, setEntered] = useState('');
  const isAnswered = entered !== '' && entered === q && data !== undefined && !isPlaceholderData;
  const addFirst = useEffectEvent(() => {
    const first = found.find((tale) => !chosen.has(tale.id));
    if (first !== undefined && full === undefined) {
      onAdd(first);
      setText('');
    }
    setEntered('');
  });
  useEffect(() => {
    if (isAnswered) addFirst();
  }, [isAnswered]);
  return (
    <div className="tale-search">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="input"
        type="search"
        value={text}
        maxLength={200}
        autoComplete="off"
        placeholder="Search by title or author"
        onChange={(event) => {
          setText(event.target.value);
          setEntered('');
        }}
        // Adds the first tale found for what is typed, also while the answer is on its way. Within a form Enter would save it.
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          if (!event.nativeEvent.isComposing) setEntered(text.trim());
        }}
      />
      <p className={found.length > 0 ? 'visually-hidden' : 'hint'} role="status">
        {full ?? (error === null ? say(q, isFetching, found.length) : 'The tales could not be reached.')}
      </p>
      {error === null ? null : (
        <button type="button" className="btn btn-line btn-sm" onClick={() => void refetch()}>
          Try again
        </button>
      )}
      <ul className="tale-found">
        {found.map((tale) => (
          <li key={tale.id}>
            <TaleLine tale={tale} />
            <AddButton title={tale.title} isAdded={chosen.has(tale.id)} isFull={full !== undefined} onAdd={() => onAdd(tale)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

type AddProps = { title: string; isAdded: boolean; isFull: boolean; onAdd: () => void };

/** Once added it stays where it is, so that the focus is not lost. */
function AddButton({ title, isAdded, isFull, onAdd }: AddProps) {
  const isIdle = isAdded || isFull;
  return (
    <button
      type="button"
      className={isAdded ? 'btn btn-quiet btn-sm' : 'btn btn-line btn-sm'}
      aria-label={isAdded ? `${title} is added` : `Add ${title}`}
      aria-disabled={isIdle || undefined}
      onClick={() => {
        if (!isIdle) onAdd();
      }}
    >
      {isAdded ? 'Added' : 'Add'}
    </button>
  );
}

function say(q: string, isFetching: boolean, count: number): string {
  if (q === '') return '';
  if (count > 0) return `${count} found`;
  return isFetching ? 'Searching...' : 'No tales found';
}
