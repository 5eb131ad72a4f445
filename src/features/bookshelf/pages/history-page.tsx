import { DeviceNote } from '#src/features/bookshelf/components/device-note.tsx';
import { HistoryList } from '#src/features/bookshelf/components/history-list.tsx';
import type { LoadCards } from '#src/features/bookshelf/components/use-tale-cards.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { urls } from '#src/urls.ts';

/** The tales that were opened, to go on with or to forget. The server draws the shell; what is in it, the browser knows. */
export function HistoryPage({ loadCards }: { loadCards: LoadCards }) {
  return (
    <div className="page page-end kept-page">
      <PageHead eyebrow="Where you have been" title="Reading history" />
      <DeviceNote page={urls.history()} what="it" />
      <HistoryList
        loadCards={loadCards}
        empty={
          <div className="kept-empty sheet-rule">
            <EmptyState spot="book" title="No tales yet" text="Open a tale, and it will be waiting here.">
              <a className="btn btn-solid btn-lg" href={urls.tales()}>
                Browse Tales
              </a>
            </EmptyState>
          </div>
        }
      />
    </div>
  );
}
