import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { AuthorRow, AuthorRows, ManagedAuthor } from '#src/features/authors/contract.ts';
import { askedOf, withAsked } from '#src/features/staff/components/asked.ts';
import { ListPanel } from '#src/features/staff/components/list-panel.tsx';
import { ListSearch } from '#src/features/staff/components/list-search.tsx';
import { StaffFrame } from '#src/features/staff/components/staff-frame.tsx';
import { useStaffList } from '#src/features/staff/components/use-staff-list.ts';
import { toast } from '#src/ui/toast.ts';
import { talesCount } from '#src/ui/wording.ts';
import { urls } from '#src/urls.ts';
import { MergeAuthor, RetireAuthor } from '../components/author-dialogs.tsx';
import { AuthorForm } from '../components/author-form.tsx';
import { Desk } from '../components/desk.tsx';
import { RecordNote } from '../components/record-note.tsx';
import { useKeep, useRecord } from '../components/use-record.ts';
import type { DeskPageProps } from './desk-page-props.ts';

/** All authors, and the one that is open: by the address `?id=` or `?mode=new`. */
export function ManageAuthorsPage({ search, show, go }: DeskPageProps) {
  const asked = askedOf(search, ['q']);
  const query = useStaffList<AuthorRows>('/authors', asked);
  const client = useQueryClient();
  const keep = useKeep();
  const { id = '', mode } = search;
  const record = useRecord<ManagedAuthor>(id === '' ? null : `/authors/${encodeURIComponent(id)}`);
  const authors = query.data?.pages.flatMap((page) => page.authors) ?? [];
  const q = asked.q ?? '';
  const at = (changes: Record<string, string>) => urls.manageAuthors(withAsked({ q }, changes));
  const onSearch = useCallback(
    (words: string) => show(urls.manageAuthors(withAsked({ id, mode: mode ?? '' }, { q: words }))),
    [show, id, mode],
  );
  const reload = () => client.invalidateQueries({ queryKey: ['staff', '/authors'] });

  function saved(author: ManagedAuthor): void {
    keep(`/authors/${author.id}`, author);
    void reload();
    if (String(author.id) !== id) go(at({ id: String(author.id) }));
  }

  function gone(title: string, text: string, then: string): void {
    void toast({ title, text });
    client.removeQueries({ queryKey: ['staff', `/authors/${id}`] });
    void reload();
    go(then);
  }

  return (
    <StaffFrame title="Authors" lede="Who told the tales, and where they were told" path={urls.manageAuthors()}>
      <Desk
        title="Authors"
        add={{ name: 'New Author', href: at({ mode: 'new' }) }}
        none="Select an author to edit or create a new one"
        list={
          <>
            <ListSearch label="Search authors" placeholder="Search by any name" q={q} onSearch={onSearch} />
            <ListPanel
              query={query}
              count={authors.length}
              words={['author', 'authors']}
              loading="Loading authors..."
              empty="No authors found"
              failed="Error loading authors"
            >
              <AuthorList authors={authors} selected={id} hrefOf={(author) => at({ id: String(author.id) })} />
            </ListPanel>
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
                    <RecordNote query={record} loading="Loading author..." gone="This author is not there any more.">
                      {(author) => (
                        <OpenAuthor
                          key={id}
                          author={author}
                          onSaved={saved}
                          onMerged={(into) => gone('Authors merged', `All tales are by ${into.name} now.`, at({ id: String(into.id) }))}
                          onRetired={() => gone('Author retired', 'The old address says now that it is gone.', at({}))}
                        />
                      )}
                    </RecordNote>
                  ),
                }
        }
      />
    </StaffFrame>
  );
}

type OpenProps = {
  author: ManagedAuthor;
  onSaved: (a: ManagedAuthor) => void;
  onMerged: (into: ManagedAuthor) => void;
  onRetired: () => void;
};

function OpenAuthor({ author, onSaved, onMerged, onRetired }: OpenProps) {
  const [asks, setAsks] = useState<'merge' | 'retire' | null>(null);
  const close = () => setAsks(null);
  return (
    <>
      <AuthorForm author={author} onSaved={onSaved} onMerge={() => setAsks('merge')} onRetire={() => setAsks('retire')} />
      {asks === 'merge' ? <MergeAuthor author={author} onMerged={onMerged} onCancel={close} /> : null}
      {asks === 'retire' ? <RetireAuthor author={author} onRetired={onRetired} onCancel={close} /> : null}
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
  return tales === public_tales ? talesCount(tales) : `${talesCount(tales)}, ${public_tales} public`;
}
