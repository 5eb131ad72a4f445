import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';

type Asked = { leave: () => void; stay: () => void };

/** The parameters that say what is open. Others may change while one writes, such as a search in the list. */
const OPEN = ['id', 'mode', 'page'];

/** While there is something unsaved, leaving asks: `asked` is there when somebody wants to. Closing the page asks in the browser's words. */
export function useLeaveGuard(isDirty: boolean): { asked: Asked | null } {
  const { history } = useRouter();
  const [asked, setAsked] = useState<Asked | null>(null);
  const isUnsaved = useEffectEvent(() => isDirty);
  useEffect(
    () =>
      history.block({
        enableBeforeUnload: () => isUnsaved(),
        blockerFn: ({ currentLocation, nextLocation }) => {
          if (!isUnsaved() || !leads(currentLocation, nextLocation)) return false;
          return new Promise<boolean>((block) => {
            const decide = (isBlocked: boolean) => () => {
              setAsked(null);
              block(isBlocked);
            };
            setAsked({ leave: decide(false), stay: decide(true) });
          });
        },
      }),
    [history],
  );
  return { asked };
}

type Place = { pathname: string; search: string };

/** True when the step leads to something else than what is open. */
function leads(from: Place, to: Place): boolean {
  const [here, there] = [new URLSearchParams(from.search), new URLSearchParams(to.search)];
  return from.pathname !== to.pathname || OPEN.some((name) => here.get(name) !== there.get(name));
}
