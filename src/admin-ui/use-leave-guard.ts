import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';

type LeavePrompt = { leave: () => void; stay: () => void };

/** URL parameters that say which record is open. Others, such as a search of the list, may change while its form is open. */
const RECORD_PARAMETERS = ['id', 'tale', 'mode', 'page'];

/** The `isDirty` of every guard on the page. */
const guards = new Set<() => boolean>();

/** Whether leaving the page would lose changes that a guard knows of. */
export function hasUnsavedChanges(): boolean {
  return [...guards].some((isDirty) => isDirty());
}

/**
 * Asks before unsaved changes are lost by navigation. While `prompt` is not null, show a dialog that calls `leave` or `stay`. Closing
 * the page shows the browser's own dialog. `requestLeave` runs an action that discards the form, after the same prompt.
 */
export function useLeaveGuard(isDirty: () => boolean): { prompt: LeavePrompt | null; requestLeave: (leave: () => void) => void } {
  const { history } = useRouter();
  const [prompt, setPrompt] = useState<LeavePrompt | null>(null);
  const hasChanges = useEffectEvent(isDirty);

  const openPrompt = useCallback(({ leave, stay }: LeavePrompt) => {
    const closeThen = (action: () => void) => () => {
      setPrompt(null);
      action();
    };
    setPrompt({ leave: closeThen(leave), stay: closeThen(stay) });
  }, []);

  useEffect(
    () =>
      history.block({
        enableBeforeUnload: () => hasChanges(),
        blockerFn: ({ currentLocation, nextLocation }) => {
          if (!leavesRecord(currentLocation, nextLocation) || !hasChanges()) return false;
          return new Promise<boolean>((block) => openPrompt({ leave: () => block(false), stay: () => block(true) }));
        },
      }),
    [history, openPrompt],
  );

  useEffect(() => {
    const guard = () => hasChanges();
    guards.add(guard);
    return () => void guards.delete(guard);
  }, []);

  function requestLeave(leave: () => void): void {
    if (isDirty()) openPrompt({ leave, stay: () => {} });
    else leave();
  }

  return { prompt, requestLeave };
}

type Place = { pathname: string; search: string };

/** Whether a navigation closes the record that is open. */
export function leavesRecord(from: Place, to: Place): boolean {
  if (from.pathname !== to.pathname) return true;
  const [before, after] = [new URLSearchParams(from.search), new URLSearchParams(to.search)];
  return RECORD_PARAMETERS.some((name) => before.get(name) !== after.get(name));
}
