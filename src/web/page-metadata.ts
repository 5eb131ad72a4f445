/** Machine-readable alternates of pages: feeds, OPDS catalogues and oEmbed. */

import type { AuthorView } from '#src/features/authors/contract.ts';
import type { TaleCard, TaleView } from '#src/features/tales/contract.ts';
import { urls } from '#src/urls.ts';
import type { PageHead } from './document.ts';

type Alternates = PageHead['alternates'];

const FEEDS = 3;
const OPDS = 'application/atom+xml;profile=opds-catalog';

/** Returns the feeds of a list. Parameters as of `listAlternates`. */
export function feedAlternates(site: string, page: string, name: string): Alternates {
  return listAlternates(site, page, name).slice(0, FEEDS);
}

/** `page`: path of the list without cursor; `site`: origin without trailing slash. */
export function listAlternates(site: string, page: string, name: string): Alternates {
  return [
    { type: 'application/atom+xml', title: `${name} (Atom)`, href: site + urls.listAs(page, 'atom') },
    { type: 'application/rss+xml', title: `${name} (RSS)`, href: site + urls.listAs(page, 'rss') },
    { type: 'application/feed+json', title: `${name} (JSON Feed)`, href: site + urls.listAs(page, 'json') },
    { type: `${OPDS};kind=acquisition`, title: `${name} (OPDS)`, href: site + urls.opds(page) },
  ];
}

/** Alternates of the home page: feeds of recent tales and the catalogue root. */
export function siteAlternates(site: string, siteName: string): Alternates {
  const feeds = feedAlternates(site, urls.recent(), 'Recent tales');
  return [
    ...feeds,
    { type: `${OPDS};kind=navigation`, title: `${siteName} (OPDS)`, href: site + urls.opds() },
    { type: 'application/opds+json', title: `${siteName} (OPDS 2.0)`, href: site + urls.opds2() },
  ];
}

export function taleAlternates(site: string, { slug, title }: { slug: string; title: string }): Alternates {
  const at = (format: 'json' | 'xml') => site + urls.oembed(site + urls.tale(slug), format);
  return [
    { type: 'application/json+oembed', title, href: at('json') },
    { type: 'text/xml+oembed', title, href: at('xml') },
  ];
}

/** Structured data (schema.org) of pages. `site`: origin without trailing slash. */

export function webSite(site: string, siteName: string): unknown {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: siteName,
    url: `${site}/`,
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${site}${urls.tales('q={search_term_string}')}` },
      'query-input': 'required name=search_term_string',
    },
  };
}

export function shortStory(site: string, siteName: string, tale: TaleView): unknown {
  return {
    '@context': 'https://schema.org',
    '@type': 'ShortStory',
    name: tale.title,
    url: site + urls.tale(tale.slug),
    description: tale.excerpt,
    author: { '@type': 'Person', name: tale.author.name, url: site + urls.author(tale.author.slug) },
    publisher: { '@type': 'Organization', name: siteName, url: `${site}/` },
    inLanguage: tale.language,
    genre: [tale.category, ...tale.tags].map((category) => category.name),
    datePublished: tale.publishDate,
    dateModified: tale.updatedAt,
    timeRequired: `PT${tale.readTime}M`,
    image: absolute(site, tale.shareImage),
    isAccessibleForFree: true,
    ...(tale.words > 0 ? { additionalProperty: { '@type': 'PropertyValue', name: 'wordCount', value: tale.words } } : {}),
    ...(tale.ageBand ? { typicalAgeRange: tale.ageBand.replace('+', '-') } : {}),
    ...creditedPeople(site, tale),
    ...(tale.retoldFrom ? { isBasedOn: tale.retoldFrom } : {}),
  };
}

/** The properties translator, editor and illustrator of a tale that has them. */
function creditedPeople(site: string, { credits }: TaleView): Record<string, unknown> {
  const byRole = Object.groupBy(credits, ({ role }) => role);
  return Object.fromEntries(
    Object.entries(byRole).map(([role, people]) => [
      role,
      people.map(({ name, slug }) => ({ '@type': 'Person', name, url: site + urls.author(slug) })),
    ]),
  );
}

export function person(site: string, author: AuthorView): unknown {
  return {
    '@context': 'https://schema.org',
    '@type': author.kind === 'person' ? 'Person' : 'Organization',
    name: author.name,
    url: site + urls.author(author.slug),
    description: author.biography,
    ...(author.bornYear !== null && author.kind === 'person' ? { birthDate: String(author.bornYear).padStart(4, '0') } : {}),
    ...(author.diedYear !== null && author.kind === 'person' ? { deathDate: String(author.diedYear).padStart(4, '0') } : {}),
  };
}

export type Item = { name: string; path: string };

export function taleItem(tale: TaleCard): Item {
  return { name: tale.title, path: urls.tale(tale.slug) };
}

/** An ordered list of items. */
export function collectionPage(site: string, path: string, name: string, description: string, items: Item[]): unknown {
  return {
    '@context': 'https://schema.org',
    '@type': 'CollectionPage',
    name,
    description,
    url: site + path,
    mainEntity: {
      '@type': 'ItemList',
      itemListElement: items.map((item, index) => ({ '@type': 'ListItem', position: index + 1, name: item.name, url: site + item.path })),
    },
  };
}

export function breadcrumbs(site: string, steps: [name: string, path: string][]): unknown {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(([name, path], index) => ({ '@type': 'ListItem', position: index + 1, name, item: site + path })),
  };
}

/** Resolves a path; cover images may have absolute URLs. */
export function absolute(site: string, address: string): string {
  return address.startsWith('/') ? site + address : address;
}
