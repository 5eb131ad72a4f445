import { useEffect, useState, useSyncExternalStore } from 'react';
import { useMe } from '#src/features/accounts/components/me.ts';
import { EMPTY } from '../store/apply-change.ts';
import { onKept, readKept } from '../store/kept-state.ts';

/** So long may the first answer take; then something is wrong. */
const PATIENCE_MS = 6_000;

/**
 * Whether the bookshelf is known: `loading` on the server, while it may be that the account holds things that this device
 * has not heard of yet, and until it is known that who is here is who it belongs to; `late` when that takes too long.
 */
export function useIsFetched(): 'loading' | 'late' | 'ready' {
  const { status } = useMe();
  const isFresh = useSyncExternalStore(
    onKept,
    () =>
      status === 'loading'
        ? readKept().owner !== null || readKept().base === EMPTY
        : readKept().owner !== null && readKept().base === EMPTY,
    () => true,
  );
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isFresh) return;
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isFresh]);
  if (!isFresh) return 'ready';
  return isLate ? 'late' : 'loading';
}
