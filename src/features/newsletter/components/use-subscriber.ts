import { useEffect, useState } from 'react';
import { send } from '#src/features/accounts/components/send.ts';
import type { FormState } from '#src/ui/form-state.ts';
import type { SubscriberView } from '../contract.ts';

type Found = {
  /** Undefined until it is there, and where there is none. */
  view: SubscriberView | undefined;
  /** Why there is none. */
  problem: string | undefined;
  change: (view: SubscriberView) => void;
};

/** Whose link it is: the page was drawn with it, or asks for it. `drawn`: what the server drew the page with. */
export function useSubscriber(key: string, drawn: FormState | undefined): Found {
  const [view, setView] = useState(drawn && readView(drawn));
  const [problem, setProblem] = useState(view === undefined ? drawn?.message : undefined);
  const isKnown = drawn !== undefined;

  useEffect(() => {
    if (isKnown) return;
    let isLeft = false;
    const path = `/newsletter/preferences?key=${encodeURIComponent(key)}`;
    send<SubscriberView>('GET', path).then(
      (found) => isLeft || setView(found),
      (error: Error) => isLeft || setProblem(error.message),
    );
    return () => {
      isLeft = true;
    };
  }, [key, isKnown]);

  return { view, problem, change: setView };
}

function readView({ values }: FormState): SubscriberView | undefined {
  const { address, frequency, isOn, hasAccount } = values;
  if (address === undefined) return undefined;
  return { address, frequency: frequency === 'monthly' ? 'monthly' : 'weekly', isOn: isOn === 'true', hasAccount: hasAccount === 'true' };
}
