import { useEffect, useRef } from 'react';

const PACE_MS = 300;

/** Throttles changes: `soon` calls back within 300 ms, `now` immediately if a change is pending. */
export function useThrottledChange(read: () => string, onChange: (html: string) => void): { soon: () => void; now: () => void } {
  const latest = useRef({ read, onChange });
  latest.current = { read, onChange };
  const paced = useRef<{ soon: () => void; now: () => void }>(undefined);
  if (paced.current === undefined) {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const report = () => {
      timer = undefined;
      latest.current.onChange(latest.current.read());
    };
    paced.current = {
      soon() {
        timer ??= setTimeout(report, PACE_MS);
      },
      now() {
        if (timer === undefined) return;
        clearTimeout(timer);
        report();
      },
    };
  }
  const { now } = paced.current;
  // Reports the last change on unmount.
  useEffect(() => now, [now]);
  return paced.current;
}
