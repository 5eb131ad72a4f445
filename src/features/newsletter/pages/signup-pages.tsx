import { apiRequest } from '#src/api-client/api-request.ts';
import { useApiForm } from '#src/api-client/use-api-form.ts';
import { AuthForm } from '#src/features/accounts/components/auth-form.tsx';
import { AuthLayout, EXPIRED_LINK_CODES, ExpiredLink, isExpiredLink } from '#src/features/accounts/components/auth-layout.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import type { FormState } from '#src/ui/form-state.ts';
import { navigate } from '#src/ui/navigate.ts';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { NewsletterForm } from '../components/newsletter-form.tsx';
import { EMAIL_SENT } from '../components/newsletter-text.ts';
import { ButtonForm } from '../components/subscriber-page.tsx';

const CONFIRMED = { title: 'Subscription successful!', text: 'Thank you for subscribing to our magical newsletter' };

/** After sign-up without JavaScript: the same for every address. */
export function NewsletterSentPage() {
  return (
    <AuthLayout title={EMAIL_SENT.title} lede={EMAIL_SENT.text} art="post">
      <p className="gate-note">Open the link in it and confirm your subscription. Issues are sent once a week.</p>
      <p className="gate-note soft">Didn't receive the email? Check your spam folder.</p>
      <a className="btn btn-solid btn-lg btn-wide" href={urls.home()}>
        Back to the tales
      </a>
    </AuthLayout>
  );
}

type ConfirmProps = { posted: FormState | undefined; token: string; email: string; isDisabled: boolean };

/** Page of the confirmation link. Only the button confirms, as mail scanners follow links. */
export function NewsletterConfirmPage({ posted, token, email, isDisabled }: ConfirmProps) {
  const { failure, isBusy, onSubmit } = useApiForm({
    schema: ButtonForm,
    defaults: {},
    posted,
    failTitle: FAIL_TITLE,
    shown: EXPIRED_LINK_CODES,
    leaves: true,
    send: async () => {
      await apiRequest('POST', '/newsletter/confirmations', { token, email });
      navigate(urls.newsletterWelcome());
      await toast(CONFIRMED);
    },
  });
  if (token === '' || isExpiredLink(failure)) {
    return (
      <ExpiredLink isPressed={failure !== null && posted === undefined}>{isDisabled ? null : <NewsletterForm place="page" />}</ExpiredLink>
    );
  }
  return (
    <AuthLayout
      title="Confirm your subscription"
      lede={email === '' ? undefined : <>Press the button to confirm the newsletter for {email}.</>}
      art="post"
    >
      <AuthForm action={urls.newsletterConfirm()} hidden={{ token, email }} failure={failure} failTitle={FAIL_TITLE} onSubmit={onSubmit}>
        <BusyButton isBusy={isBusy} busyText="Confirming...">
          Confirm subscription
        </BusyButton>
      </AuthForm>
    </AuthLayout>
  );
}

const FAIL_TITLE = 'Subscription not confirmed';

/** After confirmation. */
export function NewsletterWelcomePage() {
  return (
    <AuthLayout title={CONFIRMED.title} lede={CONFIRMED.text} art="post">
      <p className="gate-note">Every issue has links to change the frequency or unsubscribe.</p>
      <a className="btn btn-solid btn-lg btn-wide" href={urls.home()}>
        Back to the tales
      </a>
    </AuthLayout>
  );
}
