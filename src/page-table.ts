/**
 * Every page of the site. Routes on the server and in the browser, access, titles, return after login, sitemap, offline reading and
 * the referrer policy are derived from this table. Browser-safe.
 */
import { can, type Permission } from './permissions.ts';
import { urls } from './urls.ts';

export type Page = {
  /** Path in Hono syntax. */
  path: string;
  /** Title of the page. Null: the page is named after its content. */
  title: string | null;
  /** Who may open the page: every signed-in user, or those with a permission. Default: everyone. */
  access?: 'signed-in' | Permission;
  /** Query parameters that the page reads (others are ignored): their names, or the parser that reads them. */
  query?: readonly string[] | 'browse' | 'after' | 'list-position' | 'author-list' | 'how-long';
  /** The lazily loaded file `web/pages/<module>-pages.tsx` with the page's component. */
  module: string;
  /** Listed in the sitemap and indexed by search engines. Lists and tales are indexed without it. */
  inSitemap?: true;
  /** Available offline: for any query, or only without one. */
  offline?: 'any-query' | 'without-query';
  /** Login, registration and confirmation: not a page to return to after login. */
  isAuth?: true;
  /** The URL contains a secret: it is never sent as a referrer or cached. */
  hasToken?: true;
  /** The server has a separate route for it. */
  hasOwnRoute?: true;
};

/** Values of a form shown again, and parameters of links in emails. */
const AUTH = ['next', 'token', 'email', 'keys'] as const;
/** Also why a login with a provider failed. */
const LOGIN = [...AUTH, 'problem', 'provider'] as const;
const CHECK_EMAIL = 'Check Your Email';

