import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ActionDialog } from '#src/admin-ui/action-dialog.tsx';
import { match } from '#src/admin-ui/record.tsx';
import { useDebounced } from '#src/admin-ui/use-debounced.ts';
import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import type { AuthorRow, ManagedAuthor } from '#src/features/authors/contract.ts';
import { formatTaleCount } from '#src/ui/format.ts';
import type { AuthorRows } from '../contract.ts';

type MergeProps = { author: ManagedAuthor; onMerged: (into: ManagedAuthor) => void; onCancel: () => void };

/** Merges an author into another one. */
export function MergeAuthor({ author, onMerged, onCancel }: MergeProps) {
  const [into, setInto] = useState<AuthorRow | null>(null);
  return (
    <ActionDialog
      title={`Merge ${author.name}`}
      confirm="Merge"
      text={`${capitalCount(author.tales)} will move to the author you choose. The old name and URL will lead to that author. This cannot be undone.`}
      onCancel={onCancel}
      onConfirm={async () => {
        if (into === null) throw new ApiError(422, 'invalid', 'Choose the author to merge into.');
        onMerged(await apiRequest('POST', `/admin/authors/${author.id}/merge`, { into: into.id }, match(author.version)));
      }}
    >
      <AuthorChoice label="Into" without={author.id} chosen={into} onChoose={setInto} />
    </ActionDialog>
  );
}

type DeleteProps = { author: ManagedAuthor; onDeleted: () => void; onCancel: () => void };

/** Deletes an author without tales. */
export function DeleteAuthor({ author, onDeleted, onCancel }: DeleteProps) {
  return (
    <ActionDialog
      title="Are you sure?"
      confirm="Delete"
      text={`“${author.name}” will be deleted. The old URL will return “gone” (410). This cannot be undone.`}
      onCancel={onCancel}
      onConfirm={async () => {
        await apiRequest('DELETE', `/admin/authors/${author.id}`, undefined, match(author.version));
        onDeleted();
      }}
    />
  );
}

function capitalCount(tales: number): string {
  return tales === 0 ? 'No tales' : tales === 1 ? '1 tale' : formatTaleCount(tales);
}

type Props = { label: string; without: number; chosen: AuthorRow | null; onChoose: (author: AuthorRow) => void };

const MAX_SHOWN = 6;

/** Searches authors by name and selects one. */
function AuthorChoice({ label, without, chosen, onChoose }: Props) {
  const id = useId();
  const [text, setText] = useState('');
  const q = useDebounced(text.trim());
  const { data, error } = useQuery({
    queryKey: ['staff', '/authors', 'choice', q],
    queryFn: () => apiRequest<AuthorRows>('GET', `/admin/authors?${new URLSearchParams({ q })}`),
    enabled: q !== '',
    placeholderData: (before) => before,
  });
  const found = q === '' ? [] : (data?.authors ?? []).filter((author) => author.id !== without).slice(0, MAX_SHOWN);
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
      {error === null ? null : <p className="hint">Could not load authors.</p>}
      {q !== '' && data !== undefined && shown.length === 0 ? <p className="hint">No authors found</p> : null}
      <fieldset className="choice-list">
        <legend className="visually-hidden">{label}</legend>
        {shown.map((author) => (
          <label key={author.id}>
            <input type="radio" name={`${id}-choice`} checked={chosen?.id === author.id} onChange={() => onChoose(author)} />
            <span>
              <bdi>{author.name}</bdi> <small>{[author.dates, formatTaleCount(author.tales)].filter(Boolean).join(' · ')}</small>
            </span>
          </label>
        ))}
      </fieldset>
    </div>
  );
}
