import { type RefObject, useEffect, useRef } from 'react';

/**
 * When something else is shown, and what had the focus went away with what was there, this gets it: who goes by keyboard or by ear
 * would otherwise begin again at the top of the page.
 */
export function useFocusWhenLost<Shown extends HTMLElement>(shown: string): RefObject<Shown | null> {
  const element = useRef<Shown>(null);
  const before = useRef(shown);
  const hadFocus = useRef(false);
  useEffect(() => {
    const note = () => {
      hadFocus.current = true;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    const { activeElement } = document;
    const isLost = activeElement === null || activeElement === document.body || activeElement.getClientRects().length === 0;
    if (isLost && hadFocus.current) element.current?.focus();
  }, [shown]);
  return element;
}
