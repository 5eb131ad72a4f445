import { Hono } from 'hono';
import { parseCursor } from '#src/features/tales/browse-query.ts';
import type { TaleRecord } from '#src/features/tales/tales.ts';
import { notFound } from '#src/platform/errors.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { siteName } from '#src/platform/site-name.ts';
import { escapeText } from '#src/ui/escape-html.ts';
import { urls } from '#src/urls.ts';
import { isCacheable, listAddress, parseListName } from '../list-names.ts';
import { type ListDeps, listResponse } from '../list-response.ts';
import { getList, type TaleList } from '../tale-lists.ts';
import { element, type Xml, xmlDocument } from '../xml.ts';

const ENTRIES = 30;
const WRITERS: Record<FeedFormat, (feed: Feed) => string> = { atom: atomFeed, rss: rssFeed, json: jsonFeed };
const ENDING = /^(.+)\.(atom|rss|json)$/;

/** Feeds of the newest tales of each list: the URL of its page with .atom, .rss or .json. */
export function feedRoutes({ servePage, publicUrl: site }: ListDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const pattern of [
    '/:list{(?:recent|tales)\\.(?:atom|rss|json)}',
    '/:kind{(?:categories|author|collections)}/:list{[a-z0-9-]+\\.(?:atom|rss|json)}',
  ]) {
    app.get(pattern, (c) => {
      const { pathname, searchParams } = new URL(c.req.url);
      const [, path = '', ending = ''] = ENDING.exec(pathname) ?? [];
      const format = ending as FeedFormat;
      const name = parseListName(path, searchParams);
      if (name === undefined) throw notFound();
      const after = parseCursor(searchParams);
      const address = listAddress(name, { suffix: `.${format}`, after });
      const asked = { after, size: ENTRIES, order: 'newest' as const, withContent: format !== 'rss' };
      return servePage(c, {
        key: isCacheable(name) ? `feed ${address}` : null,
        render: async (db) => {
          const list = await getList(db, name, asked, (now) => listAddress(now, { suffix: `.${format}` }));
          return listResponse(list.updated, FEED_TYPES[format], WRITERS[format](feedOf(list, { site, format, after })));
        },
      });
    });
  }
  return app;
}

export const FEED_TYPES = { atom: 'application/atom+xml', rss: 'application/rss+xml', json: 'application/feed+json' } as const;
export type FeedFormat = keyof typeof FEED_TYPES;

/** A list with absolute URLs; `site` has no trailing slash. */
export type Feed = { list: TaleList; site: string; self: string; page: string; next: string | null };

/** Returns the feed of a list. `after` is the cursor it was opened at. */
export function feedOf(list: TaleList, { site, format, after }: { site: string; format: FeedFormat; after: string }): Feed {
  const at = (place: string) => site + listAddress(list.name, { suffix: `.${format}`, after: place });
  return { list, site, self: at(after), page: site + list.address, next: list.next === null ? null : at(list.next) };
}

/** Metadata of a feed. */
export type FeedFrame = Pick<Feed, 'site' | 'self' | 'page' | 'next'> & { title: string; description: string; updated: Date };

export function frameOf({ list: { title, description, updated }, site, self, page, next }: Feed): FeedFrame {
  return { title: `${title} · ${siteName()}`, description, updated, site, self, page, next };
}

/** Returns a permanent id, independent of title and URL. */
export function entryId({ id }: Pick<TaleRecord, 'id'>): string {
  return `urn:uuid:${id}`;
}

export function pageOf(site: string, { slug }: Pick<TaleRecord, 'slug'>): string {
  return site + urls.tale(slug);
}

/** Returns the main category and the tags. */
export function subjectsOf({ category, tags }: Pick<TaleRecord, 'category' | 'tags'>): TaleRecord['tags'] {
  return [category, ...tags.filter((tag) => tag.slug !== category.slug)];
}

/** Writes an Atom feed (RFC 4287) with full texts, paged as in RFC 5005. */
export function atomFeed(feed: Feed): string {
  return atomDocument(
    frameOf(feed),
    feed.list.entries.map((tale) => atomEntry(tale, feed.site)),
  );
}

/** Writes an Atom feed of any entries. */
export function atomDocument({ title, description, updated, site, self, page, next }: FeedFrame, entries: readonly Xml[]): string {
  return xmlDocument(
    element(
      'feed',
      { xmlns: 'http://www.w3.org/2005/Atom' },
      element('id', {}, page),
      element('title', {}, title),
      element('subtitle', {}, description),
      element('updated', {}, updated.toISOString()),
      element('author', {}, element('name', {}, siteName()), element('uri', {}, `${site}/`)),
      element('link', { rel: 'self', type: FEED_TYPES.atom, href: self }),
      element('link', { rel: 'alternate', type: 'text/html', href: page }),
      next === null ? undefined : element('link', { rel: 'next', type: FEED_TYPES.atom, href: next }),
      element('icon', {}, `${site}/icons/icon-192.png`),
      element('rights', {}, 'Each tale names its own source and rights.'),
      entries,
    ),
  );
}

