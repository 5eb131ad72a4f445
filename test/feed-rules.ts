/** Rules of RFC 4287 (Atom), OPDS 1.2 and RSS 2.0. Each function returns all violations. */
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { all, type Node } from './xml.ts';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const RFC_822_TIME = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/;
const IRI = /^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]+$/i;
const OPDS_TYPE = /^application\/atom\+xml;profile=opds-catalog;kind=(navigation|acquisition)$/;
const OPDS = 'http://opds-spec.org/';

type Check = (holds: boolean, violation: string) => void;

function collectViolations(rules: (check: Check) => void): string[] {
  const violations: string[] = [];
  rules((holds, violation) => {
    if (!holds) violations.push(violation);
  });
  return violations;
}

/** Checks a feed against RFC 4287, sections 3 and 4. */
export function atomViolations(feed: Node): string[] {
  return collectViolations((check) => {
    check(feed.name === 'feed' && feed.attributes.xmlns === 'http://www.w3.org/2005/Atom', 'the root is not an Atom feed');
    const hasAuthor = all(feed, 'author').length > 0;
    checkCommon(feed, check);
    for (const name of ['generator', 'icon', 'logo', 'subtitle']) check(all(feed, name).length <= 1, `several of ${name}`);
    check(
      all(feed, 'link').some(({ attributes }) => attributes.rel === 'self'),
      'no link with rel self',
    );
    const entries = all(feed, 'entry');
    for (const entry of entries) checkEntry(entry, check, hasAuthor);
    const stamps = entries.map((entry) => `${all(entry, 'id')[0]?.text} ${all(entry, 'updated')[0]?.text}`);
    check(new Set(stamps).size === stamps.length, 'two entries with one id and one time');
    const firstEntry = feed.children.findIndex(({ name }) => name === 'entry');
    check(firstEntry < 0 || feed.children.slice(firstEntry).every(({ name }) => name === 'entry'), 'entries are not last');
  });
}

/** Checks an entry document. */
export function atomEntryViolations(entry: Node): string[] {
  return collectViolations((check) => checkEntry(entry, check, false));
}

function checkEntry(entry: Node, check: Check, hasAuthor: boolean): void {
  checkCommon(entry, check);
  check(hasAuthor || all(entry, 'author').length > 0, 'an entry without an author');
  for (const name of ['content', 'published', 'source', 'summary']) check(all(entry, name).length <= 1, `several of ${name} in an entry`);
  for (const { text } of all(entry, 'published')) check(TIME.test(text), `published ${text}`);
  const alternates = all(entry, 'link').filter(({ attributes }) => (attributes.rel ?? 'alternate') === 'alternate');
  check(all(entry, 'content').length > 0 || alternates.length > 0, 'an entry with neither content nor an alternate link');
  for (const { attributes } of [...all(entry, 'content'), ...all(entry, 'summary')]) {
    check([undefined, 'text', 'html', 'xhtml'].includes(attributes.type), `a text of type ${attributes.type}`);
  }
}

function checkCommon(node: Node, check: Check): void {
  for (const name of ['id', 'title', 'updated'])
    check(all(node, name).length === 1, `${node.name} has ${all(node, name).length} of ${name}`);
  check(all(node, 'rights').length <= 1, 'several of rights');
  check(IRI.test(all(node, 'id')[0]?.text ?? ''), `the id ${all(node, 'id')[0]?.text}`);
  check(TIME.test(all(node, 'updated')[0]?.text ?? ''), `updated ${all(node, 'updated')[0]?.text}`);
  for (const author of all(node, 'author')) {
    check(all(author, 'name').length === 1 && all(author, 'name')[0]?.text !== '', 'an author without one name');
    for (const { text } of all(author, 'uri')) check(IRI.test(text), `the address ${text} of an author`);
  }
  for (const { attributes } of all(node, 'category')) check((attributes.term ?? '') !== '', 'a category without a term');
  const links = all(node, 'link');
  for (const { attributes } of links) check(IRI.test(attributes.href ?? ''), `a link to ${attributes.href}`);
  const alternates = links.filter(({ attributes }) => (attributes.rel ?? 'alternate') === 'alternate');
  const kinds = alternates.map(({ attributes }) => `${attributes.type} ${attributes.hreflang}`);
  check(new Set(kinds).size === kinds.length, 'two alternates of one type and language');
}

