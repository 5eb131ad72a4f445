import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useDebounced } from '#src/admin-ui/use-debounced.ts';
import { apiRequest, retryUpTo } from '#src/api-client/api-request.ts';
import type { TaleOption } from '../contract.ts';
import { TaleLine } from './tale-line.tsx';

type Props = {
  label: string;
  isPublishedOnly?: boolean;
  /** Ids already in the list. */
  chosen: ReadonlySet<string>;
  /** Message if the list is full. */
  full?: string | undefined;
  onAdd: (tale: TaleOption) => void;
};

/** Searches tales by title or author, with a button to add each. Enter adds the first one. */
export function TaleSearch({ label, isPublishedOnly = false, chosen, full, onAdd }: Props) {
  const id = useId();
  const [text, setText] = useState('');
  const q = useDebounced(text.trim());
  const params = { q, ...(isPublishedOnly && { state: 'published' }) };
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['staff', '/choices/tales', params],
    queryFn: () => apiRequest<{ tales: TaleOption[] }>('GET', `/admin/choices/tales?${new URLSearchParams(params)}`),
    enabled: q !== '',
    staleTime: 10_000,
    placeholderData: (before) => before,
    retry: retryUpTo(2),
  });
  const found = q === '' ? [] : (data?.tales ?? []);
  const [entered, setEntered] = useState('');
  const isLoaded = entered !== '' && entered === q && data !== undefined && !isPlaceholderData;
  const addFirst = useEffectEvent(() => {
    const first = found.find((tale) => !chosen.has(tale.id));
    if (first !== undefined && full === undefined) {
      onAdd(first);
      setText('');
    }
    setEntered('');
  });
  useEffect(() => {
    if (isLoaded) addFirst();
  }, [isLoaded]);
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
        // Adds the first result, also while it is loading. Without this, Enter would submit the surrounding form.
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          if (!event.nativeEvent.isComposing) setEntered(text.trim());
        }}
      />
      <p className={found.length > 0 ? 'visually-hidden' : 'hint'} role="status">
        {full ?? (error === null ? statusText(q, isFetching, found.length) : 'Could not load tales.')}
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

/** Stays focusable after adding, so that the focus is not lost. */
function AddButton({ title, isAdded, isFull, onAdd }: AddProps) {
  const isDisabled = isAdded || isFull;
  return (
    <button
      type="button"
      className={isAdded ? 'btn btn-quiet btn-sm' : 'btn btn-line btn-sm'}
      aria-label={isAdded ? `${title} is added` : `Add ${title}`}
      aria-disabled={isDisabled || undefined}
      onClick={() => {
        if (!isDisabled) onAdd();
      }}
    >
      {isAdded ? 'Added' : 'Add'}
    </button>
  );
}

function statusText(q: string, isFetching: boolean, count: number): string {
  if (q === '') return '';
  if (count > 0) return `${count} found`;
  return isFetching ? 'Searching...' : 'No tales found';
}
