import { can } from '#src/permissions.ts';
import { Icon, type IconName } from '#src/ui/icon.tsx';
import { urls } from '#src/urls.ts';

/** Items of a navigation list. `path`: the current page. */
export function NavLinks({ links, path }: { links: readonly NavItem[]; path: string }) {
  return links.map((link) => (
    <li key={link.href}>
      <a href={link.href} aria-current={ariaCurrent(link.href, path)}>
        <Icon name={link.icon} />
        {link.name}
      </a>
    </li>
  ));
}

type NavItem = { name: string; href: string; icon: IconName };

const LINKS: readonly NavItem[] = [
  { name: 'Home', href: urls.home(), icon: 'home' },
  { name: 'Categories', href: urls.categories(), icon: 'book' },
  { name: 'Collections', href: urls.collections(), icon: 'shelf' },
  { name: 'Favorites', href: urls.favorites(), icon: 'heart' },
  { name: 'My tales', href: urls.myTales(), icon: 'bookmark' },
  { name: 'Random Tale', href: urls.random(), icon: 'dice' },
];

/** Additional links of the mobile menu; on wide screens they are in the footer. */
export const MORE_LINKS: readonly NavItem[] = [
  { name: 'Authors', href: urls.authors(), icon: 'feather' },
  { name: 'Saved offline', href: urls.offline(), icon: 'check' },
];

const MANAGE: NavItem = { name: 'Manage Tales', href: urls.manageTales(), icon: 'feather' };

/** Main navigation for a user, or for null. */
export function mainNavigation(person: { role: string } | null): readonly NavItem[] {
  return can(person?.role, 'editTales') ? [...LINKS, MANAGE] : LINKS;
}

const USER_LINKS: readonly NavItem[] = [
  { name: 'Profile', href: urls.profile(), icon: 'person' },
  { name: 'Settings', href: urls.settings(), icon: 'gear' },
];

const SUBMISSIONS: NavItem = { name: 'My submissions', href: urls.submissions(), icon: 'feather' };

/** Links to the user's own pages. */
export function userLinks({ role }: { role: string }): readonly NavItem[] {
  return can(role, 'submitTales') ? [...USER_LINKS, SUBMISSIONS] : USER_LINKS;
}

/** Items of the user menu. */
export function userMenu(person: { role: string }): readonly NavItem[] {
  return can(person.role, 'editTales') ? [...userLinks(person), MANAGE] : userLinks(person);
}

/** Returns `aria-current` of all links that visitors see. */
export function currentLinks(path: string): (string | undefined)[] {
  return [...LINKS, ...MORE_LINKS].map(({ href }) => ariaCurrent(href, path));
}

/** Returns `aria-current` for a link: 'page' for the current page, 'true' for the list it belongs to. */
export function ariaCurrent(href: string, path: string): 'page' | 'true' | undefined {
  if (href === path) return 'page';
  return href !== '/' && path.startsWith(`${href}/`) ? 'true' : undefined;
}
