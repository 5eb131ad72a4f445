import { useId, useState, useSyncExternalStore } from 'react';
import type { TaleCard } from '#src/features/tales/contract.ts';
import { toast } from '#src/ui/toast.ts';
import { formatCount, talesCount } from '#src/ui/wording.ts';
import { downloadBook, MOST_IN_BOOK } from './download-book.ts';

type Props = {
  title: string;
  /** In the order of the book. */
  tales: readonly TaleCard[];
  /** False while some of the tales are not here yet. */
  isWhole: boolean;
};

/** Tales that somebody keeps as one EPUB, also those that only the device knows of. Where that cannot be, it says why. */
export function MakeEpub({ title, tales, isWhole }: Props) {
  const [isBusy, setBusy] = useState(false);
  const isOnline = useSyncExternalStore(onConnection, isConnected, () => true);
  const note = useId();
  const hindrance = hindranceOf(tales.length, isWhole, isOnline);
  const isLong = tales.length > MOST_IN_BOOK;
  const hint = hindrance ?? (isLong ? `It holds the first ${formatCount(MOST_IN_BOOK)}.` : undefined);

  async function make(): Promise<void> {
    if (isBusy || hindrance !== undefined) return;
    setBusy(true);
    const slugs = tales.slice(0, MOST_IN_BOOK).map(({ slug }) => slug);
    await downloadBook(title, slugs).then(
      () => toast({ title: 'Your EPUB is here', text: `${talesCount(slugs.length)}, among your downloads.` }),
      (error: Error) => toast({ title: 'There is no EPUB', text: error.message, wrong: true }),
    );
    setBusy(false);
  }

  return (
    <div className="make-epub">
      <button
        type="button"
        className={hindrance === undefined ? 'btn btn-line' : 'btn btn-line is-disabled'}
        aria-busy={isBusy || undefined}
        aria-disabled={isBusy || hindrance !== undefined || undefined}
        aria-describedby={hint && note}
        onClick={make}
      >
        {isBusy ? (
          <>
            <span className="spinner" aria-hidden="true" />
            Making it
          </>
        ) : (
          'Make an EPUB'
        )}
      </button>
      {hint ? <span id={note}>{hint}</span> : null}
    </div>
  );
}

function hindranceOf(count: number, isWhole: boolean, isOnline: boolean): string | undefined {
  if (!isOnline) return 'You are offline.';
  if (!isWhole) return 'Not all tales are here yet.';
  return count === 0 ? 'There is no tale to put into it.' : undefined;
}

function onConnection(changed: () => void): () => void {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}

const isConnected = () => navigator.onLine;
