import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useId, useState } from 'react';
import { ActionDialog } from '#src/admin-ui/action-dialog.tsx';
import { AdminFrame } from '#src/admin-ui/admin-frame.tsx';
import { LiveRow } from '#src/admin-ui/live-rows.tsx';
import {
  ListSearch,
  listHref,
  PagedList,
  parseListQuery,
  type RecordPageProps,
  useLivePages,
  usePagedList,
} from '#src/admin-ui/paged-list.tsx';
import { deleteRecord, match, RecordNote, useRecord, useStoreRecord } from '#src/admin-ui/record.tsx';
import { RecordLayout } from '#src/admin-ui/record-layout.tsx';
import { useDebounced } from '#src/admin-ui/use-debounced.ts';
import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import { formatTaleCount } from '#src/ui/format.ts';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { AuthorForm } from '../admin/author-form.tsx';
import type { AuthorRow, AuthorRows, ManagedAuthor } from '../contract.ts';

const MAX_SHOWN = 6;

/** All authors, and a form for the one selected by `?id=` or for a new one (`?mode=new`). */
export function ManageAuthorsPage({ search, show, go }: RecordPageProps) {
  const params = parseListQuery(search, ['q']);
  const query = usePagedList<AuthorRows>('/authors', params, { isLive: true });
  const client = useQueryClient();
  const store = useStoreRecord();
  const { id = '', mode } = search;
  const record = useRecord<ManagedAuthor>(id === '' ? null : `/authors/${encodeURIComponent(id)}`, { changes: 'authors', id });
  const live = useLivePages('authors', query, (page) => page.authors, { also: 'tales' });
  const authors = live.rows;
  const q = params.q ?? '';
  const at = (changes: Record<string, string>) => urls.manageAuthors(listHref({ q }, changes));
  const onSearch = useCallback(
    (words: string) => show(urls.manageAuthors(listHref({ id, mode: mode ?? '' }, { q: words }))),
    [show, id, mode],
  );
  const reload = () => client.invalidateQueries({ queryKey: ['staff', '/authors'] });

  function saved(author: ManagedAuthor): void {
    store(`/authors/${author.id}`, author);
    void reload();
    if (String(author.id) !== id) go(at({ id: String(author.id) }));
  }

  function removed(title: string, text: string, then: string): void {
    void toast({ title, text });
    void reload();
    go(then);
  }

  return (
    <AdminFrame title="Authors" lede="Authors and traditions, with their biographies and other names" path={urls.manageAuthors()}>
      <RecordLayout
        title="Authors"
        add={{ name: 'New Author', href: at({ mode: 'new' }) }}
        none="Select an author to edit or create a new one"
        list={
          <>
            <ListSearch label="Search authors" placeholder="Search by any name" q={q} onSearch={onSearch} />
            <PagedList
              live={live}
              isFiltered={q !== ''}
              query={query}
              count={authors.length}
              words={['author', 'authors']}
              loading="Loading authors..."
              empty="No authors found"
              failed="Error loading authors"
            >
              <AuthorList authors={authors} selected={id} hrefOf={(author) => at({ id: String(author.id) })} />
            </PagedList>
          </>
        }
        open={
          mode === 'new'
            ? { key: 'new', title: 'New author', back: at({}), body: <AuthorForm key="new" author={null} onSaved={saved} /> }
            : id === ''
              ? null
              : {
                  key: id,
                  title: 'Author',
                  back: at({}),
                  body: (
                    <RecordNote query={record} loading="Loading author..." gone="This author no longer exists.">
                      {(author) => (
                        <OpenAuthor
                          key={id}
                          author={author}
                          onSaved={saved}
                          onMerged={(into) => removed('Authors merged', `All tales are now by ${into.name}.`, at({ id: String(into.id) }))}
                          onDeleted={() => removed('Author deleted', 'The old URL now returns “gone”.', at({}))}
                        />
                      )}
                    </RecordNote>
                  ),
                }
        }
      />
    </AdminFrame>
  );
}

type OpenProps = {
  author: ManagedAuthor;
  onSaved: (a: ManagedAuthor) => void;
  onMerged: (into: ManagedAuthor) => void;
  onDeleted: () => void;
};

function OpenAuthor({ author, onSaved, onMerged, onDeleted }: OpenProps) {
  const [dialog, setDialog] = useState<'merge' | 'delete' | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <AuthorForm author={author} onSaved={onSaved} onMerge={() => setDialog('merge')} onDelete={() => setDialog('delete')} />
      {dialog === 'merge' ? <MergeAuthor author={author} onMerged={onMerged} onCancel={close} /> : null}
      {dialog === 'delete' ? <DeleteAuthor author={author} onDeleted={onDeleted} onCancel={close} /> : null}
    </>
  );
}

type ListProps = { authors: readonly AuthorRow[]; selected: string; hrefOf: (author: AuthorRow) => string };

function AuthorList({ authors, selected, hrefOf }: ListProps) {
  return (
    <ul className="desk-rows">
      {authors.map((author) => (
        <LiveRow key={author.id} as="li" id={author.id}>
          <a href={hrefOf(author)} aria-current={String(author.id) === selected ? 'true' : undefined}>
            <span>
              <b>
                <bdi>{author.name}</bdi>
              </b>
              <small>{author.dates || (author.kind === 'tradition' ? 'Tradition' : '')}</small>
            </span>
            <span className="desk-count figures">{countText(author)}</span>
          </a>
        </LiveRow>
      ))}
    </ul>
  );
}

function countText({ tales, public_tales, credited }: AuthorRow): string {
  const credits = credited === 0 ? '' : `credited on ${credited}`;
  if (tales === 0) return credits === '' ? 'No tales' : `Credited on ${formatTaleCount(credited)}`;
  return [formatTaleCount(tales), tales !== public_tales && `${public_tales} public`, credits].filter(Boolean).join(', ');
}

type MergeProps = { author: ManagedAuthor; onMerged: (into: ManagedAuthor) => void; onCancel: () => void };

/** Merges an author into another one. */
function MergeAuthor({ author, onMerged, onCancel }: MergeProps) {
  const [into, setInto] = useState<AuthorRow | null>(null);
  return (
    <ActionDialog
      title={`Merge ${author.name}`}
      confirm="Merge"
      text={`${capitalCount(author.tales)}${author.credited > 0 ? ` and ${author.credited === 1 ? '1 credit' : `${author.credited} credits`}` : ''} will move to the author you choose. The old name and URL will lead to that author. This cannot be undone.`}
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

/** Deletes an author without tales and credits. */
function DeleteAuthor({ author, onDeleted, onCancel }: DeleteProps) {
  return (
    <ActionDialog
      title="Are you sure?"
      confirm="Delete"
      text={`“${author.name}” will be deleted. The old URL will return “gone” (410). This cannot be undone.`}
      onCancel={onCancel}
      onConfirm={async () => {
        await deleteRecord(`/authors/${author.id}`, { headers: match(author.version) });
        onDeleted();
      }}
    />
  );
}

function capitalCount(tales: number): string {
  return tales === 0 ? 'No tales' : tales === 1 ? '1 tale' : formatTaleCount(tales);
}

type Props = { label: string; without: number; chosen: AuthorRow | null; onChoose: (author: AuthorRow) => void };

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
