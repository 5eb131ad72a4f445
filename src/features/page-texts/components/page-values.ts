import type { ManagedPage } from '../contract.ts';

/** What stands in the fields of the form. */
export type PageValues = { title: string; markdown: string };

export const PAGE_LABELS: Record<keyof PageValues, string> = { title: 'Title', markdown: 'Text' };

export function pageValues(page: ManagedPage | null): PageValues {
  return { title: page?.title ?? '', markdown: page?.markdown ?? '' };
}
