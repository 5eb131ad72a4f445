import { useEffect, useRef } from 'react';

/** A tale that goes takes the button in focus along: the focus then goes to the line above the tales. */
export function useFocusWhenOneGoes<Line extends HTMLElement>(count: number) {
  const line = useRef<Line>(null);
  const before = useRef(count);
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body) line.current?.focus();
    before.current = count;
  }, [count]);
  return line;
}
