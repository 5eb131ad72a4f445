/** What a form says after its post has led to another page. The cookie carries only a name from this list. Browser-safe. */

export type Notice = { title: string; text: string; wrong?: boolean };

export const NOTICES = {
  logged_in: { title: 'Success', text: 'You have been logged in successfully' },
  welcome_back: { title: 'Login successful', text: 'Welcome back!' },
  registered: { title: 'Registration successful', text: 'Your account has been created.' },
  logged_out: { title: 'Logged out', text: 'You have been logged out successfully' },
  password_changed: { title: 'Password changed', text: 'You can log in with your new password.' },
  email_changed: { title: 'Profile updated', text: 'Your changes have been saved.' },
  no_longer_admin: {
    title: 'You no longer have permission to do that',
    text: 'Your account is not an administrator any more.',
    wrong: true,
  },
  admins_only: { title: 'Administrators only', text: 'That page is for our storykeepers.', wrong: true },
} as const satisfies Record<string, Notice>;

export type NoticeCode = keyof typeof NOTICES;
