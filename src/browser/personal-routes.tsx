/** The pages about persons. Their code and styles are fetched when one of them is asked for: readers do without. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { PageLoading } from '#src/ui/page-loading.tsx';
import { urls } from '#src/urls.ts';
import { rootRoute } from './root-route.tsx';

/** A file of pages that are loaded together, by its name in `pages/`. */
export type PageGroup = keyof typeof GROUPS;

const GROUPS = {
  gate: () => import('./pages/gate-pages.tsx'),
  account: () => import('./pages/account-pages.tsx'),
  shelf: () => import('./pages/shelf-pages.tsx'),
  staff: () => import('./pages/staff-pages.tsx'),
  manage: () => import('./pages/manage-pages.tsx'),
  catalogue: () => import('./pages/catalogue-pages.tsx'),
  keys: () => import('./pages/keys-pages.tsx'),
} as const;

type PageName<Group extends PageGroup> = keyof Awaited<ReturnType<(typeof GROUPS)[Group]>> & string;

function page<Group extends PageGroup>(group: Group, path: string, name: PageName<Group>) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    component: lazyRouteComponent(GROUPS[group] as () => Promise<never>, name as never),
    pendingComponent: PageLoading,
    staticData: { group },
  });
}

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
  page('account', urls.profile(), 'Profile'),
  page('account', urls.settings(), 'Settings'),
  page('shelf', urls.favorites(), 'Favorites'),
  page('shelf', urls.history(), 'History'),
  page('shelf', urls.myCollection(), 'MyCollection'),
  page('manage', urls.manageTales(), 'ManageTales'),
  page('staff', urls.manageMedia(), 'ManageMedia'),
  page('catalogue', urls.manageFeatured(), 'ManageFeatured'),
  page('catalogue', urls.manageAuthors(), 'ManageAuthors'),
  page('catalogue', urls.manageCategories(), 'ManageCategories'),
  page('catalogue', urls.manageCollections(), 'ManageCollections'),
  page('keys', urls.manageKeys(), 'ManageKeys'),
  page('staff', urls.manageUsers(), 'ManageUsers'),
  page('staff', urls.manageMails(), 'ManageMails'),
  page('staff', urls.manageLog(), 'ManageLog'),
];
