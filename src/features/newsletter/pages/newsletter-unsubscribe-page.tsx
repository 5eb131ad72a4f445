import { useEffect, useState } from 'react';
import { GateForm } from '#src/features/accounts/components/gate-form.tsx';
import { send } from '#src/features/accounts/components/send.ts';
import { useSentForm } from '#src/features/accounts/components/use-sent-form.ts';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { urls } from '#src/urls.ts';
import { SettingsLink } from '../components/settings-link.tsx';
import { type LetterLinkProps, SubscriberGate } from '../components/subscriber-gate.tsx';
import type { SubscriberView } from '../contract.ts';
import { ButtonForm } from '../newsletter-forms.ts';

/** The page of the link to leave, in every letter: one button. */
export function NewsletterUnsubscribePage(props: LetterLinkProps) {
  return (
    <SubscriberGate of={props} title={({ isOn }) => (isOn ? 'Leave the weekly letter?' : 'No more letters')}>
      {(view, change) => (view.isOn ? <Leave subscriber={props.subscriber} view={view} change={change} /> : <Left view={view} />)}
    </SubscriberGate>
  );
}

type LeaveProps = { subscriber: string; view: SubscriberView; change: (view: SubscriberView) => void };

function Leave({ subscriber, view, change }: LeaveProps) {
  const { failure, isBusy, onSubmit } = useSentForm({
    schema: ButtonForm,
    defaults: {},
    failTitle: 'That did not work',
    send: async () => {
      await send('POST', '/newsletter/unsubscribe', { key: subscriber });
      change({ ...view, isOn: false });
    },
  });
  return (
    <>
      <GateForm
        action={urls.newsletterUnsubscribe()}
        hidden={{ key: subscriber }}
        failure={failure}
        failTitle="That did not work"
        onSubmit={onSubmit}
      >
        <BusyButton isBusy={isBusy} busyText="One moment...">
          Send me no more letters
        </BusyButton>
      </GateForm>
      <p className="gate-alt">
        Too often?{' '}
        <a className="link" href={urls.newsletterPreferences(subscriber)}>
          Choose how often it comes
        </a>
      </p>
    </>
  );
}

/** Where the button stood the focus would be lost: it goes to the heading, when the button was there. */
function Left({ view }: { view: SubscriberView }) {
  const [wasThere] = useState(() => typeof document !== 'undefined' && document.activeElement?.getAttribute('type') === 'submit');
  useEffect(() => {
    if (!wasThere) return;
    const heading = document.querySelector<HTMLElement>('main h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus();
  }, [wasThere]);
  return (
    <>
      <p className="gate-note">
        {view.hasAccount
          ? 'Your account stays as it is. Should you want the letter again, say so in your settings.'
          : 'In 30 days we forget the address. Should you want the letter again, ask for it at the foot of any page.'}
      </p>
      <a className="btn btn-solid btn-lg btn-wide" href={urls.home()}>
        Back to the tales
      </a>
      {view.hasAccount ? <SettingsLink /> : null}
    </>
  );
}
