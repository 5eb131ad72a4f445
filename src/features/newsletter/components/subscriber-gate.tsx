import type { ReactNode } from 'react';
import { Gate } from '#src/features/accounts/components/gate.tsx';
import type { FormState } from '#src/ui/form-state.ts';
import { urls } from '#src/urls.ts';
import type { SubscriberView } from '../contract.ts';
import { useSubscriber } from './use-subscriber.ts';

/** What the page of a link in a letter is told by its address, and by the server that drew it. */
export type LetterLinkProps = { subscriber: string; drawn: FormState | undefined; isClosed: boolean };

type Props = {
  of: LetterLinkProps;
  title: (view: SubscriberView) => string;
  children: (view: SubscriberView, change: (view: SubscriberView) => void) => ReactNode;
};

/** The page of a link in a letter: what it is about is known, asked for, or not to be had. */
export function SubscriberGate({ of, title, children }: Props) {
  const { view, problem, change } = useSubscriber(of.subscriber, of.drawn);
  if (view !== undefined) {
    return (
      <Gate title={title(view)} lede={view.address} art="post">
        {children(view, change)}
      </Gate>
    );
  }
  if (problem === undefined) {
    return (
      <Gate title="The weekly letter" art="post">
        <p role="status">Loading</p>
      </Gate>
    );
  }
  return (
    <Gate title="The weekly letter" lede={<span role="status">{problem}</span>} art="post">
      <p className="gate-note">If letters still come, use the links in the newest one.</p>
      <a className="btn btn-solid btn-lg btn-wide" href={urls.home()}>
        Back to the tales
      </a>
    </Gate>
  );
}
