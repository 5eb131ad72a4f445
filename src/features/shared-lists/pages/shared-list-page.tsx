import { changeBookshelf } from '#src/features/reader-library/components/library-store.ts';
import { TaleCard } from '#src/features/tales/components/tale-card.tsx';
import type { TaleView } from '#src/features/tales/contract.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { formatCount, formatTaleCount } from '#src/ui/format.ts';
import { Icon } from '#src/ui/icon.tsx';
import { newId } from '#src/ui/new-id.ts';
import { PageHead } from '#src/ui/page-head.tsx';
import { useSite } from '#src/ui/site.ts';
import { OPEN_MY_TALES, toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { ListTools } from '../components/list-tools.tsx';
import type { SharedListView } from '../contract.ts';

/** `path`: of this page, with its query. */
type Props = { list: SharedListView; path: string; loadTale: (slug: string) => Promise<TaleView> };

const FIRST_SCREEN = 4;

/** A list that a reader shares, for everyone who has the link. */
export function SharedListPage({ list, path, loadTale }: Props) {
  const { name, tales, count } = list;
  return (
    <div className="page page-end">
      <PageHead eyebrow="A shared list" title={name} lede={`Put together by a reader of ${useSite().name}.`} />
      <h2 className="visually-hidden">The tales</h2>
      {tales.length === 0 ? (
        <EmptyState spot="book" title="No tales here yet" text="The tales of this list are not available, or none has been added.">
          <a className="btn btn-solid btn-lg" href={urls.tales()}>
            Browse Tales
          </a>
        </EmptyState>
      ) : (
        <>
          <p className="count-line">
            {formatTaleCount(count)}
            {count > tales.length ? `. Shown here: the first ${formatCount(tales.length)}.` : null}
          </p>
          <ListTools name={name} slugs={tales.map(({ slug }) => slug)} path={path} loadTale={loadTale}>
            <button type="button" className="btn btn-solid" onClick={() => saveList(name, tales)}>
              <Icon name="bookmark" />
              Save this list
            </button>
          </ListTools>
          <div className="grid browse-grid">
            {tales.map((tale, index) => (
              <TaleCard key={tale.id} tale={tale} eager={index < FIRST_SCREEN} />
            ))}
          </div>
        </>
      )}
      <p className="kept-note shared-list-report">
        Something wrong with this list?{' '}
        <a className="link" href={urls.contact('', path)}>
          Report a problem
        </a>
      </p>
    </div>
  );
}

/** Copies the list to the reader's own collections. Added one by one from the last, so that the order stays: the newest is first. */
function saveList(name: string, tales: SharedListView['tales']): void {
  const shelf = newId();
  changeBookshelf({ op: 'shelf', shelf, name });
  for (const { id } of tales.toReversed()) changeBookshelf({ op: 'shelve', shelf, tale: id, on: true });
  void toast({ title: 'Saved to your collections', action: OPEN_MY_TALES });
}

/** For a link that is unknown, revoked or incomplete. */
export function ListUnavailable() {
  return (
    <div className="page">
      <EmptyState
        spot="lantern"
        level={1}
        title="This list is not available"
        text="The link may be incomplete, or the list is no longer shared. Ask the person who sent it for a new link."
      >
        <a className="btn btn-solid btn-lg" href={urls.tales()}>
          Browse Tales
        </a>
      </EmptyState>
    </div>
  );
}
