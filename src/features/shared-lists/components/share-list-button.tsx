import { lazy, Suspense, useRef, useState } from 'react';
import type { LoadCards } from '#src/features/reader-library/components/use-tale-cards.ts';
import type { Shelf } from '#src/features/reader-library/contract.ts';
import { Icon } from '#src/ui/icon.tsx';

const ShareListPanel = lazy(async () => ({ default: (await import('./share-list-panel.tsx')).ShareListPanel }));

/** Opens the dialog to share one of the reader's own collections. */
export function ShareListButton({ shelf, loadCards }: { shelf: Shelf; loadCards: LoadCards }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  function close(): void {
    setOpen(false);
    button.current?.focus({ preventScroll: true });
  }

  return (
    <>
      <button type="button" ref={button} className="btn btn-line" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="share" />
        Share
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <ShareListPanel shelf={shelf} loadCards={loadCards} onClose={close} />
        </Suspense>
      ) : null}
    </>
  );
}
