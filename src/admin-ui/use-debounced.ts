import { useEffect, useState } from 'react';

/** Returns the text once it has not changed for `delayMs`; blank text at once. For searching while typing. */
export function useDebounced(text: string, delayMs = 250): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), text === '' ? 0 : delayMs);
    return () => clearTimeout(timer);
  }, [text, delayMs]);
  return debounced;
}
