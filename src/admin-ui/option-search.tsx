import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react';
import { apiRequest, retryUpTo } from '#src/api-client/api-request.ts';
import { useDebounced } from './use-debounced.ts';

type Props<Option> = {
  label: string;
  placeholder: string;
  /** What is searched, for messages: `tales`. */
  noun: string;
  /** Returns the path of the results, below /admin. */
  path: (q: string) => string;
  /** Returns the options of a response. */
  read: (answer: unknown) => readonly Option[];
  nameOf: (option: Option) => string;
  row: (option: Option) => ReactNode;
  /** Ids already in the list. */
  chosen: ReadonlySet<string>;
  /** Message if the list is full. */
  full?: string | undefined;
  onAdd: (option: Option) => void;
};

/** Searches options, with a button to add each. Enter adds the first one. */
export function OptionSearch<Option extends { id: string }>(props: Props<Option>) {
  const { label, placeholder, noun, path, read, nameOf, row, chosen, full, onAdd } = props;
  const id = useId();
  const [text, setText] = useState('');
  const q = useDebounced(text.trim());
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['staff', path(q)],
    queryFn: () => apiRequest<unknown>('GET', `/admin${path(q)}`),
    enabled: q !== '',
    staleTime: 10_000,
    placeholderData: (before) => before,
    retry: retryUpTo(2),
  });
  const found = q === '' || data === undefined ? [] : read(data);
  const [entered, setEntered] = useState('');
  const isLoaded = entered !== '' && entered === q && data !== undefined && !isPlaceholderData;
  const addFirst = useEffectEvent(() => {
    const first = found.find((option) => !chosen.has(option.id));
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
        placeholder={placeholder}
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
        {full ?? (error === null ? statusText(q, isFetching, found.length, noun) : `Could not load ${noun}.`)}
      </p>
      {error === null ? null : (
        <button type="button" className="btn btn-line btn-sm" onClick={() => void refetch()}>
          Try again
        </button>
      )}
      <ul className="tale-found">
        {found.map((option) => (
          <li key={option.id}>
            {row(option)}
            <AddButton title={nameOf(option)} isAdded={chosen.has(option.id)} isFull={full !== undefined} onAdd={() => onAdd(option)} />
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

function statusText(q: string, isFetching: boolean, count: number, noun: string): string {
  if (q === '') return '';
  if (count > 0) return `${count} found`;
  return isFetching ? 'Searching...' : `No ${noun} found`;
}
