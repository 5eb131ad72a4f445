import { type ComponentProps, useLayoutEffect, useRef } from 'react';

type Props = Omit<ComponentProps<'dialog'>, 'ref' | 'onCancel' | 'onClick' | 'onPointerDown'> & {
  /** Escape was pressed. */
  onCancel: () => void;
  /** The backdrop was clicked. Default: as Escape; null: ignored. */
  onBackdrop?: (() => void) | null;
};

/** A modal <dialog>, open while it is mounted. The browser traps the focus and returns it afterwards. */
export function Modal({ onCancel, onBackdrop = onCancel, ...props }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Selecting text from inside to outside ends in a click on the backdrop, too.
  const isBackdropPressed = useRef(false);
  // The browser returns the focus only if the dialog is closed before it is removed.
  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    return () => opened?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog reports Escape as `cancel`
    <dialog
      {...props}
      ref={dialog}
      onCancel={(event) => {
        // Nested dialogs and file inputs report it, too.
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
