import { useEffect, useRef } from 'react';

const PACE_MS = 300;

/** Tells of changes without keeping who types: `soon` within 300 ms, however many come; `now` at once, if any waits. */
export function usePacedChange(read: () => string, onChange: (html: string) => void): { soon: () => void; now: () => void } {
  const latest = useRef({ read, onChange });
  latest.current = { read, onChange };
  const paced = useRef<{ soon: () => void; now: () => void }>(undefined);
  if (paced.current === undefined) {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = () => {
      timer = undefined;
      latest.current.onChange(latest.current.read());
    };
    paced.current = {
      soon() {
        timer ??= setTimeout(tell, PACE_MS);
      },
      now() {
        if (timer === undefined) return;
        clearTimeout(timer);
        tell();
      },
    };
  }
  const { now } = paced.current;
  // What was typed last is told also when the form goes away.
  useEffect(() => now, [now]);
  return paced.current;
}
