/** All URLs of the site. Routes, links, feeds and tests use this table. Browser-safe. */

export const urls = {
  home: () => '/',
  tales: (search = '') => (search ? `/tales?${search}` : '/tales'),
  recent: (after = '') => (after ? `/recent?after=${encodeURIComponent(after)}` : '/recent'),
  tale: (slug: string) => `/tale/${encodeURIComponent(slug)}`,
  /** The versions of a tale type (ATU number); with `first`, the slug of one, compared with others. */
  taleType: (number: number, first = '') => withParameter(`/types/${number}`, 'first', first),
  taleEpub: (slug: string) => `/tale/${encodeURIComponent(slug)}.epub`,
  taleText: (slug: string) => `/tale/${encodeURIComponent(slug)}.txt`,
  /** A list as a feed or an EPUB: the extension is appended to the path of its page. */
  listAs: (page: string, ending: 'atom' | 'rss' | 'json' | 'epub') => page.replace(/^[^?]*/, (path) => `${path}.${ending}`),
  /** Accepts slugs of tales and returns them as one EPUB. */
  books: () => '/books',
  /** OPDS catalogues for e-readers, versions 1.2 and 2.0. */
  opds: (path = '') => `/opds${path}`,
  opds2: (path = '') => `/opds/v2${path}`,
  /** The oEmbed response for a page of the site. */
  oembed: (address: string, format: 'json' | 'xml') => `/oembed?url=${encodeURIComponent(address)}&format=${format}`,
  categories: () => '/categories',
  category: (slug: string) => `/categories/${encodeURIComponent(slug)}`,
  authors: () => '/authors',
  /** `role`: of one of the person's lists of tales. */
  author: (slug: string, role = '') => `/author/${encodeURIComponent(slug)}${role && `?role=${role}`}`,
  collections: () => '/collections',
  collection: (slug: string) => `/collections/${encodeURIComponent(slug)}`,
  /** One of the reader's own collections; without an id, the page that lists them. */
  myCollection: (id = '') => (id ? `/collections/mine?shelf=${encodeURIComponent(id)}` : '/collections/mine'),
  /** The page of a shared list: `/` and its token, or the query of a link that carries the list itself. */
  sharedList: (list = '') => `/lists${list}`,
  /** The page of a tale that is read together. `code`: three words. */
  together: (code: string) => `/together/${code}`,
  /** The newsletter archive, or the issue of a day (2026-11-22). */
  newsletter: (day = '') => (day ? `/newsletter/${encodeURIComponent(day)}` : '/newsletter'),
  /** Target of subscriber links in test emails. */
  newsletterTest: () => '/newsletter/test',
  /** After the form: check your email. */
  newsletterSent: () => '/newsletter/sent',
  /** After the subscription is confirmed. */
  newsletterWelcome: () => '/newsletter/welcome',
  /** Target of the confirmation link: a page with a button. */
  newsletterConfirm: (token = '') => withParameter('/newsletter/confirm', 'token', token),
  /** Targets of links in issues. `key` identifies one subscriber. */
  newsletterUnsubscribe: (key = '') => withParameter('/newsletter/unsubscribe', 'key', key),
  newsletterPreferences: (key = '') => withParameter('/newsletter/preferences', 'key', key),
  /** `tale`: slug of the tale that the message is about; `list`: path of the shared list. */
  contact: (tale = '', list = '') => (list ? withParameter('/contact', 'list', list) : withParameter('/contact', 'tale', tale)),
  contactSent: () => '/contact/sent',
  about: () => '/about',
  privacy: () => '/privacy',
  terms: () => '/terms',
  accessibility: () => '/accessibility',
  takedown: () => '/takedown',
  /** The glossary, or the entry with that slug. */
  oldWords: (slug = '') => (slug ? `/old-words#${encodeURIComponent(slug)}` : '/old-words'),
  random: () => '/random',
  /** Tales by reading time; `search` as written by `writeFinderQuery`. */
  howLong: (search = '') => (search ? `/how-long?${search}` : '/how-long'),
  tonight: () => '/tonight',
  /** Calendar feed of the tales of the next days. */
  tonightCalendar: () => '/tonight.ics',
  favorites: () => '/favorites',
  history: () => '/history',
  myTales: () => '/my-tales',
  /** Tales saved on this device. `from`: the page that is not available offline. */
  offline: (from = '') => withParameter('/offline', 'from', from),
  serviceWorker: () => '/sw.js',
  login: (next = '') => withNext('/login', next),
  /** The login page explains why the login with a provider failed. */
  loginProblem: (problem: string, provider: string, next: string) =>
    `/login?${new URLSearchParams({ ...(next === '/' ? {} : { next }), problem, provider })}`,
  loginCode: (next = '') => withNext('/login/code', next),
  loginLink: (next = '') => withNext('/login/link', next),
  loginLinkSent: () => '/login/link/sent',
  /** Leads to an identity provider. */
  providerLogin: (provider: string, next = '') => withNext(`/login/with/${provider}`, next),
  /** Where the provider sends the browser back to. */
  providerCallback: (provider: string) => `/login/with/${provider}/callback`,
  register: (next = '') => withNext('/register', next),
  registerSent: () => '/register/sent',
  resend: () => '/resend',
  registerAddress: () => '/register/address',
  verify: () => '/verify',
  invitation: () => '/invitation',
  forgotPassword: () => '/forgot-password',
  forgotPasswordSent: () => '/forgot-password/sent',
  resetPassword: () => '/reset-password',
  changeEmail: () => '/change-email',
  logout: () => '/logout',
  /** `tale`: slug of the tale to change. */
  suggest: (tale = '') => withParameter('/suggest', 'tale', tale),
  contributions: () => '/contributions',
  /** The submitted tales of the signed-in user, or the one with that id. */
  submissions: (id = '') => withParameter('/submissions', 'id', id),
  profile: () => '/profile',
  settings: () => '/settings',
  manageTales: (search = '') => (search ? `/manage-tales?${search}` : '/manage-tales'),
  /** The form of a new tale, or of the tale with that id. */
  manageTale: (id = '') => (id ? `/manage-tales?tale=${encodeURIComponent(id)}` : '/manage-tales?mode=new'),
  /** The editorial calendar; `search` has `view` and `date`. */
  manageCalendar: (search = '') => (search ? `/manage-calendar?${search}` : '/manage-calendar'),
  manageFeatured: () => '/manage-featured',
  manageNights: () => '/manage-nights',
  manageAuthors: (search = '') => (search ? `/manage-authors?${search}` : '/manage-authors'),
  manageCategories: () => '/manage-categories',
  manageCollections: (search = '') => (search ? `/manage-collections?${search}` : '/manage-collections'),
  manageMedia: (search = '') => (search ? `/manage-media?${search}` : '/manage-media'),
  /** All imports, or the import with that id. */
  manageImport: (id = '') => (id ? `/manage-import?id=${encodeURIComponent(id)}` : '/manage-import'),
  /** The newsletter, or the issue with that id. */
  manageNewsletter: (id = '') => (id ? `/manage-newsletter?id=${encodeURIComponent(id)}` : '/manage-newsletter'),
  /** Contact messages, or the message with that id. */
  manageInbox: (search = '') => (search ? `/manage-inbox?${search}` : '/manage-inbox'),
  /** Suggested changes, or the one with that id. */
  manageSuggestions: (search = '') => (search ? `/manage-suggestions?${search}` : '/manage-suggestions'),
  /** The review queue; `search` has the open submission (`id`) and the filter. */
  manageSubmissions: (search = '') => (search ? `/manage-submissions?${search}` : '/manage-submissions'),
  /** The static pages, or the page with that name. */
  managePages: (name = '') => (name ? `/manage-pages?page=${encodeURIComponent(name)}` : '/manage-pages'),
  manageSettings: () => '/manage-settings',
  manageOperations: () => '/manage-operations',
  manageKeys: () => '/manage-keys',
  manageFunctions: (search = '') => (search ? `/manage-functions?${search}` : '/manage-functions'),
  manageWebhooks: (search = '') => (search ? `/manage-webhooks?${search}` : '/manage-webhooks'),
  manageUsers: (search = '') => (search ? `/manage-users?${search}` : '/manage-users'),
  manageMails: () => '/manage-mails',
  manageLog: () => '/manage-log',
  manageFiles: (search = '') => (search ? `/manage-files?${search}` : '/manage-files'),
  /** A file of the file library; `version`: of its contents, so that the response may be cached without expiry. */
  file: (id: string, name: string, version?: number) =>
    withParameter(`/files/${id}/${encodeURIComponent(name)}`, 'v', String(version ?? '')),
  /** The file for everyone who has the token of a temporary link. */
  fileLink: (id: string, name: string, token: string) => withParameter(`/files/${id}/${encodeURIComponent(name)}`, 'token', token),
  /** The first page of a PDF as WebP. */
  filePreview: (id: string, version?: number) => withParameter(`/files/${id}/preview`, 'v', String(version ?? '')),
  /** Preview of an unpublished tale, by the token of a preview link; by the tale's id for editors. */
  preview: (token: string) => `/preview/${encodeURIComponent(token)}`,
  /** The generated cover of the preview. */
  previewCover: (token: string) => `/preview/${encodeURIComponent(token)}/cover.svg`,
  /** The API guide. */
  apiGuide: () => '/api',
  outbox: () => '/dev/outbox',
  /** Where functions of the operator answer. */
  functions: () => '/functions/v1',
  api: (path = '') => `/api/v1${path}`,
} as const;

function withParameter(path: string, name: string, value: string): string {
  return value === '' ? path : `${path}?${name}=${encodeURIComponent(value)}`;
}

/** `next`: path to go to afterwards; omitted for home. */
function withNext(path: string, next: string): string {
  return next === '' || next === '/' ? path : `${path}?next=${encodeURIComponent(next)}`;
}

/** Parses a URL, relative to `base` if given; returns undefined if invalid. The oldest supported browsers lack `URL.parse`. */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
