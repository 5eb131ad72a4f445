import { type ReactNode, useId } from 'react';
import { createPortal } from 'react-dom';
import { Modal } from '#src/ui/modal.tsx';

type Props = {
  title: string;
  children: ReactNode;
  /** Additional buttons, on the left. */
  others?: ReactNode;
  onSubmit: () => void;
  onCancel: () => void;
};

/** A dialog of the editor with its own form, outside the form around the editor. Escape and clicks outside cancel. */
export function Sheet({ title, children, others, onSubmit, onCancel }: Props) {
  const id = useId();
  return createPortal(
    <Modal className="dialog" aria-labelledby={id} onCancel={onCancel}>
      <form
        className="dialog-sheet"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          onSubmit();
        }}
      >
        <h2 id={id}>{title}</h2>
        {children}
        <div className="dialog-end">
          {others}
          <button type="button" className="btn btn-line" onClick={onCancel}>
            Cancel
          </button>
          <button type="submit" className="btn btn-solid">
            Set
          </button>
        </div>
      </form>
    </Modal>,
    document.body,
  );
}
