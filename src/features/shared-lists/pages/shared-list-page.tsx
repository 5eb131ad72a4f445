import { useRef, useState } from 'react';
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
          <ListTools list={list} path={path} loadTale={loadTale} />
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

/** Downloads, prints or saves the list. The download is a plain form, which needs no scripts. */
function ListTools({ list: { name, tales }, path, loadTale }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [progress, setProgress] = useState<number>();

  async function print(): Promise<void> {
    if (progress !== undefined || form.current === null) return;
    const hasQuestions = new FormData(form.current).has('questions');
    setProgress(0);
    try {
      const { printList } = await import('../components/print-list.ts');
      await printList({ name, path, slugs: tales.map(({ slug }) => slug), hasQuestions }, loadTale, setProgress);
    } catch {
      void toast({ title: "Couldn't load all tales", text: 'Check your connection and try again.', wrong: true });
    }
    setProgress(undefined);
  }

  return (
    <form ref={form} className="shared-list-tools" method="post" action={urls.books()}>
      <input type="hidden" name="title" value={name} />
      {tales.map(({ slug }) => (
        <input key={slug} type="hidden" name="slug" value={slug} />
      ))}
      <button type="button" className="btn btn-solid" onClick={() => saveList(name, tales)}>
        <Icon name="bookmark" />
        Save this list
      </button>
      <button type="submit" className="btn btn-line">
        Download EPUB
      </button>
      <button type="button" className="btn btn-line" aria-disabled={progress !== undefined || undefined} onClick={() => void print()}>
        <Icon name="print" />
        {progress === undefined ? 'Print' : `Loading ${progress} of ${tales.length}…`}
      </button>
      <label className="check">
        <input type="checkbox" name="questions" value="on" />
        With discussion questions
      </label>
    </form>
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
