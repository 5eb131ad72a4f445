import type { TaleRecord } from '#src/features/tales/tales.ts';
import { urls } from '#src/urls.ts';
import { absoluteHtml } from '../absolute-html.ts';
import { element, type Xml, xmlDocument } from '../xml.ts';
import { entryId, FEED_TYPES, type Feed, type FeedFrame, frameOf, pageOf, subjectsOf } from './feed.ts';

/** A list as an Atom feed (RFC 4287), with the whole text of each tale; paged as RFC 5005 says. */
export function atomFeed(feed: Feed): string {
  return atomDocument(
    frameOf(feed),
    feed.list.entries.map((tale) => entry(tale, feed.site)),
  );
}

/** An Atom feed of any entries. */
export function atomDocument({ title, description, updated, site, self, page, next }: FeedFrame, entries: readonly Xml[]): string {
  return xmlDocument(
    element(
      'feed',
      { xmlns: 'http://www.w3.org/2005/Atom' },
      element('id', {}, page),
      element('title', {}, title),
      element('subtitle', {}, description),
      element('updated', {}, updated.toISOString()),
      element('author', {}, element('name', {}, 'Talewood'), element('uri', {}, `${site}/`)),
      element('link', { rel: 'self', type: FEED_TYPES.atom, href: self }),
      element('link', { rel: 'alternate', type: 'text/html', href: page }),
      next === null ? undefined : element('link', { rel: 'next', type: FEED_TYPES.atom, href: next }),
      element('icon', {}, `${site}/icons/icon-192.png`),
      element('rights', {}, 'Each tale names its own source and rights.'),
      entries,
    ),
  );
}

function entry(tale: TaleRecord, site: string): Xml {
  const page = pageOf(site, tale);
  return element(
    'entry',
    {},
    element('id', {}, entryId(tale)),
    element('title', {}, tale.title),
    element('published', {}, tale.publishDate),
    element('updated', {}, updatedOf(tale)),
    element('author', {}, element('name', {}, tale.author.name), element('uri', {}, site + urls.author(tale.author.slug))),
    element('link', { rel: 'alternate', type: 'text/html', href: page, hreflang: tale.language }),
    subjectsOf(tale).map(({ slug, name }) => element('category', { term: slug, label: name, scheme: site + urls.categories() })),
    element('summary', {}, tale.excerpt),
    tale.rights === '' ? undefined : element('rights', {}, tale.rights),
    element('content', { type: 'html', 'xml:lang': tale.language, 'xml:base': page }, absoluteHtml(tale.content, site, page)),
  );
}

/** A tale with a date to come was written before it appeared. */
export function updatedOf({ publishDate, updatedAt }: Pick<TaleRecord, 'publishDate' | 'updatedAt'>): string {
  return publishDate > updatedAt ? publishDate : updatedAt;
}
