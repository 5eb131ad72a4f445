import { useEffect, useState } from 'react';
import { apiRequest } from '#src/api-client/api-request.ts';
import { useApiForm } from '#src/api-client/use-api-form.ts';
import { AuthForm } from '#src/features/accounts/components/auth-form.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { urls } from '#src/urls.ts';
import { ButtonForm, SettingsLink, type SubscriberLinkProps, SubscriberPage } from '../components/subscriber-page.tsx';
import type { SubscriberView } from '../contract.ts';

/** Page of the unsubscribe link: one button. */
export function NewsletterUnsubscribePage(props: SubscriberLinkProps) {
  return (
    <SubscriberPage of={props} title={({ isOn }) => (isOn ? 'Unsubscribe from the newsletter?' : 'You are unsubscribed')}>
      {(view, change) =>
        view.isOn ? <UnsubscribeForm subscriber={props.subscriber} view={view} change={change} /> : <Unsubscribed view={view} />
      }
    </SubscriberPage>
  );
}

type UnsubscribeFormProps = { subscriber: string; view: SubscriberView; change: (view: SubscriberView) => void };

function UnsubscribeForm({ subscriber, view, change }: UnsubscribeFormProps) {
  const { failure, isBusy, onSubmit } = useApiForm({
    schema: ButtonForm,
    defaults: {},
    failTitle: 'Not unsubscribed',
    send: async () => {
      await apiRequest('POST', '/newsletter/unsubscribe', { key: subscriber });
      change({ ...view, isOn: false });
    },
  });
  return (
    <>
      <AuthForm
        action={urls.newsletterUnsubscribe()}
        hidden={{ key: subscriber }}
        failure={failure}
        failTitle="Not unsubscribed"
        onSubmit={onSubmit}
      >
        <BusyButton isBusy={isBusy} busyText="Unsubscribing...">
          Unsubscribe
        </BusyButton>
      </AuthForm>
      <p className="gate-alt">
        Too many emails?{' '}
        <a className="link" href={urls.newsletterPreferences(subscriber)}>
          Change frequency
        </a>
      </p>
    </>
  );
}

/** Moves the focus to the heading if the button had it. */
function Unsubscribed({ view }: { view: SubscriberView }) {
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
          ? 'Your account is not affected. You can subscribe again in your settings.'
          : 'Your address will be deleted in 30 days. You can subscribe again at the bottom of any page.'}
      </p>
      <a className="btn btn-solid btn-lg btn-wide" href={urls.home()}>
        Back to the tales
      </a>
      {view.hasAccount ? <SettingsLink /> : null}
    </>
  );
}
