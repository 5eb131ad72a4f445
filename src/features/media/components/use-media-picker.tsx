import { type ReactNode, useCallback, useRef, useState } from 'react';
import type { Picture } from '../contract.ts';
import { PickerDialog } from './picker-dialog.tsx';

type PickerOptions = {
  /** Covers need no alt text, as they are shown next to the title. */
  isCover?: boolean;
};

/**
 * A dialog to choose or upload an image. `pick` opens it and resolves to the image with the entered alt text, or to null when cancelled. Render `dialog` anywhere on the page.
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
