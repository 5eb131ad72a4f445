import { apiRequest } from '#src/api-client/api-request.ts';
import { refreshCurrentUser } from '#src/api-client/current-user.ts';
import { useApiForm } from '#src/api-client/use-api-form.ts';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { navigate } from '#src/ui/navigate.ts';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { ButtonForm } from '../auth-schemas.ts';
import { AuthForm } from '../components/auth-form.tsx';
import { AuthLayout, type AuthPageProps, EXPIRED_LINK_CODES, ExpiredLink, isExpiredLink } from '../components/auth-layout.tsx';
import { FLASH_MESSAGES } from '../flash-messages.ts';

/** The page of the link sent to the new address of an account. */
export function ChangeEmailPage({ posted, token, email }: AuthPageProps) {
  const { failure, isBusy, onSubmit } = useApiForm({
    schema: ButtonForm,
    defaults: {},
    posted,
    failTitle: FAIL_TITLE,
    shown: EXPIRED_LINK_CODES,
    leaves: true,
    send: async () => {
      await apiRequest('PUT', '/email-changes', { token, email });
      await refreshCurrentUser();
      navigate(urls.settings());
      await toast(FLASH_MESSAGES.email_changed);
    },
  });
  if (token === '' || isExpiredLink(failure)) {
    return (
      <ExpiredLink isPressed={failure !== null && posted === undefined}>
        <a className="btn btn-solid btn-lg btn-wide" href={urls.settings()}>
          Go to Settings
        </a>
      </ExpiredLink>
    );
  }
  return (
    <AuthLayout title="Confirm your new address" lede={email === '' ? undefined : <>You will log in with {email}</>} art="post">
      <AuthForm action={urls.changeEmail()} hidden={{ token, email }} failure={failure} failTitle={FAIL_TITLE} onSubmit={onSubmit}>
        <BusyButton isBusy={isBusy} busyText="Saving...">
          Use this address
        </BusyButton>
      </AuthForm>
    </AuthLayout>
  );
}

const FAIL_TITLE = 'Not saved';
