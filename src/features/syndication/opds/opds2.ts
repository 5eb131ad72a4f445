/** OPDS 2.0 (drafts.opds.io/opds-2.0): JSON based on Readium web publication manifests. */
import { JPEG_COVER } from '#src/features/covers/covers.ts';
import type { TaleRecord } from '#src/features/tales/tales.ts';
import { siteName } from '#src/platform/site-name.ts';
import { urls } from '#src/urls.ts';
import { entryId, pageOf, subjectsOf, updatedOf } from '../feeds/tale-feeds.ts';
import { bookIdentifier } from '../list-epubs/list-epub.ts';
import type { TaleList } from '../tale-lists.ts';
import { type NavigationLink, type NavigationPage, OPEN_ACCESS, TYPES } from './catalogue.ts';
import { type FacetGroup, type ListPage, PAGE_SIZE, type WholeBook } from './list-page.ts';

const TALE = 'http://schema.org/ShortStory';
const BOOK = 'http://schema.org/Book';

type Link = { rel?: string; href: string; type: string; title?: string; templated?: true; properties?: { numberOfItems: number } };

/** Writes a navigation page. The root includes some lists as groups. */
export function navigationJson(
  page: NavigationPage,
  site: string,
  groups: { newest: TaleList; categories: NavigationPage } | null = null,
): string {
  const { path, title, updated, up, next } = page;
  return JSON.stringify({
    metadata: { title, modified: updated.toISOString() },
    links: [...linksOf({ site, path, up }), ...(next === null ? [] : [to(site, 'next', next)])],
    navigation: page.ways.map((way) => navigationLinkJson(way, site)),
    ...(groups === null ? {} : { groups: rootGroups(groups, site) }),
  });
}

/** Writes a page of tales. */
export function publicationsJson(page: ListPage, site: string): string {
  const { list, path, up, first, next, groups, book } = page;
  const counted = list.total === null || list.total.atLeast ? {} : { numberOfItems: list.total.count };
  return JSON.stringify({
    metadata: {
      title: list.title,
      modified: list.updated.toISOString(),
      description: list.description,
      ...counted,
      itemsPerPage: PAGE_SIZE,
    },
    links: [
      ...linksOf({ site, path, up }),
      { rel: 'alternate', href: site + list.address, type: TYPES.html },
      to(site, 'first', first),
      ...(next === null ? [] : [to(site, 'next', next)]),
    ],
    publications: [...(book === null ? [] : [bookPublication(book, page, site)]), ...list.entries.map((tale) => publication(tale, site))],
    ...(groups.length === 0 ? {} : { facets: groups.map((group) => facet(group, site)) }),
  });
}

/** Writes one tale as a document. */
export function publicationJson(tale: TaleRecord, site: string): string {
  return JSON.stringify(publication(tale, site));
}

function linksOf({ site, path, up }: { site: string; path: string; up: string | null }): Link[] {
  return [
    to(site, 'self', path),
    to(site, 'start', ''),
    ...(up === null ? [] : [to(site, 'up', up)]),
    { rel: 'search', href: `${site}${urls.opds2('/search')}{?query}`, type: TYPES.json, templated: true },
  ];
}

function to(site: string, rel: string, path: string): Link {
  return { rel, href: site + urls.opds2(path), type: TYPES.json };
}

function navigationLinkJson({ rel, path, title, count }: NavigationLink, site: string): Link {
  return { ...to(site, rel, path), title, ...(count === undefined ? {} : { properties: { numberOfItems: count } }) };
}

function rootGroups({ newest, categories }: { newest: TaleList; categories: NavigationPage }, site: string): unknown[] {
  const counted = newest.total === null ? {} : { numberOfItems: newest.total.count };
  const tales = {
    metadata: { title: newest.title, ...counted },
    links: [to(site, 'self', newest.address)],
    publications: newest.entries.map((tale) => publication(tale, site)),
  };
  const ways = {
    metadata: { title: categories.title, numberOfItems: categories.ways.length },
    links: [to(site, 'self', categories.path)],
    navigation: categories.ways.map((way) => navigationLinkJson(way, site)),
  };
  return [...(newest.entries.length > 0 ? [tales] : []), ...(categories.ways.length > 0 ? [ways] : [])];
}

function facet({ title, links }: FacetGroup, site: string): unknown {
  return {
    metadata: { title },
    links: links.map(({ title: label, path, isActive, count }) => ({
      ...(isActive ? { rel: 'self' } : {}),
      href: site + urls.opds2(path),
      type: TYPES.json,
      title: label,
      ...(count === undefined ? {} : { properties: { numberOfItems: count } }),
    })),
  };
}

function publication(tale: TaleRecord, site: string): unknown {
  const byRole = Object.groupBy(tale.credits, ({ role }) => role);
  const contributor = ({ name, slug }: TaleRecord['author']) => ({
    name,
    links: [{ href: site + urls.opds2(urls.author(slug)), type: TYPES.json }],
  });
  return {
    metadata: {
      '@type': TALE,
      identifier: entryId(tale),
      title: tale.title,
      author: contributor(tale.author),
      ...Object.fromEntries(Object.entries(byRole).map(([role, people]) => [role, people.map(contributor)])),
      language: tale.language,
      publisher: siteName(),
      published: tale.publishDate,
      modified: updatedOf(tale),
      description: tale.excerpt,
      subject: subjectsOf(tale).map(({ slug, name }) => ({
        name,
        code: slug,
        scheme: site + urls.categories(),
        links: [{ href: site + urls.opds2(urls.category(slug)), type: TYPES.json }],
      })),
    },
    links: [
      { rel: 'self', href: site + urls.opds2(urls.tale(tale.slug)), type: TYPES.publication },
      { rel: OPEN_ACCESS, href: site + urls.taleEpub(tale.slug), type: TYPES.epub },
      { rel: 'alternate', href: pageOf(site, tale), type: TYPES.html },
      ...tale.files.map(({ address, mediaType, label }) => ({ rel: 'related', href: site + address, type: mediaType, title: label })),
    ],
    images: imagesOf(tale, site),
  };
}

/** The EPUB of the whole list; its cover is that of the first tale. */
function bookPublication({ title, text, address }: WholeBook, { list }: ListPage, site: string): unknown {
  const [first] = list.entries;
  return {
    metadata: {
      '@type': BOOK,
      identifier: bookIdentifier(site + address),
      title,
      author: siteName(),
      modified: list.updated.toISOString(),
      description: text,
    },
    links: ['self', OPEN_ACCESS].map((rel) => ({ rel, href: site + address, type: TYPES.epub })),
    images: first === undefined ? [] : imagesOf(first, site),
  };
}

function imagesOf({ jpegCover, jpegThumbnail }: TaleRecord, site: string): unknown[] {
  return [
    { href: site + jpegCover, type: TYPES.jpeg, ...JPEG_COVER.cover },
    { href: site + jpegThumbnail, type: TYPES.jpeg, ...JPEG_COVER.thumb },
  ];
}
