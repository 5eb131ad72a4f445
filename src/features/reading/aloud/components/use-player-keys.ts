import { type RefObject, useEffect } from 'react';
import { isSheetOpen } from '../../modes/keys.ts';
import type { Session } from './session.ts';

const FIELDS = 'input, textarea, select, [contenteditable=""], [contenteditable="true"], dialog, [role="dialog"], [role="alertdialog"]';
/** Here the space bar has a meaning already. */
const PRESSED_BY_SPACE = 'a[href], button, summary, audio, video, [role="button"]';

/** Space and k pause and go on, wherever no field is; in the bar the arrows turn to other sentences, and Escape closes it. */
export function usePlayerKeys(bar: RefObject<HTMLElement | null>, session: Session): void {
  useEffect(() => {
    const act = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : document.body;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || target.closest(FIELDS) !== null) return;
      const deed = deedOf(event.key, bar.current?.contains(target) ?? false, target);
      if (deed === null) return;
      event.preventDefault();
      if (deed === 'close') session.close();
      else session.tell({ on: deed });
    };
    document.addEventListener('keydown', act);
    return () => document.removeEventListener('keydown', act);
  }, [bar, session]);
}

function deedOf(key: string, isInBar: boolean, target: Element): 'toggle' | 'previous' | 'next' | 'close' | null {
  if (key === 'k' || (key === ' ' && target.closest(PRESSED_BY_SPACE) === null)) return 'toggle';
  if (!isInBar) return null;
  if (key === 'ArrowLeft') return 'previous';
  if (key === 'ArrowRight') return 'next';
  // A sheet of the bar closes first.
  return key === 'Escape' && !isSheetOpen() ? 'close' : null;
}
