/** Every address of the site, in one place: routes, links, feeds and tests read them here. Browser-safe. */

export const urls = {
  home: () => '/',
  tales: (search = '') => (search ? `/tales?${search}` : '/tales'),
  recent: (after = '') => (after ? `/recent?after=${encodeURIComponent(after)}` : '/recent'),
  tale: (slug: string) => `/tale/${encodeURIComponent(slug)}`,
  taleEpub: (slug: string) => `/tale/${encodeURIComponent(slug)}.epub`,
  taleText: (slug: string) => `/tale/${encodeURIComponent(slug)}.txt`,
  /** A list as a feed or a book: the ending stands behind the path of its page. */
  listAs: (page: string, ending: 'atom' | 'rss' | 'json' | 'epub') => page.replace(/^[^?]*/, (path) => `${path}.${ending}`),
  /** Takes the slugs of tales and gives them back as one EPUB. */
  books: () => '/books',
  /** The catalogue for e-readers, OPDS 1.2 and 2.0. */
  opds: (path = '') => `/opds${path}`,
  opds2: (path = '') => `/opds/v2${path}`,
  /** What a page that links to `address` shows of it. */
  oembed: (address: string, format: 'json' | 'xml') => `/oembed?url=${encodeURIComponent(address)}&format=${format}`,
  categories: () => '/categories',
  category: (slug: string) => `/categories/${encodeURIComponent(slug)}`,
  authors: () => '/authors',
  author: (slug: string) => `/author/${encodeURIComponent(slug)}`,
  collections: () => '/collections',
  collection: (slug: string) => `/collections/${encodeURIComponent(slug)}`,
  /** One of the reader's own shelves; without an id the page that shows them. */
  myCollection: (id = '') => (id ? `/collections/mine?shelf=${encodeURIComponent(id)}` : '/collections/mine'),
  /** All letters, or the one of that day (2026-11-22). */
  newsletter: (day = '') => (day ? `/newsletter/${encodeURIComponent(day)}` : '/newsletter'),
  /** What a reader's own links lead to in a letter that an editor had sent to see it. */
  newsletterTest: () => '/newsletter/test',
  /** After the form: look into your letter box. */
  newsletterSent: () => '/newsletter/sent',
  /** After a yes. */
  newsletterWelcome: () => '/newsletter/welcome',
  /** What the link in the first letter opens: a button that says yes. */
  newsletterConfirm: (token = '') => withParameter('/newsletter/confirm', 'token', token),
  /** What links in letters open: `key` is that of one subscriber. */
  newsletterUnsubscribe: (key = '') => withParameter('/newsletter/unsubscribe', 'key', key),
  newsletterPreferences: (key = '') => withParameter('/newsletter/preferences', 'key', key),
  /** `tale`: the slug of the tale that it is about. */
  contact: (tale = '') => withParameter('/contact', 'tale', tale),
  contactSent: () => '/contact/sent',
  about: () => '/about',
  privacy: () => '/privacy',
  terms: () => '/terms',
  accessibility: () => '/accessibility',
  takedown: () => '/takedown',
  /** All old words, or the one of that slug among them. */
  oldWords: (slug = '') => (slug ? `/old-words#${encodeURIComponent(slug)}` : '/old-words'),
  random: () => '/random',
  /** Tales that fit into some minutes; `search` as how-long-query.ts writes it. */
  howLong: (search = '') => (search ? `/how-long?${search}` : '/how-long'),
  tonight: () => '/tonight',
  /** The nights to come, for calendars. */
  tonightCalendar: () => '/tonight.ics',
  favorites: () => '/favorites',
  history: () => '/history',
  /** What is kept on the device; `from`: the page that could not be shown without a network. */
  offline: (from = '') => withParameter('/offline', 'from', from),
  serviceWorker: () => '/sw.js',
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
  /** The form for a new tale, or for the one of that id. */
  manageTale: (id = '') => (id ? `/manage-tales?tale=${encodeURIComponent(id)}` : '/manage-tales?mode=new'),
  manageFeatured: () => '/manage-featured',
  manageNights: () => '/manage-nights',
  manageAuthors: (search = '') => (search ? `/manage-authors?${search}` : '/manage-authors'),
  manageCategories: () => '/manage-categories',
  manageCollections: (search = '') => (search ? `/manage-collections?${search}` : '/manage-collections'),
  manageMedia: (search = '') => (search ? `/manage-media?${search}` : '/manage-media'),
  /** All imports of books, or the one of that id. */
  manageImport: (id = '') => (id ? `/manage-import?id=${encodeURIComponent(id)}` : '/manage-import'),
  /** The weekly letter: the one that is being prepared, those that went out; or the one of that id. */
  manageNewsletter: (id = '') => (id ? `/manage-newsletter?id=${encodeURIComponent(id)}` : '/manage-newsletter'),
  /** What readers wrote, or the message of that id. */
  manageInbox: (search = '') => (search ? `/manage-inbox?${search}` : '/manage-inbox'),
  /** The texts behind the footer, or the one of that name. */
  managePages: (name = '') => (name ? `/manage-pages?page=${encodeURIComponent(name)}` : '/manage-pages'),
  manageSettings: () => '/manage-settings',
  manageOperations: () => '/manage-operations',
  manageKeys: () => '/manage-keys',
  manageUsers: (search = '') => (search ? `/manage-users?${search}` : '/manage-users'),
  manageMails: () => '/manage-mails',
  manageLog: () => '/manage-log',
  /** A draft as readers would see it, for who has the link; by the tale's id for editors alone. */
  preview: (token: string) => `/preview/${encodeURIComponent(token)}`,
  /** Its drawn cover, which nobody else is shown yet. */
  previewCover: (token: string) => `/preview/${encodeURIComponent(token)}/cover.svg`,
  /** The API for people to read about. */
  apiGuide: () => '/api',
  outbox: () => '/dev/outbox',
  api: (path = '') => `/api/v1${path}`,
} as const;

function withParameter(path: string, name: string, value: string): string {
  return value === '' ? path : `${path}?${name}=${encodeURIComponent(value)}`;
}

/** `next`: the path to go to afterwards; nothing for home. */
function withNext(path: string, next: string): string {
  return next === '' || next === '/' ? path : `${path}?next=${encodeURIComponent(next)}`;
}

/** The URL that a text names, against `base` when given; undefined for a text that is none. The oldest supported browsers lack `URL.parse`. */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
