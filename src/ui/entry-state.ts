import { useState } from 'react';

/**
 * State of one entry of the browser's history: it is back when the reader comes back to the entry, or loads it again.
 * The server, and the first render in the browser of what the server drew, must not show it.
 */
export function useEntryState<Value>(name: string, initial: Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState<Value>(() => (readState()[name] as Value | undefined) ?? initial);
  const change = (next: Value) => {
    setValue(next);
    // Past the router's own wrapper, which would take this for a turn of the page.
    History.prototype.replaceState.call(window.history, { ...readState(), [name]: next }, '');
  };
  return [value, change];
}

function readState(): Record<string, unknown> {
  return typeof window === 'undefined' ? {} : ((window.history.state as Record<string, unknown> | null) ?? {});
}
