import { type ReactNode, useId, useState } from 'react';
import { Modal } from './modal.tsx';

type Props = {
  title: string;
  children: ReactNode;
  /** What must be given before. */
  ask?: ReactNode;
  /** What the button says that leaves everything as it is. */
  cancel?: string;
  /** What the button says that does it. */
  confirm: string;
  /** Does it. While it does, nothing can be pressed; afterwards the one who opened the dialog takes it away. */
  onConfirm: () => Promise<void>;
  onCancel: () => void;
};

/**
 * Asks before a deed. Cancel has the focus first, Escape and a click beside the sheet cancel, and the focus goes back where it was:
 * a modal <dialog> keeps it inside meanwhile.
 */
export function ConfirmDialog({ title, children, ask, cancel: cancelText = 'Cancel', confirm, onConfirm, onCancel }: Props) {
  const [isBusy, setBusy] = useState(false);
  const id = useId();
  const cancel = () => {
    if (!isBusy) onCancel();
  };
  return (
    <Modal className="dialog" role="alertdialog" aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`} onCancel={cancel}>
      <form
        className="dialog-sheet"
        noValidate
        onSubmit={async (event) => {
          event.preventDefault();
          if (isBusy) return;
          setBusy(true);
          await onConfirm().finally(() => setBusy(false));
        }}
      >
        <h2 id={`${id}-title`}>{title}</h2>
        <p id={`${id}-text`}>{children}</p>
        {ask}
        <div className="dialog-end">
          <button type="button" className="btn btn-line" aria-disabled={isBusy || undefined} onClick={cancel}>
            {cancelText}
          </button>
          <button type="submit" className="btn btn-danger" aria-busy={isBusy || undefined} aria-disabled={isBusy || undefined}>
            {isBusy ? <span className="spinner" aria-hidden="true" /> : null}
            {confirm}
          </button>
        </div>
      </form>
    </Modal>
  );
}
