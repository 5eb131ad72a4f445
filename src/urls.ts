/** Every address of the site, in one place: routes, links, feeds and tests read them here. Browser-safe. */

export const urls = {
  home: () => '/',
  tales: (search = '') => (search ? `/tales?${search}` : '/tales'),
  recent: (after = '') => (after ? `/recent?after=${encodeURIComponent(after)}` : '/recent'),
  tale: (slug: string) => `/tale/${encodeURIComponent(slug)}`,
  categories: () => '/categories',
  category: (slug: string) => `/categories/${encodeURIComponent(slug)}`,
  authors: () => '/authors',
  author: (slug: string) => `/author/${encodeURIComponent(slug)}`,
  collections: () => '/collections',
  collection: (slug: string) => `/collections/${encodeURIComponent(slug)}`,
  /** One of the reader's own shelves; without an id the page that shows them. */
  myCollection: (id = '') => (id ? `/collections/mine?shelf=${encodeURIComponent(id)}` : '/collections/mine'),
  random: () => '/random',
  favorites: () => '/favorites',
  history: () => '/history',
  login: (next = '') => withNext('/login', next),
  loginCode: (next = '') => withNext('/login/code', next),
  loginLink: (next = '') => withNext('/login/link', next),
  loginLinkSent: () => '/login/link/sent',
  register: (next = '') => withNext('/register', next),
  registerSent: () => '/register/sent',
  resend: () => '/resend',
  registerAddress: () => '/register/address',
  verify: () => '/verify',
  forgotPassword: () => '/forgot-password',
  forgotPasswordSent: () => '/forgot-password/sent',
  resetPassword: () => '/reset-password',
  changeEmail: () => '/change-email',
  logout: () => '/logout',
  profile: () => '/profile',
  settings: () => '/settings',
  manageTales: (search = '') => (search ? `/manage-tales?${search}` : '/manage-tales'),
  manageUsers: (search = '') => (search ? `/manage-users?${search}` : '/manage-users'),
  manageMails: () => '/manage-mails',
  manageLog: () => '/manage-log',
  outbox: () => '/dev/outbox',
  api: (path = '') => `/api/v1${path}`,
} as const;

/** `next`: the path to go to afterwards; nothing for home. */
function withNext(path: string, next: string): string {
  return next === '' || next === '/' ? path : `${path}?next=${encodeURIComponent(next)}`;
}
