import { type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react';
import { Icon } from '#src/ui/icon.tsx';
import { useBookshelf } from './bookshelf-store.ts';

/** Fetched when somebody saves something. */
const SavePanel = lazy(async () => ({ default: (await import('./save-panel.tsx')).SavePanel }));

/** Puts a tale on shelves. The bookmark is full when it is on one. */
export function SaveButton({ tale }: { tale: { id: string; slug: string; title: string } }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const isSaved = useBookshelf(({ shelves }) => shelves.some(({ tales }) => tales.some((kept) => kept.tale === tale.id)));

  function closeOnEscape(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    close();
  }

  function close(): void {
    setOpen(false);
    button.current?.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the sheet from wherever the focus is inside it
    <div className="save-place" onKeyDown={closeOnEscape}>
      <button type="button" ref={button} className="btn btn-line" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name="bookmark" className={isSaved ? 'is-full' : ''} />
        Save
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <SavePanel tale={tale} onClose={close} onLeave={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
