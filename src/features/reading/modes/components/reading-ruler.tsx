import '#src/ui/styles/reading/modes.css';
import { useEffect, useRef } from 'react';
import { followLines } from '../follow-lines.ts';

/** A band below the line that is read. It lies under the words and catches nothing. */
export function ReadingRuler({ of }: { of: string }) {
  const band = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const text = document.getElementById(of);
    return text === null || band.current === null ? undefined : followLines(text, band.current);
  }, [of]);
  return <div ref={band} className="ruler" aria-hidden="true" hidden />;
}
