import { type ReactNode, useCallback, useRef, useState } from 'react';
import type { Picture } from '../contract.ts';
import { PickerDialog } from './picker-dialog.tsx';

type PickerOptions = {
  /** For a cover the alt text is not asked for: covers stand beside their title. */
  isCover?: boolean;
};

/**
 * A dialog with the library, to choose a picture from or to upload one to. `pick` opens it and resolves to the picture with the alt text that
 * was given for it here, or to null when nothing was chosen. `dialog` is put anywhere on the page.
 */
export function useMediaPicker({ isCover = false }: PickerOptions = {}): { pick(): Promise<Picture | null>; dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  const answer = useRef<((picture: Picture | null) => void) | null>(null);
  const pick = useCallback(() => {
    answer.current?.(null);
    setOpen(true);
    return new Promise<Picture | null>((resolve) => {
      answer.current = resolve;
    });
  }, []);
  const close = (picture: Picture | null) => {
    setOpen(false);
    answer.current?.(picture);
    answer.current = null;
  };
  return { pick, dialog: isOpen ? <PickerDialog isCover={isCover} onDone={close} /> : null };
}
