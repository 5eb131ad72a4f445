import type { IconName } from '#src/ui/icon.tsx';
import { urls } from '#src/urls.ts';

export type Place = { name: string; href: string; icon: IconName };

/** The links of everyone. */
const PLACES: readonly Place[] = [
  { name: 'Home', href: urls.home(), icon: 'home' },
  { name: 'Categories', href: urls.categories(), icon: 'book' },
  { name: 'Favorites', href: urls.favorites(), icon: 'heart' },
  { name: 'Random Tale', href: urls.random(), icon: 'dice' },
];

/** Further links, for the menu alone: on wide screens they stand in the footer. */
export const MORE_PLACES: readonly Place[] = [
  { name: 'Authors', href: urls.authors(), icon: 'feather' },
  { name: 'Collections', href: urls.collections(), icon: 'shelf' },
  { name: 'Kept offline', href: urls.offline(), icon: 'bookmark' },
];

const MANAGE: Place = { name: 'Manage Tales', href: urls.manageTales(), icon: 'feather' };

/** The links of the bar and the menu, for whoever it is. */
export function placesFor(person: { role: string } | null): readonly Place[] {
  return person?.role === 'admin' ? [...PLACES, MANAGE] : PLACES;
}

/** The places of who is signed in. */
export const OWN_PLACES: readonly Place[] = [
  { name: 'Profile', href: urls.profile(), icon: 'person' },
  { name: 'Settings', href: urls.settings(), icon: 'gear' },
];

/** The menu under the name. */
export function menuFor(person: { role: string }): readonly Place[] {
  return person.role === 'admin' ? [...OWN_PLACES, MANAGE] : OWN_PLACES;
}

/** What a link says about itself when it leads to the page one is on, or to the list that page belongs to. */
export function currentMark(href: string, path: string): 'page' | 'true' | undefined {
  if (href === path) return 'page';
  return href !== '/' && path.startsWith(`${href}/`) ? 'true' : undefined;
}
