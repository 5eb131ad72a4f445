/** OPDS 1.2 (specs.opds.io/opds-1.2): navigation and acquisition feeds in Atom. */
import type { TaleRecord } from '#src/features/tales/tales.ts';
import { siteName } from '#src/platform/site-name.ts';
import { urls } from '#src/urls.ts';
import { contributors, entryId, fileLinks, pageOf, subjectsOf, updatedOf } from '../feeds/tale-feeds.ts';
import { bookIdentifier } from '../list-epubs/list-epub.ts';
import { element, type Xml, xmlDocument } from '../xml.ts';
import { FACET, IMAGE, type NavigationPage, OPEN_ACCESS, THUMBNAIL, TYPES } from './catalogue.ts';
import { type FacetGroup, type ListPage, PAGE_SIZE, type WholeBook } from './list-page.ts';

const NAMESPACES = {
  xmlns: 'http://www.w3.org/2005/Atom',
  'xmlns:dc': 'http://purl.org/dc/terms/',
  'xmlns:opds': 'http://opds-spec.org/2010/catalog',
  'xmlns:opensearch': 'http://a9.com/-/spec/opensearch/1.1/',
  'xmlns:thr': 'http://purl.org/syndication/thread/1.0',
};

type Head = { site: string; path: string; title: string; updated: Date; kind: 'navigation' | 'acquisition'; up: string | null };

/** Writes a navigation feed. `site` has no trailing slash. */
export function navigationFeed(page: NavigationPage, site: string): string {
  const at = (path: string) => site + urls.opds(path);
  const entries = page.ways.map((way) => {
    const type = way.isList ? TYPES.acquisition : TYPES.navigation;
    return element(
      'entry',
      {},
      element('id', {}, at(way.path)),
      element('title', {}, way.title),
      element('updated', {}, page.updated.toISOString()),
      element('content', { type: 'text' }, way.text),
      element('link', { rel: way.rel, type, href: at(way.path), 'thr:count': way.count }),
    );
  });
  const next = page.next === null ? [] : [element('link', { rel: 'next', type: TYPES.navigation, href: at(page.next) })];
  return feed({ ...page, site, kind: 'navigation' }, [...next, ...entries]);
}

/** Writes a page of tales. */
export function acquisitionFeed(page: ListPage, site: string): string {
  const { list, path, up } = page;
  const link = (rel: string, to: string) => element('link', { rel, type: TYPES.acquisition, href: site + urls.opds(to) });
  const total = list.total === null || list.total.atLeast ? undefined : element('opensearch:totalResults', {}, String(list.total.count));
  return feed({ site, path, up, title: list.title, updated: list.updated, kind: 'acquisition' }, [
    element('subtitle', {}, list.description),
    element('link', { rel: 'alternate', type: TYPES.html, href: site + list.address }),
    link('first', page.first),
    ...(page.next === null ? [] : [link('next', page.next)]),
    ...(total === undefined ? [] : [total]),
    element('opensearch:itemsPerPage', {}, String(PAGE_SIZE)),
    ...page.groups.flatMap((group) => facetLinks(group, site)),
    ...(page.book === null ? [] : [bookEntry(page.book, page, site)]),
    ...list.entries.map((tale) => taleEntry(tale, site)),
  ]);
}

/** Writes one tale as a document. */
export function entryDocument(tale: TaleRecord, site: string): string {
  return xmlDocument(taleEntry(tale, site, NAMESPACES));
}

function feed({ site, path, title, updated, kind, up }: Head, children: Xml[]): string {
  const link = (rel: string, to: string, type: string) => element('link', { rel, type, href: site + urls.opds(to) });
  return xmlDocument(
    element(
      'feed',
      NAMESPACES,
      element('id', {}, site + urls.opds(path)),
      element('title', {}, title),
      element('updated', {}, updated.toISOString()),
      element('author', {}, element('name', {}, siteName()), element('uri', {}, `${site}/`)),
      element('icon', {}, `${site}/icons/icon-192.png`),
      link('self', path, TYPES[kind]),
      link('start', '', TYPES.navigation),
      up === null ? undefined : link('up', up, TYPES.navigation),
      link('search', '/search.xml', TYPES.search),
      element('link', { rel: 'alternate', type: TYPES.json, href: site + urls.opds2(path) }),
      children,
    ),
  );
}

function facetLinks({ title: group, links }: FacetGroup, site: string): Xml[] {
  return links.map(({ title, path, isActive, count }) =>
    element('link', {
      rel: FACET,
      type: TYPES.acquisition,
      href: site + urls.opds(path),
      title,
      'opds:facetGroup': group,
      'opds:activeFacet': isActive ? 'true' : undefined,
      'thr:count': count,
    }),
  );
}

function taleEntry(tale: TaleRecord, site: string, namespaces = {}): Xml {
  return element(
    'entry',
    namespaces,
    element('id', {}, entryId(tale)),
    element('title', {}, tale.title),
    element('updated', {}, updatedOf(tale)),
    element('published', {}, tale.publishDate),
    element('author', {}, element('name', {}, tale.author.name), element('uri', {}, site + urls.author(tale.author.slug))),
    contributors(tale, site),
    element('dc:identifier', {}, entryId(tale)),
    element('dc:language', {}, tale.language),
    element('dc:publisher', {}, siteName()),
    element('dc:extent', {}, `${tale.readTime} min`),
    tale.source === '' ? undefined : element('dc:source', {}, tale.source),
    tale.rights === '' ? undefined : element('rights', {}, tale.rights),
    subjectsOf(tale).map(({ slug, name }) => element('category', { scheme: site + urls.categories(), term: slug, label: name })),
    element('summary', { type: 'text' }, tale.excerpt),
    element('link', { rel: OPEN_ACCESS, type: TYPES.epub, href: site + urls.taleEpub(tale.slug), title: 'EPUB' }),
    element('link', { rel: IMAGE, type: TYPES.jpeg, href: site + tale.jpegCover }),
    element('link', { rel: THUMBNAIL, type: TYPES.jpeg, href: site + tale.jpegThumbnail }),
    element('link', { rel: 'alternate', type: TYPES.html, href: pageOf(site, tale) }),
    element('link', { rel: 'alternate', type: TYPES.entry, href: site + urls.opds(urls.tale(tale.slug)) }),
    fileLinks(tale, site, 'related'),
  );
}

/** Entry of the EPUB of the whole list; its cover is that of the first tale. */
function bookEntry(book: WholeBook, { list }: ListPage, site: string): Xml {
  const [first] = list.entries;
  return element(
    'entry',
    {},
    element('id', {}, bookIdentifier(site + book.address)),
    element('title', {}, book.title),
    element('updated', {}, list.updated.toISOString()),
    element('author', {}, element('name', {}, siteName())),
    element('summary', { type: 'text' }, book.text),
    element('link', { rel: OPEN_ACCESS, type: TYPES.epub, href: site + book.address, title: 'EPUB' }),
    first && element('link', { rel: IMAGE, type: TYPES.jpeg, href: site + first.jpegCover }),
    first && element('link', { rel: THUMBNAIL, type: TYPES.jpeg, href: site + first.jpegThumbnail }),
    element('link', { rel: 'alternate', type: TYPES.html, href: site + list.address }),
  );
}
