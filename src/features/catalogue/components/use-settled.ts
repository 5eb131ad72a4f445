import { useEffect, useState } from 'react';

/** After the last letter: nobody wants an answer for each. */
const PAUSE_MS = 250;

/** The text, once it has not changed for a moment. Blank at once. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
