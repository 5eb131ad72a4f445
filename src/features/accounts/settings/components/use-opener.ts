import { useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * Buttons that give way to a form: when it closes, the focus goes back to the one that opened it, or, when that is gone by
 * then, to another one in its place. `rest` takes the form away.
 */
export function useOpener(rest: () => void) {
  const [place] = useState(createPlace);
  return {
    /** The ref of a button. */
    opener: place.opener,
    open: (name: string, show: () => void) => {
      place.opened = name;
      show();
    },
    close: () => {
      flushSync(rest);
      place.focus();
    },
  };
}

type Ref = (button: HTMLElement | null) => void;

function createPlace() {
  const buttons = new Map<string, HTMLElement>();
  // The same function for a name each time: else React would take every drawing for a new button.
  const refs = new Map<string, Ref>();
  let isLost = false;
  const place = {
    opened: '',
    opener(name: string): Ref {
      const ref = refs.get(name) ?? ((button) => (button === null ? lose(name) : take(name, button)));
      refs.set(name, ref);
      return ref;
    },
    focus(): void {
      const [first] = buttons.values();
      (buttons.get(place.opened) ?? first)?.focus();
    },
  };
  return place;

  /** It goes away with the focus on it: the next one in its place takes that. */
  function lose(name: string): void {
    isLost = buttons.get(name) === document.activeElement;
    buttons.delete(name);
  }

  function take(name: string, button: HTMLElement): void {
    buttons.set(name, button);
    if (isLost) button.focus();
    isLost = false;
  }
}
