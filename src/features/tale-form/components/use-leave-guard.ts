import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { leavesForm } from '../leaves-form.ts';

type Ask = { leave: () => void; stay: () => void };

/**
 * Keeps whoever has unsaved words from losing them by a step: a link, another tale, back, or closing the page. While `asked` is there
 * somebody wants to leave and is to be asked; where the page is closed the browser asks in its own words.
 */
export function useLeaveGuard(isDirty: () => boolean): { asked: Ask | null; ask: (leave: () => void) => void } {
  const { history } = useRouter();
  const [asked, setAsked] = useState<Ask | null>(null);
  const hasWords = useEffectEvent(isDirty);

  useEffect(
    () =>
      history.block({
        enableBeforeUnload: () => hasWords(),
        blockerFn: ({ currentLocation, nextLocation }) => {
          if (!leavesForm(currentLocation, nextLocation) || !hasWords()) return false;
          return new Promise<boolean>((blocks) => {
            const decide = (isBlocked: boolean) => () => {
              setAsked(null);
              blocks(isBlocked);
            };
            setAsked({ leave: decide(false), stay: decide(true) });
          });
        },
      }),
    [history],
  );

  function ask(leave: () => void): void {
    if (!isDirty()) {
      leave();
      return;
    }
    const then = (what: () => void) => () => {
      setAsked(null);
      what();
    };
    setAsked({ leave: then(leave), stay: then(() => {}) });
  }

  return { asked, ask };
}
