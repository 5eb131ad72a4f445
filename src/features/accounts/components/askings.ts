import { urls } from '#src/urls.ts';
import type { Asking } from './ask-form.tsx';

export const ASK_CONFIRMATION: Asking = {
  action: urls.resend(),
  api: '/registrations/resend',
  sent: urls.registerSent(),
  button: 'Send a new link',
};

export const ASK_RESET: Asking = {
  action: urls.forgotPassword(),
  api: '/password-resets',
  sent: urls.forgotPasswordSent(),
  button: 'Send me a link',
};

export const ASK_LOGIN_LINK: Asking = {
  action: urls.loginLink(),
  api: '/sign-in-links',
  sent: urls.loginLinkSent(),
  button: 'Send me a link',
};
