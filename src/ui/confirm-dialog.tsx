import '#src/ui/styles/account/dialog.css';
import { type ReactNode, useId, useState } from 'react';
import { Modal } from './modal.tsx';

type Props = {
  title: string;
  children: ReactNode;
  /** Additional fields, such as a password. */
  ask?: ReactNode;
  /** Label of the cancel button. */
  cancel?: string;
  /** Label of the confirm button. */
  confirm: string;
  /** Nothing is lost by the action: its button is not red. */
  isSafe?: boolean | undefined;
  /** Runs the action; the buttons are disabled meanwhile. The caller closes the dialog. */
  onConfirm: () => Promise<void>;
  onCancel: () => void;
};

/**
 * Asks for confirmation. Cancel is focused first; Escape and a click on the backdrop cancel. The modal <dialog> traps the focus and returns
 * it.
 */
export function ConfirmDialog({
  title,
  children,
  ask,
  cancel: cancelText = 'Cancel',
  confirm,
  isSafe = false,
  onConfirm,
  onCancel,
}: Props) {
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
          <button
            type="submit"
            className={isSafe ? 'btn btn-solid' : 'btn btn-danger'}
            aria-busy={isBusy || undefined}
            aria-disabled={isBusy || undefined}
          >
            {isBusy ? <span className="spinner" aria-hidden="true" /> : null}
            {confirm}
          </button>
        </div>
      </form>
    </Modal>
  );
}
