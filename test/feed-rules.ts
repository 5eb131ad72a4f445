/** What RFC 4287, OPDS 1.2 and RSS 2.0 ask of their documents, as far as it can be looked up in the tree. Each function names every breach. */
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { all, type Node } from './xml.ts';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const MAIL_TIME = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/;
const IRI = /^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]+$/i;
const CATALOGUE = /^application\/atom\+xml;profile=opds-catalog;kind=(navigation|acquisition)$/;
const OPDS = 'http://opds-spec.org/';

type Rule = (holds: boolean, breach: string) => void;

function judge(rules: (demand: Rule) => void): string[] {
  const breaches: string[] = [];
  rules((holds, breach) => {
    if (!holds) breaches.push(breach);
  });
  return breaches;
}

/** RFC 4287, sections 3 and 4. */
export function atomBreaches(feed: Node): string[] {
  return judge((demand) => {
    demand(feed.name === 'feed' && feed.attributes.xmlns === 'http://www.w3.org/2005/Atom', 'the root is no feed of Atom');
    const hasAuthor = all(feed, 'author').length > 0;
    judgeCommon(feed, demand);
    for (const name of ['generator', 'icon', 'logo', 'subtitle']) demand(all(feed, name).length <= 1, `several of ${name}`);
    demand(
      all(feed, 'link').some(({ attributes }) => attributes.rel === 'self'),
      'no link to itself',
    );
    const entries = all(feed, 'entry');
    for (const entry of entries) judgeEntry(entry, demand, hasAuthor);
    const stamps = entries.map((entry) => `${all(entry, 'id')[0]?.text} ${all(entry, 'updated')[0]?.text}`);
    demand(new Set(stamps).size === stamps.length, 'two entries with one id and one time');
    const firstEntry = feed.children.findIndex(({ name }) => name === 'entry');
    demand(firstEntry < 0 || feed.children.slice(firstEntry).every(({ name }) => name === 'entry'), 'entries are not last');
  });
}

/** An entry, also as a document of its own. */
export function atomEntryBreaches(entry: Node): string[] {
  return judge((demand) => judgeEntry(entry, demand, false));
}

function judgeEntry(entry: Node, demand: Rule, hasAuthor: boolean): void {
  judgeCommon(entry, demand);
  demand(hasAuthor || all(entry, 'author').length > 0, 'an entry without an author');
  for (const name of ['content', 'published', 'source', 'summary']) demand(all(entry, name).length <= 1, `several of ${name} in an entry`);
  for (const { text } of all(entry, 'published')) demand(TIME.test(text), `published ${text}`);
  const alternates = all(entry, 'link').filter(({ attributes }) => (attributes.rel ?? 'alternate') === 'alternate');
  demand(all(entry, 'content').length > 0 || alternates.length > 0, 'an entry with neither content nor another address');
  for (const { attributes } of [...all(entry, 'content'), ...all(entry, 'summary')]) {
    demand([undefined, 'text', 'html', 'xhtml'].includes(attributes.type), `a text of type ${attributes.type}`);
  }
}

function judgeCommon(node: Node, demand: Rule): void {
  for (const name of ['id', 'title', 'updated'])
    demand(all(node, name).length === 1, `${node.name} has ${all(node, name).length} of ${name}`);
  demand(all(node, 'rights').length <= 1, 'several of rights');
  demand(IRI.test(all(node, 'id')[0]?.text ?? ''), `the id ${all(node, 'id')[0]?.text}`);
  demand(TIME.test(all(node, 'updated')[0]?.text ?? ''), `updated ${all(node, 'updated')[0]?.text}`);
  for (const person of all(node, 'author')) {
    demand(all(person, 'name').length === 1 && all(person, 'name')[0]?.text !== '', 'an author without one name');
    for (const { text } of all(person, 'uri')) demand(IRI.test(text), `the address ${text} of an author`);
  }
  for (const { attributes } of all(node, 'category')) demand((attributes.term ?? '') !== '', 'a category without a term');
  const links = all(node, 'link');
  for (const { attributes } of links) demand(IRI.test(attributes.href ?? ''), `a link to ${attributes.href}`);
  const alternates = links.filter(({ attributes }) => (attributes.rel ?? 'alternate') === 'alternate');
  const kinds = alternates.map(({ attributes }) => `${attributes.type} ${attributes.hreflang}`);
  demand(new Set(kinds).size === kinds.length, 'two alternates of one type and language');
}

