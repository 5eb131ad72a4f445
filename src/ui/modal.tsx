import { type ComponentProps, useLayoutEffect, useRef } from 'react';

type Props = Omit<ComponentProps<'dialog'>, 'ref' | 'onCancel' | 'onClick' | 'onPointerDown'> & {
  /** Escape was pressed. */
  onCancel: () => void;
  /** The backdrop was clicked. Default: as Escape; null: nothing happens then. */
  onBackdrop?: (() => void) | null;
};

/** A modal <dialog>, open for as long as it is drawn. The browser keeps the focus inside, and gives it back afterwards. */
export function Modal({ onCancel, onBackdrop = onCancel, ...props }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  // A text that is selected from inside to outside ends in a click on the backdrop, too.
  const isBackdropPressed = useRef(false);
  // Closed before it leaves the page: only then does the browser give the focus back.
  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    return () => opened?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key, which the dialog reports as `cancel`
    <dialog
      {...props}
      ref={dialog}
      onCancel={(event) => {
        // A dialog or a file field within this one reports it too.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onCancel();
      }}
      onPointerDown={(event) => {
        isBackdropPressed.current = event.target === dialog.current;
      }}
      onClick={(event) => {
        if (event.target === dialog.current && isBackdropPressed.current) onBackdrop?.();
      }}
    />
  );
}
