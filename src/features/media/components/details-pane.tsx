import { type ReactNode, useSyncExternalStore } from 'react';
import { Modal } from '#src/ui/modal.tsx';

const NARROW = '(max-width: 60rem)';

/** Details next to a list; on narrow screens a dialog over it. */
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

/** A dialog that closes on Escape and on clicks outside. */
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
  return (
    // React events of a portal bubble to the form that opened it.
    <Modal className={className} aria-label={label} onCancel={onClose} onSubmit={(event) => event.stopPropagation()}>
      <div className="pop-sheet-inner">{children}</div>
    </Modal>
  );
}

function onWidth(listener: () => void): () => void {
  const query = matchMedia(NARROW);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