/** OPDS 1.2, on top of Atom. */
export function opdsBreaches(feed: Node, kind: 'navigation' | 'acquisition'): string[] {
  return [
    ...atomBreaches(feed),
    ...judge((demand) => {
      const links = all(feed, 'link').map(({ attributes }) => attributes);
      const one = (rel: string) => links.filter((link) => link.rel === rel);
      for (const rel of ['self', 'start', 'search']) demand(one(rel).length === 1, `${one(rel).length} links with rel ${rel}`);
      demand(one('self')[0]?.type === `application/atom+xml;profile=opds-catalog;kind=${kind}`, `itself of type ${one('self')[0]?.type}`);
      demand(one('start')[0]?.type?.endsWith('kind=navigation') ?? false, 'the start is no navigation');
      demand(one('search')[0]?.type === 'application/opensearchdescription+xml', 'the search is no description');
      for (const rel of ['self', 'start', 'up', 'first', 'next', 'subsection', `${OPDS}facet`]) {
        for (const link of one(rel)) demand(CATALOGUE.test(link.type ?? ''), `a link with rel ${rel} of type ${link.type}`);
      }
      for (const facet of one(`${OPDS}facet`))
        demand((facet.title ?? '') !== '' && (facet['opds:facetGroup'] ?? '') !== '', 'a facet without a name');
      const active = Map.groupBy(
        one(`${OPDS}facet`).filter((facet) => facet['opds:activeFacet'] === 'true'),
        (facet) => facet['opds:facetGroup'],
      );
      for (const [group, facets] of active) demand(facets.length === 1, `${facets.length} active facets of ${group}`);
      for (const entry of all(feed, 'entry')) judgeCatalogueEntry(entry, kind, demand);
    }),
  ];
}

function judgeCatalogueEntry(entry: Node, kind: 'navigation' | 'acquisition', demand: Rule): void {
  const links = all(entry, 'link').map(({ attributes }) => attributes);
  const ways = links.filter(({ rel = '' }) => rel.startsWith(`${OPDS}acquisition`));
  if (kind === 'navigation') {
    demand(ways.length === 0, 'an entry of a navigation that is acquired');
    demand(links.length > 0 && links.every(({ type }) => CATALOGUE.test(type ?? '')), 'a way on that is no catalogue');
    return;
  }
  demand(ways.length > 0, 'an entry that cannot be acquired');
  for (const { type = '' } of ways) demand(type !== '', 'an acquisition without a type');
  for (const rel of [`${OPDS}image`, `${OPDS}image/thumbnail`]) {
    const pictures = links.filter((link) => link.rel === rel);
    demand(pictures.length === 1 && /^image\/(jpeg|png|gif)$/.test(pictures[0]?.type ?? ''), `${pictures.length} pictures with rel ${rel}`);
  }
}

/** RSS 2.0. */
export function rssBreaches(rss: Node): string[] {
  return judge((demand) => {
    demand(rss.name === 'rss' && rss.attributes.version === '2.0', 'the root is no RSS 2.0');
    const [channel, ...more] = all(rss, 'channel');
    demand(channel !== undefined && more.length === 0, 'not one channel');
    if (channel === undefined) return;
    for (const name of ['title', 'link', 'description']) demand((all(channel, name)[0]?.text ?? '') !== '', `the channel has no ${name}`);
    for (const { text } of all(channel, 'lastBuildDate')) demand(MAIL_TIME.test(text), `lastBuildDate ${text}`);
    demand(
      all(channel, 'atom:link').some(({ attributes }) => attributes.rel === 'self'),
      'no link to itself',
    );
    const items = all(channel, 'item');
    for (const item of items) {
      demand(all(item, 'title').length + all(item, 'description').length > 0, 'an item with neither title nor description');
      demand(all(item, 'guid').length === 1 && all(item, 'link').length === 1, 'an item without one guid and one link');
      demand(MAIL_TIME.test(all(item, 'pubDate')[0]?.text ?? ''), `pubDate ${all(item, 'pubDate')[0]?.text}`);
    }
    const ids = items.map((item) => all(item, 'guid')[0]?.text);
    demand(new Set(ids).size === ids.length, 'a guid twice');
  });
}

const ajv = formats.default(new Ajv({ allErrors: true, strict: true, strictRequired: false, strictTypes: false, allowUnionTypes: true }));
const read = (name: string): object => JSON.parse(readFileSync(new URL(`./schemas/${name}.json`, import.meta.url), 'utf8'));
const opds2 = read('opds2') as { definitions: object };
const schemas = {
  jsonFeed: ajv.compile(read('json-feed')),
  opds2: ajv.compile(opds2),
  publication: ajv.compile({ $ref: '#/definitions/publication', definitions: opds2.definitions }),
};

/** What the schema of JSON Feed 1.1, of a feed of OPDS 2.0 or of one of its publications refuses. */
export function jsonBreaches(value: unknown, kind: keyof typeof schemas): string[] {
  const validate = schemas[kind];
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`);
}
