import { expect, inject } from 'vitest';
import { journey } from './journey.ts';
import { type PageFacts, readFacts } from './page-facts.ts';

/** Follows every link of the site, and checks every page as a search engine sees it. */

const AT_MOST = 1_500;
/** A share image is rendered on the first request, which takes one to two seconds. */
const SHARE_IMAGE = /^\/covers\/[a-z0-9-]+\.[0-9a-f]{10}-share\.jpg$/;
/** Addresses that every tale, author, page or filter has, and how many of them to request. EPUBs are rate limited. */
const ALIKE: [RegExp, number][] = [
  [SHARE_IMAGE, 3],
  [/^\/covers\/.*\.svg(\?|$)/, 20],
  [/\.epub(\?|$)/, 3],
  [/^\/covers\/.*-(cover|thumb)\.jpg$/, 3],
  [/^(\/opds\/tales|\/tales\.(atom|rss|json))\?/, 40],
  [/^\/tales\?/, 100],
  [/^\/(oembed|login|login\/link|register|contact|suggest|how-long)\?/, 40],
  [/^\/tale\/[a-z0-9-]+\.txt$/, 10],
  [/^\/author\/[a-z0-9-]+\.(atom|rss|json)$/, 10],
  [/^\/opds\/(v2\/)?(tale|author)\//, 10],
];
const REDIRECTS = [301, 302, 303, 307, 308];

type Visited = { status: number; type: string; facts: PageFacts | null; from: string };

journey('no link is broken, and every page has correct metadata', async ({ open }) => {
  const origin = inject('origin');
  const parser = await open();
  await parser.goto('/healthz');
  const visited = new Map<string, Visited>();
  const waiting: [address: string, from: string][] = [
    ['/', 'the start'],
    ['/sitemap.xml', 'robots.txt'],
  ];

  const met = new Map<RegExp, number>();
  for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) {
    const [address, from] = entry;
    if (visited.has(address)) continue;
    const [kind, most = 0] = ALIKE.find(([each]) => each.test(address)) ?? [];
    if (kind !== undefined) met.set(kind, (met.get(kind) ?? 0) + 1);
    if (kind !== undefined && (met.get(kind) ?? 0) > most) continue;
    if (visited.size >= AT_MOST)
      throw new Error(`More than ${AT_MOST} addresses: does some link lead into ever new ones? ${address} from ${from}`);
    const response = await fetch(origin + address, { redirect: 'manual' });
    const type = response.headers.get('content-type') ?? '';
    const body = await response.text();
    const facts = type.startsWith('text/html') ? await parser.evaluate(readFacts, body) : null;
    visited.set(address, { status: response.status, type, facts, from });
    const location = response.headers.get('location');
    const links = [...(facts?.links ?? []), ...(facts?.files ?? []), ...(location === null ? [] : [location])];
    if (type.includes('xml')) links.push(...[...body.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1] ?? ''));
    for (const link of links) {
      const url = new URL(link.replaceAll('&amp;', '&'), origin + address);
      if (url.origin === origin) waiting.push([url.pathname + url.search, address]);
    }
  }

  const broken = [...visited].filter(([, { status }]) => status !== 200 && !REDIRECTS.includes(status));
  expect(broken.map(([address, { status, from }]) => `${status} ${address} linked from ${from}`)).toEqual([]);

  const pages = [...visited].flatMap(([address, { status, facts }]) => (status === 200 && facts !== null ? [{ address, facts }] : []));
  expect(pages.length).toBeGreaterThan(60);
  expect(pages.flatMap(({ address, facts }) => problemsOf(origin, facts, visited).map((problem) => `${address}: ${problem}`))).toEqual([]);
  expect(sameTitles(origin, pages)).toEqual([]);
});

function problemsOf(origin: string, facts: PageFacts, visited: Map<string, Visited>): string[] {
  const problems: string[] = [];
  const demand = (holds: boolean, problem: string) => {
    if (!holds) problems.push(problem);
  };
  const { meta } = facts;
  demand(facts.language === 'en', `lang is ${facts.language}`);
  demand(facts.titles === 1 && /^Talewood|· Talewood$/.test(facts.title), `the title is "${facts.title}"`);
  demand(facts.headings === 1, `${facts.headings} h1`);
  const description = meta.description ?? '';
  demand(description.length >= 20 && description.length <= 320, `the description is "${description}"`);
  demand(facts.canonicals.length === 1, `${facts.canonicals.length} canonical addresses`);
  const canonical = new URL(facts.canonicals[0] ?? '/missing', origin);
  demand(canonical.origin === origin, `its canonical address is ${canonical}`);
  demand(
    visited.get(canonical.pathname + canonical.search)?.status === 200,
    `its canonical address ${canonical} is not a page that was met`,
  );
  for (const name of ['og:title', 'og:description', 'og:type', 'og:url', 'og:image', 'og:image:alt', 'og:site_name']) {
    demand((meta[name] ?? '') !== '', `${name} is missing`);
  }
  demand(meta['og:url'] === facts.canonicals[0], `og:url is ${meta['og:url']}`);
  const image = new URL(meta['og:image'] ?? '/missing', origin);
  demand(
    (visited.get(image.pathname)?.type.match(/^image\/(png|jpeg)$/) ?? SHARE_IMAGE.exec(image.pathname)) !== null,
    `og:image ${image} is no picture that was met`,
  );
  demand(facts.jsonLd.length > 0 || isHidden(facts), 'there is no JSON-LD');
  for (const data of facts.jsonLd)
    demand(data !== null && data['@context'] === 'https://schema.org' && data['@type'] !== undefined, 'JSON-LD without context or type');
  problems.push(...facts.badImages.map((image) => `a picture without width, height or alt: ${image}`));
  problems.push(...facts.doubledIds.map((id) => `the id ${id} is there twice`));
  demand(facts.inline.length === 0, `inline script or style: ${facts.inline.join(', ')}`);
  return problems;
}

/** Whether search engines are asked not to index the page. */
function isHidden({ meta }: PageFacts): boolean {
  return meta.robots?.includes('noindex') === true;
}

/** Lists titles shared by several pages, except pages with another canonical address. */
function sameTitles(origin: string, pages: { address: string; facts: PageFacts }[]): string[] {
  const own = pages.filter(({ address, facts }) => facts.canonicals[0] === origin + address && !isHidden(facts));
  const byTitle = Map.groupBy(own, ({ facts }) => facts.title);
  return [...byTitle]
    .filter(([, same]) => same.length > 1)
    .map(([title, same]) => `"${title}": ${same.map(({ address }) => address).join(', ')}`);
}
