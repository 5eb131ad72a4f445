import { type ReactNode, useLayoutEffect, useRef, useSyncExternalStore } from 'react';

const NARROW = '(max-width: 60rem)';

/** Details at the side of a list; on a narrow screen a sheet over it. */
export function DetailsPane({ label, onClose, children }: { label: string; onClose: () => void; children: ReactNode }) {
  const isNarrow = useSyncExternalStore(onWidth, () => matchMedia(NARROW).matches);
  if (!isNarrow)
    return (
      <aside className="media-pane" aria-label={label}>
        {children}
      </aside>
    );
  return (
    <Sheet label={label} onClose={onClose}>
      {children}
    </Sheet>
  );
}

/** Escape and a touch beside it close it. */
export function Sheet({
  label,
  onClose,
  className = 'pop-sheet',
  children,
}: {
  label: string;
  onClose: () => void;
  className?: string;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed before it leaves the page: only then does the browser give the focus back.
  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    return () => opened?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key, which the dialog tells as `cancel`
    <dialog
      ref={dialog}
      className={className}
      aria-label={label}
      onCancel={(event) => {
        // A dialog within this one tells it too.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onClose();
      }}
      // React passes what happens in a portal on to the form that it was opened from.
      onSubmit={(event) => event.stopPropagation()}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className="pop-sheet-inner">{children}</div>
    </dialog>
  );
}

function onWidth(listener: () => void): () => void {
  const query = matchMedia(NARROW);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
