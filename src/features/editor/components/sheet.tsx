import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';

type Props = {
  title: string;
  children: ReactNode;
  /** Further buttons, at the left. */
  others?: ReactNode;
  onSubmit: () => void;
  onCancel: () => void;
};

/** A window of the editor with a form of its own, outside the one around the editor. Escape and a click beside it cancel. */
export function Sheet({ title, children, others, onSubmit, onCancel }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    return () => opened?.close();
  }, []);
  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key, which the dialog tells as `cancel`
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onCancel();
      }}
    >
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
    </dialog>,
    document.body,
  );
}
