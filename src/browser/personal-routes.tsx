/** The pages about persons, and those behind the footer. Their code and styles are fetched when one of them is asked for: readers do without. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { PageLoading } from '#src/ui/page-loading.tsx';
import { urls } from '#src/urls.ts';
import { load, type RouterContext } from './loaders.ts';
import { rootRoute } from './root-route.tsx';

/** A file of pages that are loaded together, by its name in `pages/`. */
export type PageGroup = keyof typeof GROUPS;

const GROUPS = {
  gate: () => import('./pages/gate-pages.tsx'),
  letter: () => import('./pages/letter-pages.tsx'),
  account: () => import('./pages/account-pages.tsx'),
  shelf: () => import('./pages/shelf-pages.tsx'),
  staff: () => import('./pages/staff-pages.tsx'),
  manage: () => import('./pages/manage-pages.tsx'),
  catalogue: () => import('./pages/catalogue-pages.tsx'),
  letters: () => import('./pages/letters-pages.tsx'),
  imports: () => import('./pages/imports-pages.tsx'),
  keys: () => import('./pages/keys-pages.tsx'),
  operations: () => import('./pages/operations-pages.tsx'),
  inbox: () => import('./pages/inbox-pages.tsx'),
  offline: () => import('./pages/offline-pages.tsx'),
  text: () => import('./pages/text-pages.tsx'),
  evening: () => import('./pages/evening-pages.tsx'),
  words: () => import('./pages/words-pages.tsx'),
} as const;

type PageName<Group extends PageGroup> = keyof Awaited<ReturnType<(typeof GROUPS)[Group]>> & string;

type Asked = { context: RouterContext; search: Record<string, string> };

/** `loader`: what the page needs before it is shown, where that is something. */
function page<Group extends PageGroup>(group: Group, path: string, name: PageName<Group>, loader?: (asked: Asked) => Promise<unknown>) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    ...(loader && {
      loaderDeps: ({ search }) => search as Record<string, string>,
      loader: ({ context, deps: search }) => loader({ context, search }),
    }),
    component: lazyRouteComponent(GROUPS[group] as () => Promise<never>, name as never),
    pendingComponent: PageLoading,
    staticData: { group },
  });
}

const text = (name: 'about' | 'privacy' | 'terms' | 'accessibility' | 'takedown') =>
  page('text', urls[name](), 'Text', ({ context }) => load.page(context, name));

export const personalRoutes = [
  page('gate', urls.login(), 'Login'),
  page('gate', urls.loginCode(), 'LoginCode'),
  page('gate', urls.loginLink(), 'LoginLink'),
  page('gate', urls.loginLinkSent(), 'LoginLinkSent'),
  page('gate', urls.register(), 'Register'),
  page('gate', urls.registerSent(), 'RegisterSent'),
  page('gate', urls.registerAddress(), 'RegisterAddress'),
  page('gate', urls.verify(), 'Verify'),
  page('gate', urls.forgotPassword(), 'ForgotPassword'),
  page('gate', urls.forgotPasswordSent(), 'ForgotPasswordSent'),
  page('gate', urls.resetPassword(), 'ResetPassword'),
  page('gate', urls.changeEmail(), 'ChangeEmail'),
  page('letter', urls.newsletterSent(), 'NewsletterSent'),
  page('letter', urls.newsletterConfirm(), 'NewsletterConfirm'),
  page('letter', urls.newsletterWelcome(), 'NewsletterWelcome'),
  page('letter', urls.newsletterPreferences(), 'NewsletterPreferences'),
  page('letter', urls.newsletterUnsubscribe(), 'NewsletterUnsubscribe'),
  page('account', urls.profile(), 'Profile'),
  page('account', urls.settings(), 'Settings'),
  page('shelf', urls.favorites(), 'Favorites'),
  page('shelf', urls.history(), 'History'),
  page('shelf', urls.myCollection(), 'MyCollection'),
  page('offline', urls.offline(), 'Kept', ({ context }) => load.packs(context)),
  page('manage', urls.manageTales(), 'ManageTales'),
  page('staff', urls.manageMedia(), 'ManageMedia'),
  page('catalogue', urls.manageFeatured(), 'ManageFeatured'),
  page('catalogue', urls.manageNights(), 'ManageNights'),
  page('catalogue', urls.manageAuthors(), 'ManageAuthors'),
  page('catalogue', urls.manageCategories(), 'ManageCategories'),
  page('catalogue', urls.manageCollections(), 'ManageCollections'),
  page('imports', urls.manageImport(), 'ManageImport'),
  page('letters', urls.manageNewsletter(), 'ManageNewsletter'),
  page('inbox', urls.manageInbox(), 'ManageInbox'),
  page('inbox', urls.managePages(), 'ManagePages'),
  page('keys', urls.manageKeys(), 'ManageKeys'),
  page('operations', urls.manageOperations(), 'ManageOperations'),
  page('catalogue', urls.manageSettings(), 'ManageSettings'),
  page('staff', urls.manageUsers(), 'ManageUsers'),
  page('staff', urls.manageMails(), 'ManageMails'),
  page('staff', urls.manageLog(), 'ManageLog'),
  page('text', urls.contact(), 'Contact', ({ context, search }) => load.contact(context, search.tale ?? '')),
  page('text', urls.contactSent(), 'ContactSent'),
  page('evening', urls.howLong(), 'HowLong', ({ context, search }) => load.howLong(context, search)),
  page('evening', urls.tonight(), 'Tonight', ({ context }) => load.tonight(context)),
  page('words', urls.oldWords(), 'OldWordList'),
  text('about'),
  text('privacy'),
  text('terms'),
  text('accessibility'),
  text('takedown'),
];
