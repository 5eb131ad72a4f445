import { useEffect, useState } from 'react';

/** Whole seconds until `seconds` have passed since `since` (milliseconds since 1970), counting down; 0 afterwards. */
export function useSecondsLeft(since: number, seconds: number): number {
  const [left, setLeft] = useState(() => secondsLeft(since, seconds));
  useEffect(() => {
    const tick = () => {
      const now = secondsLeft(since, seconds);
      setLeft(now);
      if (now === 0) clearInterval(timer);
    };
    const timer = setInterval(tick, 1_000);
    tick();
    return () => clearInterval(timer);
  }, [since, seconds]);
  return left;
}

/** A clock that was set back makes nobody wait longer. */
function secondsLeft(since: number, seconds: number): number {
  const age = Date.now() - since;
  return age < 0 ? 0 : Math.max(0, seconds - Math.floor(age / 1_000));
}
