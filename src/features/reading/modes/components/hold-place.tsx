import { useEffect } from 'react';
import { holdPlace } from '../hold-place.ts';

/** The line one is at stays in sight as long as this stands in the page. `of`: the id of the text. */
export function HoldPlace({ of }: { of: string }) {
  useEffect(() => {
    const text = document.getElementById(of);
    return text === null ? undefined : holdPlace(text);
  }, [of]);
  return null;
}
