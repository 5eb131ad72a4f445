import { urls } from '#src/urls.ts';
import { AuthLayout, type AuthPageProps } from '../components/auth-layout.tsx';
import { EmailRequestForm, PASSWORD_RESET_EMAIL } from '../components/email-request-forms.tsx';

/** Requests an email with a link to reset the password. */
export function ForgotPasswordPage({ posted, email, next }: AuthPageProps) {
  return (
    <AuthLayout title="Forgot your password?" lede="Enter your email address and we'll send you a link to reset your password" art="post">
      <EmailRequestForm request={PASSWORD_RESET_EMAIL} email={email} next={next} posted={posted} />
      <p className="gate-alt">
        Remembered it?{' '}
        <a className="link" href={urls.login()}>
          Login
        </a>
      </p>
    </AuthLayout>
  );
}

/** Shown after requesting a link, whether or not the address has an account. `again` is the path to request another. */
export function EmailSentPage({ again }: { again: string }) {
  return (
    <AuthLayout title="Check Your Email" lede="If that address has an account, we've sent it a link." art="post">
      <p className="gate-note soft">Didn't receive the email? Check your spam folder.</p>
      <a className="btn btn-solid btn-lg btn-wide" href={urls.login()}>
        Go to Login
      </a>
      <p className="gate-alt">
        <a className="link" href={again}>
          Request another link
        </a>
      </p>
    </AuthLayout>
  );
}
