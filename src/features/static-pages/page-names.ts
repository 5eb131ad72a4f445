/** The static pages that administrators can edit. Browser-safe. */
import { urls } from '#src/urls.ts';

export const PAGE_NAMES = ['about', 'privacy', 'terms', 'accessibility', 'takedown'] as const;
export type PageName = (typeof PAGE_NAMES)[number];

/** Public URL of the page. */
export function pageUrl(name: PageName): string {
  return urls[name]();
}

export const MAX_TITLE_LENGTH = 120;
export const MAX_MARKDOWN_LENGTH = 60_000;
