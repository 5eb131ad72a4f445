import { useState } from 'react';

/**
 * Returns state that is stored in the history entry: it is restored when the user returns to the entry or reloads it. Not for state that
 * the server renders.
 */
export function useHistoryState<Value>(name: string, initial: Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState<Value>(() => (readState()[name] as Value | undefined) ?? initial);
  const change = (next: Value) => {
    setValue(next);
    // Bypasses the router's wrapper, which would treat this as navigation.
    History.prototype.replaceState.call(window.history, { ...readState(), [name]: next }, '');
  };
  return [value, change];
}

function readState(): Record<string, unknown> {
  return typeof window === 'undefined' ? {} : ((window.history.state as Record<string, unknown> | null) ?? {});
}
