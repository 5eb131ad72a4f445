/** Toasts shown after a redirect. The cookie carries only their name. Browser-safe. */
import { toast } from '#src/ui/toast.ts';

export type FlashMessage = { title: string; text: string; wrong?: boolean };

export const FLASH_MESSAGES = {
  logged_in: { title: 'Success', text: 'You have been logged in successfully' },
  welcome_back: { title: 'Login successful', text: 'Welcome back!' },
  registered: { title: 'Registration successful', text: 'Your account has been created.' },
  logged_out: { title: 'Logged out', text: 'You have been logged out successfully' },
  password_changed: { title: 'Password changed', text: 'You can log in with your new password.' },
  email_changed: { title: 'Profile updated', text: 'Your changes have been saved.' },
  role_changed: { title: 'You no longer have permission to do that', text: 'The role of your account was changed.', wrong: true },
  no_access: { title: 'No access', text: 'Your role does not have access to this page.', wrong: true },
  identity_linked: { title: 'Login linked', text: 'You can now log in with it.' },
  identity_taken: { title: 'Not linked', text: 'This login already belongs to another account.', wrong: true },
  identity_not_linked: { title: 'Not linked', text: 'The provider did not confirm the login. You can try again at any time.', wrong: true },
} as const satisfies Record<string, FlashMessage>;

export type FlashMessageCode = keyof typeof FLASH_MESSAGES;

/** Shows a flash message. Ignores unknown names, because anyone can set the cookie. */
export function toastFlashMessage(code: string): void {
  const message: FlashMessage | undefined = Object.hasOwn(FLASH_MESSAGES, code) ? FLASH_MESSAGES[code as FlashMessageCode] : undefined;
  if (message !== undefined) void toast(message);
}
