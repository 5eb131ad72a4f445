import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { type Blocker, blockers } from '#src/ui/navigate.ts';

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
  const [prompt, setPrompt] = useState<LeavePrompt | null>(null);
  const hasChanges = useEffectEvent(isDirty);

  const openPrompt = useCallback(({ leave, stay }: LeavePrompt) => {
    const closeThen = (action: () => void) => () => {
      setPrompt(null);
      action();
    };
    setPrompt({ leave: closeThen(leave), stay: closeThen(stay) });
  }, []);

  useEffect(() => {
    const guard = () => hasChanges();
    const blocker: Blocker = (from, to) => {
      if (!leavesRecord(from, to) || !hasChanges()) return false;
      return new Promise<boolean>((block) => openPrompt({ leave: () => block(false), stay: () => block(true) }));
    };
    const onBeforeUnload = (event: Event) => {
      if (hasChanges()) event.preventDefault();
    };
    guards.add(guard);
    blockers.add(blocker);
    addEventListener('beforeunload', onBeforeUnload);
    return () => {
      guards.delete(guard);
      blockers.delete(blocker);
      removeEventListener('beforeunload', onBeforeUnload);
    };
  }, [openPrompt]);

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
