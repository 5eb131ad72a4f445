/** The pages whose words an administrator can change. Browser-safe. */
import { urls } from '#src/urls.ts';

export const PAGE_NAMES = ['about', 'privacy', 'terms', 'accessibility', 'takedown'] as const;
export type PageName = (typeof PAGE_NAMES)[number];

/** Where readers find it. */
export function pageAddress(name: PageName): string {
  return urls[name]();
}
