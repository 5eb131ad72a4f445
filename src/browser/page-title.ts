import { cleanSearch } from '#src/features/tales/browse-query.ts';
import { urls } from '#src/urls.ts';

const SITE = 'Talewood';
const CHECK = 'Check Your Email';
const FIXED: Record<string, string> = {
  '/': 'Fairy tales from the old wood',
  '/recent': 'Recent tales',
  '/random': 'No tale fits that wish',
  '/categories': 'Categories',
  '/authors': 'Authors',
  '/collections': 'Collections',
  '/favorites': 'Favorites',
  '/history': 'Reading history',
  [urls.offline()]: 'Kept on this device',
  '/collections/mine': 'My collection',
  [urls.oldWords()]: 'Old words',
  [urls.newsletter()]: 'The weekly letter',
  [urls.newsletterTest()]: 'This was a test',
  [urls.login()]: 'Login',
  [urls.loginCode()]: 'Enter your code',
  [urls.loginLink()]: 'Log in by link',
  [urls.loginLinkSent()]: CHECK,
  [urls.register()]: 'Register',
  [urls.registerSent()]: CHECK,
  [urls.registerAddress()]: 'Change the address',
  [urls.verify()]: 'Confirm your address',
  [urls.forgotPassword()]: 'Forgotten password',
  [urls.forgotPasswordSent()]: CHECK,
  [urls.resetPassword()]: 'New password',
  [urls.changeEmail()]: 'Confirm your new address',
  [urls.newsletterSent()]: CHECK,
  [urls.newsletterConfirm()]: 'Confirm the weekly letter',
  [urls.newsletterWelcome()]: 'The weekly letter comes to you',
  [urls.newsletterPreferences()]: 'How often the letter comes',
  [urls.newsletterUnsubscribe()]: 'Leave the weekly letter',
  [urls.howLong()]: 'How long have we got?',
  [urls.tonight()]: 'Tonight’s tale',
  [urls.profile()]: 'Profile',
  [urls.settings()]: 'Settings',
  '/manage-tales': 'Manage Fairy Tales',
  '/manage-featured': 'Featured tales',
  '/manage-nights': 'Nights',
  '/manage-authors': 'Authors',
  '/manage-categories': 'Categories',
  '/manage-collections': 'Collections',
  '/manage-media': 'Pictures',
  '/manage-import': 'Import',
  '/manage-newsletter': 'Newsletter',
  [urls.contact()]: 'Contact',
  [urls.contactSent()]: 'Message sent',
  '/manage-inbox': 'Inbox',
  '/manage-pages': 'Pages',
  '/manage-keys': 'API keys',
  '/manage-users': 'Users',
  '/manage-mails': 'Mails',
  '/manage-log': 'Log',
  '/manage-operations': 'Operations',
  '/manage-settings': 'Site settings',
};

type Browsed = { query: { q: string; category: string }; list: { facets: { category: { value: string; label: string }[] } } };
type Named = { title?: string; name?: string } & Partial<Browsed>;

/** The title of a page, from its route and what it loaded; the same in the first answer and after each turn of the page. */
export function pageTitle(routeId: string, data: unknown): string {
  return `${pageName(routeId, data)} · ${SITE}`;
}

function pageName(routeId: string, data: unknown): string {
  const fixed = FIXED[routeId];
  const settled = data as { ok?: Named; problem?: number } | undefined;
  if (settled?.problem === 400) return 'This address means nothing here';
  if (settled?.problem !== undefined) return routeId === '/tale/$slug' ? 'Tale Not Found' : 'Page not found';
  if (fixed !== undefined) return fixed;
  const thing = settled?.ok;
  if (thing?.query && thing.list) return browseName({ query: thing.query, list: thing.list });
  if (routeId === '/categories/$slug') return `${thing?.name} tales`;
  return thing?.title ?? thing?.name ?? 'Page not found';
}

function browseName({ query, list }: Browsed): string {
  if (query.q) return `Tales about “${cleanSearch(query.q)}”`;
  const category = list.facets.category.find((option) => option.value !== '' && option.value === query.category);
  return category ? `Browse Tales: ${category.label}` : 'Browse Tales';
}