/** Checks a feed against OPDS 1.2 and Atom. */
export function opdsViolations(feed: Node, kind: 'navigation' | 'acquisition'): string[] {
  return [
    ...atomViolations(feed),
    ...collectViolations((check) => {
      const links = all(feed, 'link').map(({ attributes }) => attributes);
      const one = (rel: string) => links.filter((link) => link.rel === rel);
      for (const rel of ['self', 'start', 'search']) check(one(rel).length === 1, `${one(rel).length} links with rel ${rel}`);
      check(one('self')[0]?.type === `application/atom+xml;profile=opds-catalog;kind=${kind}`, `self of type ${one('self')[0]?.type}`);
      check(one('start')[0]?.type?.endsWith('kind=navigation') ?? false, 'the start is not a navigation feed');
      check(one('search')[0]?.type === 'application/opensearchdescription+xml', 'the search is not an OpenSearch description');
      for (const rel of ['self', 'start', 'up', 'first', 'next', 'subsection', `${OPDS}facet`]) {
        for (const link of one(rel)) check(OPDS_TYPE.test(link.type ?? ''), `a link with rel ${rel} of type ${link.type}`);
      }
      for (const facet of one(`${OPDS}facet`))
        check((facet.title ?? '') !== '' && (facet['opds:facetGroup'] ?? '') !== '', 'a facet without a name');
      const active = Map.groupBy(
        one(`${OPDS}facet`).filter((facet) => facet['opds:activeFacet'] === 'true'),
        (facet) => facet['opds:facetGroup'],
      );
      for (const [group, facets] of active) check(facets.length === 1, `${facets.length} active facets of ${group}`);
      for (const entry of all(feed, 'entry')) checkCatalogueEntry(entry, kind, check);
    }),
  ];
}

function checkCatalogueEntry(entry: Node, kind: 'navigation' | 'acquisition', check: Check): void {
  const links = all(entry, 'link').map(({ attributes }) => attributes);
  const acquisitions = links.filter(({ rel = '' }) => rel.startsWith(`${OPDS}acquisition`));
  if (kind === 'navigation') {
    check(acquisitions.length === 0, 'an acquisition link in a navigation feed');
    check(links.length > 0 && links.every(({ type }) => OPDS_TYPE.test(type ?? '')), 'a link in a navigation feed that is not a catalogue');
    return;
  }
  check(acquisitions.length > 0, 'an entry without an acquisition link');
  for (const { type = '' } of acquisitions) check(type !== '', 'an acquisition without a type');
  for (const rel of [`${OPDS}image`, `${OPDS}image/thumbnail`]) {
    const images = links.filter((link) => link.rel === rel);
    check(images.length === 1 && /^image\/(jpeg|png|gif)$/.test(images[0]?.type ?? ''), `${images.length} images with rel ${rel}`);
  }
}

/** Checks a document against RSS 2.0. */
export function rssViolations(rss: Node): string[] {
  return collectViolations((check) => {
    check(rss.name === 'rss' && rss.attributes.version === '2.0', 'the root is not RSS 2.0');
    const [channel, ...more] = all(rss, 'channel');
    check(channel !== undefined && more.length === 0, 'not one channel');
    if (channel === undefined) return;
    for (const name of ['title', 'link', 'description']) check((all(channel, name)[0]?.text ?? '') !== '', `the channel has no ${name}`);
    for (const { text } of all(channel, 'lastBuildDate')) check(RFC_822_TIME.test(text), `lastBuildDate ${text}`);
    check(
      all(channel, 'atom:link').some(({ attributes }) => attributes.rel === 'self'),
      'no link with rel self',
    );
    const items = all(channel, 'item');
    for (const item of items) {
      check(all(item, 'title').length + all(item, 'description').length > 0, 'an item with neither title nor description');
      check(all(item, 'guid').length === 1 && all(item, 'link').length === 1, 'an item without one guid and one link');
      check(RFC_822_TIME.test(all(item, 'pubDate')[0]?.text ?? ''), `pubDate ${all(item, 'pubDate')[0]?.text}`);
    }
    const ids = items.map((item) => all(item, 'guid')[0]?.text);
    check(new Set(ids).size === ids.length, 'a duplicate guid');
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

/** Validates a value against the schema of JSON Feed 1.1, OPDS 2.0 or one of its publications. */
export function jsonViolations(value: unknown, kind: keyof typeof schemas): string[] {
  const validate = schemas[kind];
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`);
}
