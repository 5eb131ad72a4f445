import { expect, test } from 'vitest';
import { parseFinderQuery } from '#src/features/tale-finder/finder-query.ts';
import { parseBrowseQuery } from '#src/features/tales/browse-query.ts';
import type { TaleView } from '#src/features/tales/contract.ts';
import type { PageId } from '#src/page-table.ts';
import { EMPTY_LIST, TALE } from '#test/site-data.ts';
import { document } from './document.ts';
import { pageHead } from './page-head.ts';

const SITE = 'https://tales.example';
const head = (page: PageId | undefined, data?: unknown, status = 200) =>
  pageHead({ page, data, publicUrl: SITE, siteName: 'Talewood', status });
const browse = (query: string, next: string | null = null) =>
  head('tales', { ok: { query: parseBrowseQuery(new URLSearchParams(query)), list: { ...EMPTY_LIST, next } } });
const indexed = ({ canonical, noIndex }: { canonical: string | null; noIndex: boolean }) => [canonical?.replace(SITE, ''), !noIndex];

test.each([
  ['all tales', browse(''), '/tales', true],
  ['a category', browse('category=dark'), '/tales?category=dark', true],
  ['a search', browse('q=frog'), '/tales?q=frog', false],
  ['a filtered list', browse('category=dark&minutes=10'), '/tales?category=dark&minutes=10', false],
  ['tales by time', head('howLong', { ok: { query: parseFinderQuery(new URLSearchParams('minutes=10')) } }), '/how-long?minutes=10', false],
  ['the tale finder', head('howLong', { ok: { query: parseFinderQuery(new URLSearchParams()) } }), '/how-long', true],
  ['a tale', head('tale', { ok: TALE }), '/tale/rapunzel', true],
  ['a collection', head('collection', { ok: { slug: 'winter', title: 'Winter', tales: [] } }), '/collections/winter', true],
  ['an issue', head('newsletterIssue', { ok: { slug: '2026-11-22', opening: 'Snow', sections: [] } }), '/newsletter/2026-11-22', true],
  ['a personal page', head('favorites'), '/favorites', false],
  ['a static page', head('about', { ok: { title: 'About' } }), '/about', true],
  ['a form', head('login'), '/login', false],
] as const)('the canonical URL of %s, and whether it is indexed', (_what, found, canonical, isIndexed) => {
  expect(indexed(found)).toEqual([canonical, isIndexed]);
});

test.each([
  [404, 'tale', 'Tale Not Found'],
  [410, 'tale', 'Tale Not Found'],
  [404, undefined, 'Page not found'],
  [400, 'tales', 'Invalid link'],
] as const)('a page with status %i is not indexed and has no URL of its own', (status, page, title) => {
  const found = head(page, { problem: status }, status);
  expect([found.title, found.canonical, found.noIndex, found.jsonLd, found.alternates]).toEqual([
    `${title} · Talewood`,
    null,
    true,
    [],
    [],
  ]);
});

test('a list names its first page as canonical and links to the next one', () => {
  const found = browse('category=dark&pages=3', 'c2');
  expect([found.canonical, found.next]).toEqual([`${SITE}/tales?category=dark`, `${SITE}/tales?category=dark&after=c2`]);
});

test('the head of a tale describes it to other sites', () => {
  const tale: TaleView = { ...TALE, title: 'Jack & the “Beanstalk”', excerpt: 'He said <no>.' };
  const html = document({
    head: head('tale', { ok: tale }),
    body: '',
    state: null,
    files: { app: [], first: '', styles: [], modules: {}, guideStyles: [] },
  });
  for (const line of [
    '<title>Jack &amp; the “Beanstalk” · Talewood</title>',
    '<meta property="og:title" content="Jack &amp; the “Beanstalk”">',
    '<meta property="og:type" content="article">',
    '<meta name="description" content="He said &lt;no&gt;.">',
    `<link rel="canonical" href="${SITE}/tale/rapunzel">`,
    `<meta property="og:url" content="${SITE}/tale/rapunzel">`,
    `<meta property="og:image" content="${SITE}/covers/rapunzel.png">`,
    '<meta property="og:image:alt" content="Jack &amp; the “Beanstalk”, by The Brothers Grimm">',
  ])
    expect(html).toContain(line);
  expect(html).not.toContain('noindex');
});

test('a long description is cut between words', () => {
  const biography = 'abcdefghi '.repeat(30).trim();
  const years = { bornYear: null, diedYear: null };
  const author = { slug: 'aesop', name: 'Aesop', biography, kind: 'person', ...years, role: 'author', lists: [], tales: [], next: null };
  expect(head('author', { ok: author }).description).toBe(`${'abcdefghi '.repeat(19)}abcdefghi …`);
});
