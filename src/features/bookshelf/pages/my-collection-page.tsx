import { changeBookshelf, useBookshelf } from '#src/features/bookshelf/components/bookshelf-store.ts';
import { KeptTales } from '#src/features/bookshelf/components/kept-tales.tsx';
import { ShelfTools } from '#src/features/bookshelf/components/shelf-tools.tsx';
import { useIsFetched } from '#src/features/bookshelf/components/use-is-fetched.ts';
import type { LoadCards } from '#src/features/bookshelf/components/use-tale-cards.ts';
import type { Shelf } from '#src/features/bookshelf/contract.ts';
import { READ_LATER, READ_LATER_NAME } from '#src/features/bookshelf/read-later.ts';
import { Breadcrumbs } from '#src/ui/breadcrumbs.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';

const TRAIL = [
  { name: 'Home', href: urls.home() },
  { name: 'Collections', href: urls.collections() },
];

/** Everyone has it, also when nothing is on it. */
const EMPTY_READ_LATER: Shelf = { id: READ_LATER, name: READ_LATER_NAME, kind: 'read_later', at: '', tales: [] };

/** One of the reader's own shelves. `id` is '' where the page was drawn for nobody in particular. */
export function MyCollectionPage({ id, loadCards }: { id: string; loadCards: LoadCards }) {
  const shelf = useBookshelf(({ shelves }) => shelves.find((each) => each.id === id)) ?? (id === READ_LATER ? EMPTY_READ_LATER : undefined);
  const fetched = useIsFetched();
  if (fetched === 'ready' && shelf === undefined) return <NoShelf />;
  const name = shelf?.name ?? 'My collection';
  return (
    <div className="page page-end kept-page">
      <Breadcrumbs trail={TRAIL} here={name} />
      <PageHead eyebrow="My collection" title={name} />
      {shelf?.kind === 'own' ? <ShelfTools shelf={shelf} /> : null}
      <KeptTales
        title={name}
        tales={shelf?.tales.map(({ tale }) => tale) ?? []}
        loadCards={loadCards}
        empty={
          <EmptyState spot="book" title="No tales here yet" text="Save a tale to this collection and it will wait here.">
            <a className="btn btn-solid btn-lg" href={urls.tales()}>
              Browse Tales
            </a>
          </EmptyState>
        }
        below={(tale) => (
          <button type="button" className="btn btn-quiet" onClick={() => remove(id, name, tale.id)}>
            Remove<span className="visually-hidden"> {tale.title}</span>
          </button>
        )}
      />
    </div>
  );
}

function remove(shelf: string, name: string, tale: string): void {
  changeBookshelf({ op: 'shelve', shelf, tale, on: false });
  const act = () => changeBookshelf({ op: 'shelve', shelf, tale, on: true });
  void toast({ title: `Removed from ${name}`, action: { name: 'Undo', act } });
}

function NoShelf() {
  return (
    <div className="page page-end kept-page">
      <EmptyState spot="book" level={1} title="This collection is not here" text="It may have been deleted, or it is kept elsewhere.">
        <a className="btn btn-solid btn-lg" href={urls.collections()}>
          All collections
        </a>
      </EmptyState>
    </div>
  );
}
