/** What all three kinds of feed are written from. */
import type { TaleRecord } from '#src/features/tales/tales.ts';
import { urls } from '#src/urls.ts';
import { listAddress } from '../list-names.ts';
import type { TaleList } from '../tale-lists.ts';

export const FEED_TYPES = { atom: 'application/atom+xml', rss: 'application/rss+xml', json: 'application/feed+json' } as const;
export type FeedFormat = keyof typeof FEED_TYPES;

/** A list and where it stands; addresses are whole, `site` has no final slash. */
export type Feed = { list: TaleList; site: string; self: string; page: string; next: string | null };

/** The feed of a list at the address of its page with the format as its ending. `after`: where it was opened. */
export function feedOf(list: TaleList, { site, format, after }: { site: string; format: FeedFormat; after: string }): Feed {
  const at = (place: string) => site + listAddress(list.name, { suffix: `.${format}`, after: place });
  return { list, site, self: at(after), page: site + list.address, next: list.next === null ? null : at(list.next) };
}

/** What a feed says of itself, whatever its entries are. */
export type FeedFrame = Pick<Feed, 'site' | 'self' | 'page' | 'next'> & { title: string; description: string; updated: Date };

export function frameOf({ list: { title, description, updated }, site, self, page, next }: Feed): FeedFrame {
  return { title: `${title} · Talewood`, description, updated, site, self, page, next };
}

/** The same for ever, whatever becomes of title and address. */
export function entryId({ id }: Pick<TaleRecord, 'id'>): string {
  return `urn:uuid:${id}`;
}

export function pageOf(site: string, { slug }: Pick<TaleRecord, 'slug'>): string {
  return site + urls.tale(slug);
}

/** Its category and its further ones. */
export function subjectsOf({ category, tags }: Pick<TaleRecord, 'category' | 'tags'>): TaleRecord['tags'] {
  return [category, ...tags.filter((tag) => tag.slug !== category.slug)];
}