function atomEntry(tale: TaleRecord, site: string): Xml {
  const page = pageOf(site, tale);
  return element(
    'entry',
    {},
    element('id', {}, entryId(tale)),
    element('title', {}, tale.title),
    element('published', {}, tale.publishDate),
    element('updated', {}, updatedOf(tale)),
    element('author', {}, element('name', {}, tale.author.name), element('uri', {}, site + urls.author(tale.author.slug))),
    contributors(tale, site),
    element('link', { rel: 'alternate', type: 'text/html', href: page, hreflang: tale.language }),
    fileLinks(tale, site, 'enclosure'),
    subjectsOf(tale).map(({ slug, name }) => element('category', { term: slug, label: name, scheme: site + urls.categories() })),
    element('summary', {}, tale.excerpt),
    tale.rights === '' ? undefined : element('rights', {}, tale.rights),
    element('content', { type: 'html', 'xml:lang': tale.language, 'xml:base': page }, absoluteHtml(tale.content, site, page)),
  );
}

/** Elements of Atom for the people who are credited on a tale beside its author. */
export function contributors({ credits }: TaleRecord, site: string): Xml[] {
  const addresses = new Map(credits.map(({ name, slug }) => [name, site + urls.author(slug)]));
  return [...addresses].map(([name, uri]) => element('contributor', {}, element('name', {}, name), element('uri', {}, uri)));
}

/** Links of Atom to the attached files of a tale. */
export function fileLinks({ files }: TaleRecord, site: string, rel: 'enclosure' | 'related'): Xml[] {
  return files.map(({ address, mediaType: type, bytes, label: title }) =>
    element('link', { rel, type, length: String(bytes), href: site + address, title }),
  );
}

/** Scheduled tales were last edited before they were published. */
export function updatedOf({ publishDate, updatedAt }: Pick<TaleRecord, 'publishDate' | 'updatedAt'>): string {
  return publishDate > updatedAt ? publishDate : updatedAt;
}

const NAMESPACES = { 'xmlns:atom': 'http://www.w3.org/2005/Atom', 'xmlns:dc': 'http://purl.org/dc/elements/1.1/' };

/** Writes an RSS 2.0 feed (rssboard.org) with excerpts, for readers without Atom. */
export function rssFeed(feed: Feed): string {
  return rssDocument(
    frameOf(feed),
    feed.list.entries.map((tale) => rssItem(tale, feed.site)),
  );
}

/** Writes an RSS feed of any items. */
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

function rssItem(tale: TaleRecord, site: string): Xml {
  return element(
    'item',
    {},
    element('title', {}, tale.title),
    element('link', {}, pageOf(site, tale)),
    element('guid', { isPermaLink: 'false' }, entryId(tale)),
    element('pubDate', {}, new Date(tale.publishDate).toUTCString()),
    element('dc:creator', {}, tale.author.name),
    [...new Set(tale.credits.map(({ name }) => name))].map((name) => element('dc:contributor', {}, name)),
    element('dc:language', {}, tale.language),
    subjectsOf(tale).map(({ name }) => element('category', {}, name)),
    enclosure(tale, site),
    // Readers parse the description as HTML, so it is escaped twice.
    element('description', {}, escapeText(tale.excerpt)),
  );
}

/** An item of RSS has one enclosure: a recording if there is one, so that podcast players find it. */
function enclosure({ files }: TaleRecord, site: string): Xml | undefined {
  const file = files.find(({ mediaType }) => mediaType.startsWith('audio/')) ?? files[0];
  return file && element('enclosure', { url: site + file.address, type: file.mediaType, length: String(file.bytes) });
}

/** Writes a JSON Feed 1.1 (jsonfeed.org) with full texts. */
export function jsonFeed(feed: Feed): string {
  return jsonDocument(
    frameOf(feed),
    feed.list.entries.map((tale) => jsonItem(tale, feed.site)),
  );
}

/** Writes a JSON Feed of any items. */
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
    authors: [{ name: siteName(), url: `${site}/` }],
    items,
  });
}

function jsonItem(tale: TaleRecord, site: string): unknown {
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
    ...(tale.files.length > 0 && { attachments: tale.files.map((file) => toAttachment(file, site)) }),
  };
}

function toAttachment({ address, mediaType, label, bytes }: TaleRecord['files'][number], site: string): unknown {
  return { url: site + address, mime_type: mediaType, title: label, size_in_bytes: bytes };
}

/** Makes URLs in sanitized HTML absolute. `site` has no trailing slash, `page` is the URL of the tale, for fragment links. */
export function absoluteHtml(html: string, site: string, page: string): string {
  return html.replace(/<[a-z][^>]*>/g, (tag) =>
    tag.replace(
      / (href|src)="([/#][^"]*)"/g,
      (_, name: string, address: string) => ` ${name}="${address.startsWith('#') ? page : site}${address}"`,
    ),
  );
}
