import { type ReactNode, useEffect, useState } from 'react';
import { z } from 'zod';
import { apiRequest } from '#src/api-client/api-request.ts';
import { AuthLayout } from '#src/features/accounts/components/auth-layout.tsx';
import type { FormState } from '#src/ui/form-state.ts';
import { urls } from '#src/urls.ts';
import type { SubscriberView } from '../contract.ts';

/** `subscriber`: key of the link. `drawn`: form state of the server-rendered page. */
export type SubscriberLinkProps = { subscriber: string; drawn: FormState | undefined; isDisabled: boolean };

type Props = {
  of: SubscriberLinkProps;
  title: (view: SubscriberView) => string;
  children: (view: SubscriberView, change: (view: SubscriberView) => void) => ReactNode;
};

/** Frame of the pages behind the links of an issue: loads the subscriber, or shows why the link is invalid. */
export function SubscriberPage({ of, title, children }: Props) {
  const { view, problem, change } = useSubscriber(of.subscriber, of.drawn);
  if (view !== undefined) {
    return (
      <AuthLayout title={title(view)} lede={view.address} art="post">
        {children(view, change)}
      </AuthLayout>
    );
  }
  if (problem === undefined) {
    return (
      <AuthLayout title="Newsletter" art="post">
        <p role="status">Loading</p>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="Newsletter" lede={<span role="status">{problem}</span>} art="post">
      <p className="gate-note">If you still receive emails, use the links in the latest one.</p>
      <a className="btn btn-solid btn-lg btn-wide" href={urls.home()}>
        Back to the tales
      </a>
    </AuthLayout>
  );
}

type SubscriberQuery = {
  /** Undefined while loading, and for an invalid link. */
  view: SubscriberView | undefined;
  /** Error message for an invalid link. */
  problem: string | undefined;
  change: (view: SubscriberView) => void;
};

/** Returns the subscriber of a link, from the server-rendered form state or the API. */
function useSubscriber(key: string, drawn: FormState | undefined): SubscriberQuery {
  const [view, setView] = useState(drawn && readPostedView(drawn));
  const [problem, setProblem] = useState(view === undefined ? drawn?.message : undefined);
  const isKnown = drawn !== undefined;

  useEffect(() => {
    if (isKnown) return;
    let isLeft = false;
    const path = `/newsletter/preferences?key=${encodeURIComponent(key)}`;
    apiRequest<SubscriberView>('GET', path).then(
      (found) => isLeft || setView(found),
      (error: Error) => isLeft || setProblem(error.message),
    );
    return () => {
      isLeft = true;
    };
  }, [key, isKnown]);

  return { view, problem, change: setView };
}

function readPostedView({ values }: FormState): SubscriberView | undefined {
  const { address, frequency, isOn, hasAccount } = values;
  if (address === undefined) return undefined;
  return { address, frequency: frequency === 'monthly' ? 'monthly' : 'weekly', isOn: isOn === 'true', hasAccount: hasAccount === 'true' };
}

/** For subscribers with an account. */
export function SettingsLink() {
  return (
    <p className="gate-alt">
      <a className="link" href={`${urls.settings()}#newsletter`}>
        Open settings
      </a>
    </p>
  );
}

/** A button and nothing else. */
export const ButtonForm = z.strictObject({});

export const FrequencyForm = z.strictObject({ frequency: z.enum(['weekly', 'monthly']) });
