import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { send } from '#src/features/accounts/components/send.ts';
import type { AuthorRow, AuthorRows } from '#src/features/authors/contract.ts';
import { talesCount } from '#src/ui/wording.ts';
import { useSettled } from './use-settled.ts';

type Props = { label: string; without: number; chosen: AuthorRow | null; onChoose: (author: AuthorRow) => void };

const SHOWN = 6;

/** Finds an author by a name, and chooses one. */
export function AuthorChoice({ label, without, chosen, onChoose }: Props) {
  const id = useId();
  const [text, setText] = useState('');
  const q = useSettled(text.trim());
  const { data, error } = useQuery({
    queryKey: ['staff', '/authors', 'choice', q],
    queryFn: () => send<AuthorRows>('GET', `/admin/authors?${new URLSearchParams({ q })}`),
    enabled: q !== '',
    placeholderData: (before) => before,
  });
  const found = q === '' ? [] : (data?.authors ?? []).filter((author) => author.id !== without).slice(0, SHOWN);
  const shown = chosen === null || found.some((author) => author.id === chosen.id) ? found : [chosen, ...found];
  return (
    <div className="choice-search">
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
        placeholder="Search by name"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <p className="visually-hidden" role="status">
        {q === '' ? '' : `${found.length} found`}
      </p>
      {error === null ? null : <p className="hint">The authors could not be reached.</p>}
      {q !== '' && data !== undefined && shown.length === 0 ? <p className="hint">No authors found</p> : null}
      <fieldset className="choice-list">
        <legend className="visually-hidden">{label}</legend>
        {shown.map((author) => (
          <label key={author.id}>
            <input type="radio" name={`${id}-choice`} checked={chosen?.id === author.id} onChange={() => onChoose(author)} />
            <span>
              <bdi>{author.name}</bdi> <small>{[author.dates, talesCount(author.tales)].filter(Boolean).join(' · ')}</small>
            </span>
          </label>
        ))}
      </fieldset>
    </div>
  );
}
