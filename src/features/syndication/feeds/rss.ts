import type { TaleRecord } from '#src/features/tales/tales.ts';
import { element, type Xml, xmlDocument } from '../xml.ts';
import { entryId, FEED_TYPES, type Feed, type FeedFrame, frameOf, pageOf, subjectsOf } from './feed.ts';

const NAMESPACES = { 'xmlns:atom': 'http://www.w3.org/2005/Atom', 'xmlns:dc': 'http://purl.org/dc/elements/1.1/' };

/** A list as RSS 2.0 (rssboard.org), for programs that know no Atom: the excerpts alone. */
export function rssFeed(feed: Feed): string {
  return rssDocument(
    frameOf(feed),
    feed.list.entries.map((tale) => item(tale, feed.site)),
  );
}

/** An RSS feed of any items. */
export function rssDocument({ title, description, updated, site, self, page, next }: FeedFrame, items: readonly Xml[]): string {
  return xmlDocument(
    element(
      'rss',
      { version: '2.0', ...NAMESPACES },
      element(
        'channel',
        {},
        element('title', {}, title),
        element('link', {}, page),
        element('description', {}, description || title),
        element('lastBuildDate', {}, updated.toUTCString()),
        element('image', {}, element('url', {}, `${site}/icons/icon-192.png`), element('title', {}, title), element('link', {}, page)),
        element('atom:link', { rel: 'self', type: FEED_TYPES.rss, href: self }),
        next === null ? undefined : element('atom:link', { rel: 'next', type: FEED_TYPES.rss, href: next }),
        items,
      ),
    ),
  );
}

function item(tale: TaleRecord, site: string): Xml {
  return element(
    'item',
    {},
    element('title', {}, tale.title),
    element('link', {}, pageOf(site, tale)),
    element('guid', { isPermaLink: 'false' }, entryId(tale)),
    element('pubDate', {}, new Date(tale.publishDate).toUTCString()),
    element('dc:creator', {}, tale.author.name),
    element('dc:language', {}, tale.language),
    subjectsOf(tale).map(({ name }) => element('category', {}, name)),
    // Readers take a description for HTML: what it holds is escaped once more.
    element('description', {}, escapeHtml(tale.excerpt)),
  );
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
