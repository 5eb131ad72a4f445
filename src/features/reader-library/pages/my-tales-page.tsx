import type { ReactNode } from 'react';
import { listSavedOffline, useOfflineData } from '#src/features/offline/components/use-offline-data.ts';
import type { TaleCard } from '#src/features/tales/contract.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { formatDate, formatTaleCount } from '#src/ui/format.ts';
import { PageHead, SectionHead } from '#src/ui/page-head.tsx';
import { LibrarySkeleton } from '#src/ui/saved-list.tsx';
import { urls } from '#src/urls.ts';
import { UnfinishedTales } from '../components/continue-reading.tsx';
import { LibraryUnavailable } from '../components/library-status.tsx';
import { flushBookshelf, useBookshelf, useLibraryStatus } from '../components/library-store.ts';
import { MyShelves } from '../components/my-shelves.tsx';
import { TaleRows } from '../components/tale-rows.tsx';
import { type LoadCards, useTaleCards } from '../components/use-tale-cards.ts';
import type { Bookshelf } from '../contract.ts';
import { READ_LATER } from '../store/apply-change.ts';
import { DeviceNotice } from './library-pages.tsx';

/** Tales of each kind; all of them are one click away. */
const SHOWN = 3;

/** Everything the reader has begun or saved, in short lists. The server renders the shell; the content is on the device. */
export function MyTalesPage({ loadCards }: { loadCards: LoadCards }) {
  return (
    <div className="page page-end kept-page">
      <PageHead eyebrow="Kept close" title="My tales" />
      <DeviceNotice page={urls.myTales()} what="them" />
      <Lists loadCards={loadCards} />
    </div>
  );
}

function Lists({ loadCards }: { loadCards: LoadCards }) {
  const fetched = useLibraryStatus();
  const library = useBookshelf((bookshelf) => bookshelf);
  const offline = useOfflineData();
  const lists = idsOf(library);
  const { cards, status, retry } = useTaleCards([...new Set(Object.values(lists).flat())], loadCards);
  const of = (ids: readonly string[]) => ids.flatMap((id) => cards.find((card) => card.id === id) ?? []);
  const downloads = listSavedOffline(offline);
  const hasCollections = library.shelves.some(({ kind }) => kind === 'own');
  const isFailed = fetched === 'late' || (status === 'failed' && cards.length === 0 && downloads.length === 0);
  const isLoading = fetched === 'loading' || offline === 'loading' || (status === 'loading' && cards.length === 0);

  if (isFailed) return <LibraryUnavailable retry={fetched === 'late' ? flushBookshelf : retry} />;
  if (isLoading)
    return (
      <LibrarySkeleton>
        <RowSkeletons />
      </LibrarySkeleton>
    );
  if (cards.length === 0 && downloads.length === 0 && !hasCollections) return <NothingYet />;
  return (
    <>
      <List title="Continue reading" tales={of(lists.unfinished)} href={urls.history()} more="Reading history">
        {(tales) => <UnfinishedTales tales={tales} />}
      </List>
      <List title="Favorites" tales={of(lists.favorites)} href={urls.favorites()} more="All favorites" />
      <List title="Read later" tales={of(lists.later)} href={urls.myCollection(READ_LATER)} more="All to read later" />
      {hasCollections ? <MyShelves loadCards={loadCards} hasReadLater={false} /> : null}
      {downloads.length > 0 ? (
        <section className="my-tales">
          <SectionHead title="Saved on this device" href={urls.offline()} more="All downloads" />
          <p>{formatTaleCount(downloads.length)} can be read without a network.</p>
        </section>
      ) : null}
      <List title="History" tales={of(lists.history)} href={urls.history()} more="Reading history">
        {(tales) => <TaleRows tales={tales} below={(tale) => <p>{openedAt(library, tale)}</p>} />}
      </List>
    </>
  );
}

function idsOf({ positions, favorites, shelves }: Bookshelf) {
  const first = (entries: readonly { tale: string }[]) => entries.slice(0, SHOWN).map(({ tale }) => tale);
  return {
    unfinished: first(positions.filter(({ finished }) => !finished)),
    favorites: first(favorites),
    later: first(shelves.find(({ id }) => id === READ_LATER)?.tales ?? []),
    history: first(positions),
  };
}

type ListProps = {
  title: string;
  tales: readonly TaleCard[];
  href: string;
  more: string;
  children?: (tales: readonly TaleCard[]) => ReactNode;
};

function List({ title, tales, href, more, children = (shown) => <TaleRows tales={shown} /> }: ListProps) {
  if (tales.length === 0) return null;
  return (
    <section className="my-tales">
      <SectionHead title={title} href={href} more={more} />
      {children(tales)}
    </section>
  );
}

function openedAt({ positions }: Bookshelf, { id }: TaleCard): string {
  const position = positions.find(({ tale }) => tale === id);
  if (position === undefined) return '';
  return `${position.finished ? 'Finished' : 'Opened'} ${formatDate(position.at)}`;
}

function RowSkeletons() {
  return (
    <ul className="tale-rows" aria-hidden="true">
      {[1, 2, 3].map((row) => (
        <li key={row}>
          <span className="cover is-bone">
            <span className="bone bone-fill" />
          </span>
          <span className="bone bone-title" />
        </li>
      ))}
    </ul>
  );
}

function NothingYet() {
  return (
    <div className="kept-empty sheet-rule">
      <EmptyState spot="book" title="No tales yet" text="Tales you open, love or save will be waiting here.">
        <a className="btn btn-solid btn-lg" href={urls.tales()}>
          Find a tale
        </a>
      </EmptyState>
    </div>
  );
}
