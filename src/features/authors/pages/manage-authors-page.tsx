import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { AdminFrame } from '#src/admin-ui/admin-frame.tsx';
import { ListSearch, listHref, PagedList, parseListQuery, type RecordPageProps, usePagedList } from '#src/admin-ui/paged-list.tsx';
import { RecordNote, useRecord, useStoreRecord } from '#src/admin-ui/record.tsx';
import { RecordLayout } from '#src/admin-ui/record-layout.tsx';
import type { AuthorRow, AuthorRows, ManagedAuthor } from '#src/features/authors/contract.ts';
import { formatTaleCount } from '#src/ui/format.ts';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { DeleteAuthor, MergeAuthor } from '../admin/author-dialogs.tsx';
import { AuthorForm } from '../admin/author-form.tsx';

/** All authors, and a form for the one selected by `?id=` or for a new one (`?mode=new`). */
export function ManageAuthorsPage({ search, show, go }: RecordPageProps) {
  const params = parseListQuery(search, ['q']);
  const query = usePagedList<AuthorRows>('/authors', params);
  const client = useQueryClient();
  const store = useStoreRecord();
  const { id = '', mode } = search;
  const record = useRecord<ManagedAuthor>(id === '' ? null : `/authors/${encodeURIComponent(id)}`);
  const authors = query.data?.pages.flatMap((page) => page.authors) ?? [];
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
    client.removeQueries({ queryKey: ['staff', `/authors/${id}`] });
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

type ListProps = { authors: AuthorRow[]; selected: string; hrefOf: (author: AuthorRow) => string };

function AuthorList({ authors, selected, hrefOf }: ListProps) {
  return (
    <ul className="desk-rows">
      {authors.map((author) => (
        <li key={author.id}>
          <a href={hrefOf(author)} aria-current={String(author.id) === selected ? 'true' : undefined}>
            <span>
              <b>
                <bdi>{author.name}</bdi>
              </b>
              <small>{author.dates || (author.kind === 'tradition' ? 'Tradition' : '')}</small>
            </span>
            <span className="desk-count figures">{countText(author)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function countText({ tales, public_tales }: AuthorRow): string {
  if (tales === 0) return 'No tales';
  return tales === public_tales ? formatTaleCount(tales) : `${formatTaleCount(tales)}, ${public_tales} public`;
}
