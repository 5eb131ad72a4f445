import { lazy, Suspense, useRef, useState } from 'react';
import { useDismiss } from '#src/ui/dismiss.ts';
import { Icon } from '#src/ui/icon.tsx';
import { useBookshelf } from './library-store.ts';

const SavePanel = lazy(async () => ({ default: (await import('./save-panel.tsx')).SavePanel }));

/** Button with a panel to save a tale to shelves. The icon is filled when the tale is on one. */
export function SaveButton({ tale }: { tale: { id: string; slug: string; title: string } }) {
  const [isOpen, setOpen] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isSaved = useBookshelf(({ shelves }) => shelves.some(({ tales }) => tales.some((saved) => saved.tale === tale.id)));

  useDismiss(container, isOpen, { onEscape: close, onLeave: () => setOpen(false) });

  function close(): void {
    setOpen(false);
    button.current?.focus();
  }

  return (
    <div ref={container} className="save-place">
      <button type="button" ref={button} className="btn btn-line" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name="bookmark" className={isSaved ? 'is-full' : ''} />
        Save
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <SavePanel tale={tale} onClose={close} />
        </Suspense>
      ) : null}
    </div>
  );
}
