import { useRef } from 'react';
import { flushSync } from 'react-dom';

/**
 * Buttons that give way to a form: when it closes, the focus goes back to the one that opened it, or, when that is gone by
 * then, to another one in its place. `rest` takes the form away.
 */
export function useOpener(rest: () => void) {
  const buttons = useRef(new Map<string, HTMLElement>());
  const opened = useRef('');
  return {
    /** The ref of a button. */
    opener: (name: string) => (button: HTMLElement | null) => {
      if (button === null) buttons.current.delete(name);
      else buttons.current.set(name, button);
    },
    open: (name: string, show: () => void) => {
      opened.current = name;
      show();
    },
    close: () => {
      flushSync(rest);
      const [first] = buttons.current.values();
      (buttons.current.get(opened.current) ?? first)?.focus();
    },
  };
}
