import { type RefObject, useEffect, useRef } from 'react';
import type { ManageAddress } from './manage-address.ts';

/**
 * Leads the eye when something is opened or closed. Where list and tale stand side by side the focus stays in the list, and a form
 * is brought into sight; where one takes the place of the other, the focus goes along, and the list is found where it was left.
 */
export function useShown({ tale, mode }: ManageAddress): {
  list: RefObject<HTMLDivElement | null>;
  detail: RefObject<HTMLDivElement | null>;
} {
  const list = useRef<HTMLDivElement>(null);
  const detail = useRef<HTMLDivElement>(null);
  const before = useRef({ tale: '', isOpen: false, mode });
  const isOpen = tale !== '' || mode === 'new';
  useEffect(() => {
    const was = before.current;
    before.current = { tale, isOpen, mode };
    const isAlone = (list.current?.offsetHeight ?? 0) === 0;
    if (isOpen && (isAlone ? was.tale !== tale || was.mode !== mode : mode !== 'view' && was.mode !== mode)) {
      const top = detail.current?.getBoundingClientRect().top ?? 0;
      if (top < 0 || isAlone) window.scrollTo({ top: 0 });
      detail.current?.querySelector<HTMLElement>('.detail-back')?.focus({ preventScroll: true });
    }
    if (!isOpen && was.isOpen) list.current?.querySelector<HTMLElement>(`[data-tale="${was.tale}"]`)?.focus();
  }, [tale, mode, isOpen]);
  return { list, detail };
}