export const PAGES = {
  home: { path: urls.home(), title: 'Fairy tales from the old wood', module: 'browse', inSitemap: true, offline: 'without-query' },
  tales: { path: urls.tales(), title: null, query: 'browse', module: 'browse', inSitemap: true, offline: 'without-query' },
  recent: { path: urls.recent(), title: 'Recent tales', query: 'after', module: 'browse', inSitemap: true, offline: 'without-query' },
  random: { path: urls.random(), title: 'No tale fits that wish', module: 'browse', hasOwnRoute: true },
  tale: { path: '/tale/:slug', title: null, module: 'tale' },
  taleType: { path: '/types/:number', title: null, query: ['after', 'first', 'second', 'third'], module: 'finder' },
  categories: { path: urls.categories(), title: 'Categories', module: 'browse', inSitemap: true, offline: 'without-query' },
  category: { path: '/categories/:slug', title: null, query: 'list-position', module: 'browse' },
  authors: { path: urls.authors(), title: 'Authors', module: 'browse', inSitemap: true, offline: 'without-query' },
  author: { path: '/author/:slug', title: null, query: 'author-list', module: 'browse' },
  collections: { path: urls.collections(), title: 'Collections', module: 'browse', inSitemap: true, offline: 'without-query' },
  newsletter: { path: urls.newsletter(), title: 'Newsletter', query: 'after', module: 'newsletter', inSitemap: true },
  newsletterTest: { path: urls.newsletterTest(), title: 'This was a test', module: 'newsletter' },
  newsletterIssue: { path: '/newsletter/:day{\\d{4}-\\d\\d-\\d\\d}', title: null, module: 'newsletter' },
  // Before `collection`, whose pattern also matches its path.
  myCollection: { path: urls.myCollection(), title: 'My collection', module: 'library', offline: 'any-query' },
  collection: { path: '/collections/:slug', title: null, module: 'browse' },
  sharedList: { path: urls.sharedList('/:token'), title: null, module: 'library', hasToken: true },
  listLink: { path: urls.sharedList(), title: null, query: ['name', 'tales'], module: 'library', hasToken: true },
  together: { path: urls.together(':code'), title: null, module: 'together', hasToken: true },
  tonight: { path: urls.tonight(), title: 'Tonight’s tale', module: 'finder', inSitemap: true },
  howLong: { path: urls.howLong(), title: 'How long have we got?', query: 'how-long', module: 'finder', inSitemap: true },
  favorites: { path: urls.favorites(), title: 'Favorites', module: 'library', offline: 'without-query' },
  myTales: { path: urls.myTales(), title: 'My tales', module: 'library', offline: 'without-query' },
  history: { path: urls.history(), title: 'Reading history', module: 'library', offline: 'without-query' },
  offline: { path: urls.offline(), title: 'Saved on this device', module: 'offline', offline: 'any-query' },

  about: { path: urls.about(), title: null, module: 'static', inSitemap: true },
  contact: { path: urls.contact(), title: 'Contact', query: ['tale', 'list'], module: 'static', inSitemap: true },
  privacy: { path: urls.privacy(), title: null, module: 'static', inSitemap: true },
  terms: { path: urls.terms(), title: null, module: 'static', inSitemap: true },
  accessibility: { path: urls.accessibility(), title: null, module: 'static', inSitemap: true },
  takedown: { path: urls.takedown(), title: null, module: 'static', inSitemap: true },
  oldWords: { path: urls.oldWords(), title: 'Old words', module: 'glossary', inSitemap: true },
  contactSent: { path: urls.contactSent(), title: 'Message sent', module: 'static' },

  login: { path: urls.login(), title: 'Login', query: LOGIN, module: 'auth', isAuth: true },
  loginCode: { path: urls.loginCode(), title: 'Enter your code', query: AUTH, module: 'auth', isAuth: true },
  loginLink: { path: urls.loginLink(), title: 'Log in by email', query: AUTH, module: 'auth', isAuth: true, hasToken: true },
  loginLinkSent: { path: urls.loginLinkSent(), title: CHECK_EMAIL, query: AUTH, module: 'auth', isAuth: true },
  register: { path: urls.register(), title: 'Register', query: AUTH, module: 'auth', isAuth: true },
  registerSent: { path: urls.registerSent(), title: CHECK_EMAIL, query: AUTH, module: 'auth', isAuth: true },
  registerAddress: { path: urls.registerAddress(), title: 'Change the address', query: AUTH, module: 'auth', isAuth: true },
  verify: { path: urls.verify(), title: 'Confirm your address', query: AUTH, module: 'auth', isAuth: true, hasToken: true },
  invitation: { path: urls.invitation(), title: 'Accept invitation', query: AUTH, module: 'auth', isAuth: true, hasToken: true },
  forgotPassword: { path: urls.forgotPassword(), title: 'Forgot your password?', query: AUTH, module: 'auth', isAuth: true },
  forgotPasswordSent: { path: urls.forgotPasswordSent(), title: CHECK_EMAIL, query: AUTH, module: 'auth', isAuth: true },
  resetPassword: { path: urls.resetPassword(), title: 'New password', query: AUTH, module: 'auth', isAuth: true, hasToken: true },
  changeEmail: { path: urls.changeEmail(), title: 'Confirm your new address', query: AUTH, module: 'auth', isAuth: true, hasToken: true },

  newsletterSent: { path: urls.newsletterSent(), title: CHECK_EMAIL, module: 'subscription' },
  newsletterWelcome: { path: urls.newsletterWelcome(), title: 'Subscription successful!', module: 'subscription' },
  newsletterConfirm: {
    ...{ path: urls.newsletterConfirm(), title: 'Confirm your subscription', query: AUTH, module: 'subscription' },
    ...{ isAuth: true, hasToken: true },
  },
  newsletterPreferences: {
    ...{ path: urls.newsletterPreferences(), title: 'Newsletter preferences', module: 'subscription' },
    ...{ hasToken: true, hasOwnRoute: true },
  },
  newsletterUnsubscribe: {
    ...{ path: urls.newsletterUnsubscribe(), title: 'Unsubscribe from the newsletter', module: 'subscription' },
    ...{ hasToken: true, hasOwnRoute: true },
  },

  suggest: { path: urls.suggest(), title: 'Suggest a change', query: ['tale'], access: 'signed-in', module: 'suggestions' },
  contributions: { path: urls.contributions(), title: 'Contributions', access: 'signed-in', module: 'suggestions' },
  profile: { path: urls.profile(), title: 'Profile', access: 'signed-in', module: 'account' },
  settings: { path: urls.settings(), title: 'Settings', access: 'signed-in', module: 'account' },
  submissions: { path: urls.submissions(), title: 'My submissions', access: 'signed-in', module: 'account' },

  manageTales: { path: urls.manageTales(), title: 'Manage Fairy Tales', access: 'editTales', module: 'manage-tales' },
  manageCalendar: { path: urls.manageCalendar(), title: 'Calendar', access: 'editTales', module: 'manage-calendar' },
  manageSubmissions: { path: urls.manageSubmissions(), title: 'Submissions', access: 'editTales', module: 'manage-inbox' },
  manageFeatured: { path: urls.manageFeatured(), title: 'Featured tales', access: 'editTales', module: 'manage-catalog' },
  manageNights: { path: urls.manageNights(), title: 'Nights', access: 'editTales', module: 'manage-catalog' },
  manageAuthors: { path: urls.manageAuthors(), title: 'Authors', access: 'editTales', module: 'manage-catalog' },
  manageCategories: { path: urls.manageCategories(), title: 'Categories', access: 'editTales', module: 'manage-catalog' },
  manageCollections: { path: urls.manageCollections(), title: 'Collections', access: 'editTales', module: 'manage-catalog' },
  manageMedia: { path: urls.manageMedia(), title: 'Images', access: 'editTales', module: 'manage-lists' },
  manageFiles: { path: urls.manageFiles(), title: 'Files', access: 'editTales', module: 'manage-files' },
  manageImport: { path: urls.manageImport(), title: 'Import', access: 'editTales', module: 'manage-import' },
  manageNewsletter: { path: urls.manageNewsletter(), title: 'Newsletter', access: 'editTales', module: 'manage-newsletter' },
  manageSettings: { path: urls.manageSettings(), title: 'Site settings', access: 'manageSite', module: 'manage-catalog' },
  manageOperations: { path: urls.manageOperations(), title: 'Operations', access: 'manageSite', module: 'manage-status' },
  manageInbox: { path: urls.manageInbox(), title: 'Messages', access: 'manageSite', module: 'manage-inbox' },
  manageSuggestions: { path: urls.manageSuggestions(), title: 'Suggestions', access: 'editTales', module: 'manage-inbox' },
  managePages: { path: urls.managePages(), title: 'Pages', access: 'manageSite', module: 'manage-inbox' },
  manageKeys: { path: urls.manageKeys(), title: 'API keys', access: 'manageSite', module: 'manage-keys' },
  manageFunctions: { path: urls.manageFunctions(), title: 'Functions', access: 'manageSite', module: 'manage-keys' },
  manageWebhooks: { path: urls.manageWebhooks(), title: 'Webhooks', access: 'manageSite', module: 'manage-keys' },
  manageUsers: { path: urls.manageUsers(), title: 'Users', access: 'manageSite', module: 'manage-lists' },
  manageMails: { path: urls.manageMails(), title: 'Failed emails', access: 'manageSite', module: 'manage-lists' },
  manageLog: { path: urls.manageLog(), title: 'Audit log', access: 'manageSite', module: 'manage-lists' },
} as const satisfies Record<string, Page>;

export type PageId = keyof typeof PAGES;

/** Whether a signed-in user with a role may open a page. */
export function mayOpen(access: Page['access'], role: string | undefined): boolean {
  return access === undefined || access === 'signed-in' || can(role, access);
}

/** The table as a list, each page with its id. */
export const ALL_PAGES: readonly (Page & { id: PageId })[] = Object.entries(PAGES).map(([id, page]) => ({ ...page, id: id as PageId }));
