/** Where else a page stands, for machines: feeds and catalogues of a list, what is shown of a tale that one links to. */
import { urls } from '#src/urls.ts';
import type { PageHead } from './document.ts';

type Alternates = PageHead['alternates'];

const FEEDS = 3;
const OPDS = 'application/atom+xml;profile=opds-catalog';

/** The feeds of a list alone. Parameters as of `listAlternates`. */
export function feedAlternates(site: string, page: string, name: string): Alternates {
  return listAlternates(site, page, name).slice(0, FEEDS);
}

/** Of a list. `page` is the path of its page, without a place in the list; `site` has no final slash. */
export function listAlternates(site: string, page: string, name: string): Alternates {
  return [
    { type: 'application/atom+xml', title: `${name} (Atom)`, href: site + urls.listAs(page, 'atom') },
    { type: 'application/rss+xml', title: `${name} (RSS)`, href: site + urls.listAs(page, 'rss') },
    { type: 'application/feed+json', title: `${name} (JSON Feed)`, href: site + urls.listAs(page, 'json') },
    { type: `${OPDS};kind=acquisition`, title: `${name} (OPDS)`, href: site + urls.opds(page) },
  ];
}

/** Of the home page: what is new, and the root of the catalogue. */
export function siteAlternates(site: string): Alternates {
  const feeds = feedAlternates(site, urls.recent(), 'Recent tales');
  return [
    ...feeds,
    { type: `${OPDS};kind=navigation`, title: 'Talewood (OPDS)', href: site + urls.opds() },
    { type: 'application/opds+json', title: 'Talewood (OPDS 2.0)', href: site + urls.opds2() },
  ];
}

export function taleAlternates(site: string, { slug, title }: { slug: string; title: string }): Alternates {
  const at = (format: 'json' | 'xml') => site + urls.oembed(site + urls.tale(slug), format);
  return [
    { type: 'application/json+oembed', title, href: at('json') },
    { type: 'text/xml+oembed', title, href: at('xml') },
  ];
}
