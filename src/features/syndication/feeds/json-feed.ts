import type { TaleRecord } from '#src/features/tales/tales.ts';
import { urls } from '#src/urls.ts';
import { absoluteHtml } from '../absolute-html.ts';
import { updatedOf } from './atom.ts';
import { entryId, type Feed, type FeedFrame, frameOf, pageOf, subjectsOf } from './feed.ts';

/** A list as a JSON Feed 1.1 (jsonfeed.org), with the whole text of each tale. */
export function jsonFeed(feed: Feed): string {
  return jsonDocument(
    frameOf(feed),
    feed.list.entries.map((tale) => item(tale, feed.site)),
  );
}

/** A JSON Feed of any items. */
export function jsonDocument({ title, description, site, self, page, next }: FeedFrame, items: readonly unknown[]): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description,
    home_page_url: page,
    feed_url: self,
    ...(next === null ? {} : { next_url: next }),
    icon: `${site}/icons/icon-512.png`,
    favicon: `${site}/icons/icon-192.png`,
    authors: [{ name: 'Talewood', url: `${site}/` }],
    items,
  });
}

function item(tale: TaleRecord, site: string): unknown {
  const page = pageOf(site, tale);
  return {
    id: entryId(tale),
    url: page,
    title: tale.title,
    summary: tale.excerpt,
    content_html: absoluteHtml(tale.content, site, page),
    image: site + tale.jpegCover,
    banner_image: site + tale.shareImage,
    date_published: tale.publishDate,
    date_modified: updatedOf(tale),
    authors: [{ name: tale.author.name, url: site + urls.author(tale.author.slug) }],
    tags: subjectsOf(tale).map(({ name }) => name),
    language: tale.language,
  };
}
