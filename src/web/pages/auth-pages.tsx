/** Login, registration and recovery pages: pass the URL's parameters and the values of a form posted without JavaScript. */
import '#src/ui/styles/account/index.css';
import type { ComponentType } from 'react';
import type { AuthPageProps } from '#src/features/accounts/components/auth-layout.tsx';
import { ChangeEmailPage } from '#src/features/accounts/pages/change-email-page.tsx';
import { EmailSentPage, ForgotPasswordPage } from '#src/features/accounts/pages/forgot-password-page.tsx';
import { InvitationPage } from '#src/features/accounts/pages/invitation-page.tsx';
import { LoginCodePage } from '#src/features/accounts/pages/login-code-page.tsx';
import { LoginLinkPage } from '#src/features/accounts/pages/login-link-page.tsx';
import { LoginPage } from '#src/features/accounts/pages/login-page.tsx';
import { RegisterPage } from '#src/features/accounts/pages/register-page.tsx';
import { RegisterAddressPage, RegisterSentPage } from '#src/features/accounts/pages/register-sent-page.tsx';
import { ResetPasswordPage } from '#src/features/accounts/pages/reset-password-page.tsx';
import { VerifyPage } from '#src/features/accounts/pages/verify-page.tsx';
import { safeRedirect } from '#src/features/accounts/safe-redirect.ts';
import { urls } from '#src/urls.ts';
import { useMatch, usePlace, useRouterContext } from '../current-page.tsx';

export const Login = gate(LoginPage);
export const LoginCode = gate(LoginCodePage);
export const LoginLink = gate(LoginLinkPage);
export const Register = gate(RegisterPage);
export const RegisterSent = gate(RegisterSentPage);
export const RegisterAddress = gate(RegisterAddressPage);
export const Verify = gate(VerifyPage);
export const Invitation = gate(InvitationPage);
export const ForgotPassword = gate(ForgotPasswordPage);
export const ResetPassword = gate(ResetPasswordPage);
export const ChangeEmail = gate(ChangeEmailPage);

export function LoginLinkSent() {
  return <EmailSentPage again={urls.loginLink()} />;
}

export function ForgotPasswordSent() {
  return <EmailSentPage again={urls.forgotPassword()} />;
}

function gate(Page: ComponentType<AuthPageProps>) {
  return function GatePage() {
    const { form } = useRouterContext();
    const { path } = useMatch();
    const { search } = usePlace();
    const posted = form?.path === path ? form : undefined;
    const { next, token = '', email = '', keys = '', problem = '', provider = '' } = { ...posted?.values, ...search };
    return <Page {...{ posted, token, email, keys, problem, provider }} next={safeRedirect(next)} />;
  };
}
