import type { AuthorCard, AuthorView } from '#src/features/authors/contract.ts';
import type { CategoryCard, CategoryView } from '#src/features/categories/contract.ts';
import type { CollectionCard, CollectionView } from '#src/features/collections/contract.ts';
import { type HowLongQuery, writeHowLong } from '#src/features/evening/how-long-query.ts';
import type { LetterPage, LetterView } from '#src/features/newsletter/letters/contract.ts';
import { type BrowseQuery, LIST_START, writeBrowseQuery } from '#src/features/tales/browse-query.ts';
import type { TaleList, TalePage, TaleView } from '#src/features/tales/contract.ts';
import type { TonightView } from '#src/features/tonight/contract.ts';
import { urls } from '#src/urls.ts';
import { feedAlternates, listAlternates, siteAlternates, taleAlternates } from './alternates.ts';
import type { PageHead } from './document.ts';
import { absolute, breadcrumbs, collectionPage, type Item, person, shortStory, taleItem, webSite } from './json-ld.ts';
import { pageTitle } from './page-title.ts';

/** `isPersonal`: a page about persons; search engines are asked to leave it out. */
type Asked = { routeId: string; data: unknown; publicUrl: string; status: number; isPersonal?: boolean };
type Titled = { title: string };
type Said = Partial<Omit<PageHead, 'title'>>;

const DEFAULT_DESCRIPTION = 'Fairy tales gathered from every corner of the old world, to read by yourself or aloud.';
const SHARE_IMAGE = { address: '/icons/share.png', alt: 'Talewood: a castle and a wood by moonlight, cut from paper' };

/** The head of a page, by its route and what it loaded. `publicUrl` has no final slash. */
export function pageHead({ routeId, data, publicUrl, status, isPersonal = false }: Asked): PageHead {
  const thing = (data as { ok?: unknown } | undefined)?.ok;
  const known = thing !== undefined ? HEADS[routeId]?.(publicUrl, thing as never) : OWN_PAGES.get(routeId)?.(publicUrl);
  const said = status === 200 ? (known ?? {}) : {};
  const image = said.image === undefined ? SHARE_IMAGE : said.image;
  return {
    title: pageTitle(routeId, data),
    description: DEFAULT_DESCRIPTION,
    canonical: isPersonal && status === 200 ? publicUrl + routeId : null,
    type: 'website',
    jsonLd: [],
    noIndex: isPersonal || status !== 200,
    previous: null,
    next: null,
    alternates: [],
    ...said,
    image: image && { ...image, address: absolute(publicUrl, image.address) },
  };
}

/** Pages that need nothing from the database. Those that are each reader's own: a search engine would find nothing in them. */
const OWN_PAGES = new Map<string, (site: string) => Said>([
  ...[urls.favorites(), urls.history(), urls.offline(), urls.myCollection(), urls.newsletterTest()].map(
    (path): [string, (site: string) => Said] => [path, (site) => ({ canonical: site + path, noIndex: true })],
  ),
  [
    urls.oldWords(),
    (site) => ({
      ...{ canonical: site + urls.oldWords(), noIndex: false, jsonLd: [trail(site, 'Old words', urls.oldWords())] },
      description: 'The old words of fairy tales, from abbess to yore, each explained in one plain line.',
    }),
  ],
]);

/** Of a page that has nothing to list: where it stands. */
const trail = (site: string, name: string, path: string) =>
  breadcrumbs(site, [
    ['Home', '/'],
    [name, path],
  ]);

const HEADS: Record<string, (site: string, thing: never) => Said> = {
  '/': (site) => ({ canonical: `${site}/`, jsonLd: [webSite(site)], alternates: siteAlternates(site) }),
  '/tales': (site, thing: { list: TaleList; query: BrowseQuery }) => browseHead(site, thing.list, thing.query),
  '/recent': (site, page: TalePage) => ({
    ...paged(site, urls.recent(), page.next),
    alternates: listAlternates(site, urls.recent(), 'Recent tales'),
    description: 'The newest fairy tales of Talewood.',
    jsonLd: [collectionPage(site, urls.recent(), 'Recent tales', 'The newest fairy tales of Talewood.', page.tales.map(taleItem))],
  }),
  '/tale/$slug': (site, tale: TaleView) => taleHead(site, tale),
  '/categories': (site, categories: CategoryCard[]) =>
    overview(
      site,
      'Categories',
      urls.categories(),
      'All kinds of fairy tales: classic, enchanted, dark and more.',
      categories.map(({ name, slug }) => ({ name, path: urls.category(slug) })),
    ),
  '/categories/$slug': (site, category: CategoryView) => ({
    ...paged(site, urls.category(category.slug), category.next),
    alternates: listAlternates(site, urls.category(category.slug), `${category.name} tales`),
    description: `${category.name} fairy tales. ${category.description}.`,
    jsonLd: [
      collectionPage(site, urls.category(category.slug), `${category.name} tales`, category.description, category.tales.map(taleItem)),
      breadcrumbs(site, [
        ['Home', '/'],
        ['Categories', urls.categories()],
        [category.name, urls.category(category.slug)],
      ]),
    ],
  }),
  '/authors': (site, authors: AuthorCard[]) =>
    overview(
      site,
      'Authors',
      urls.authors(),
      'Those who told, gathered and wrote the tales, from A to Z.',
      authors.map(({ name, slug }) => ({ name, path: urls.author(slug) })),
    ),
  '/author/$slug': (site, author: AuthorView) => ({
    ...paged(site, urls.author(author.slug), author.next),
    alternates: listAlternates(site, urls.author(author.slug), author.name),
    type: 'profile',
    description: shorten(author.biography || `Fairy tales by ${author.name}.`),
    jsonLd: [
      person(site, author),
      breadcrumbs(site, [
        ['Home', '/'],
        ['Authors', urls.authors()],
        [author.name, urls.author(author.slug)],
      ]),
    ],
  }),
  '/collections': (site, collections: CollectionCard[]) =>
    overview(
      site,
      'Collections',
      urls.collections(),
      'Tales gathered by our editors, for an evening or a season.',
      collections.map(({ title, slug }) => ({ name: title, path: urls.collection(slug) })),
    ),
  '/newsletter': (site, page: LetterPage) => ({
    ...paged(site, urls.newsletter(), page.next),
    alternates: feedAlternates(site, urls.newsletter(), 'The weekly letter'),
    description: 'Every weekly letter of Talewood: a tale of the week, what is new, one for a short evening and one for a long one.',
    jsonLd: [
      collectionPage(
        site,
        urls.newsletter(),
        'The weekly letter',
        'Every weekly letter of Talewood.',
        page.letters.map(({ title, slug }) => ({ name: title, path: urls.newsletter(slug) })),
      ),
    ],
  }),
  '/newsletter/$day': (site, letter: LetterView) => ({
    canonical: site + urls.newsletter(letter.slug),
    alternates: feedAlternates(site, urls.newsletter(), 'The weekly letter'),
    type: 'article',
    description: shorten(letter.opening || `The weekly letter of Talewood: ${namesIn(letter)}.`),
    jsonLd: [
      collectionPage(site, urls.newsletter(letter.slug), letter.title, letter.title, talesIn(letter).map(taleItem)),
      breadcrumbs(site, [
        ['Home', '/'],
        ['The weekly letter', urls.newsletter()],
        [letter.title, urls.newsletter(letter.slug)],
      ]),
    ],
  }),
  ...Object.fromEntries(
    [urls.about(), urls.privacy(), urls.terms(), urls.accessibility(), urls.takedown()].map((path) => [
      path,
      (site: string, page: Titled) => ({
        ...{ canonical: site + path, noIndex: false, description: `${page.title}: Talewood, fairy tales old and new.` },
        jsonLd: [trail(site, page.title, path)],
      }),
    ]),
  ),
  [urls.contact()]: (site) => ({
    ...{ canonical: site + urls.contact(), noIndex: false, jsonLd: [trail(site, 'Contact', urls.contact())] },
    description: 'Write to those who keep Talewood: a question, a mistake, rights, or something that is hard to use.',
  }),
  [urls.howLong()]: (site, { query }: { query: HowLongQuery }) => ({
    canonical: site + urls.howLong(writeHowLong(query)),
    noIndex: query.minutes !== null,
    description: 'Five minutes or thirty, aloud or silently: one fairy tale or several that fit.',
    jsonLd: [trail(site, 'How long have we got?', urls.howLong())],
  }),
  [urls.tonight()]: (site, { tale }: TonightView) => ({
    ...{ canonical: site + urls.tonight(), noIndex: false, alternates: feedAlternates(site, urls.tonight(), 'Tonight’s tale') },
    description: tale === null ? 'One fairy tale for each night.' : shorten(`Tonight: ${tale.title}. ${tale.excerpt}`),
    jsonLd: [trail(site, 'Tonight’s tale', urls.tonight())],
  }),
  '/collections/$slug': (site, collection: CollectionView) => ({
    canonical: site + urls.collection(collection.slug),
    alternates: listAlternates(site, urls.collection(collection.slug), collection.title),
    description: collection.description,
    jsonLd: [
      collectionPage(site, urls.collection(collection.slug), collection.title, collection.description, collection.tales.map(taleItem)),
      breadcrumbs(site, [
        ['Home', '/'],
        ['Collections', urls.collections()],
        [collection.title, urls.collection(collection.slug)],
      ]),
    ],
  }),
};

/** A page that names everything of a kind. */
function overview(site: string, name: string, path: string, description: string, items: Item[]): Said {
  return { canonical: site + path, description, jsonLd: [collectionPage(site, path, name, description, items)] };
}

function taleHead(site: string, tale: TaleView): Said {
  return {
    canonical: site + urls.tale(tale.slug),
    alternates: taleAlternates(site, tale),
    type: 'article',
    description: tale.excerpt,
    image: { address: tale.shareImage, alt: `${tale.title}, by ${tale.author.name}` },
    jsonLd: [
      shortStory(site, tale),
      breadcrumbs(site, [
        ['Home', '/'],
        ['Categories', urls.categories()],
        [tale.category.name, urls.category(tale.category.slug)],
        [tale.title, urls.tale(tale.slug)],
      ]),
    ],
  };
}

/** Searches and filtered lists stay out of the indexes of search engines; the plain list and its categories are in. */
function browseHead(site: string, list: TaleList, query: BrowseQuery): Said {
  const plain = writeBrowseQuery(query) === '' || writeBrowseQuery({ ...query, category: '' }) === '';
  const self = urls.tales(writeBrowseQuery({ ...query, ...LIST_START }));
  return {
    canonical: site + self,
    alternates: listAlternates(site, self, 'These tales'),
    noIndex: !plain,
    next: list.next === null ? null : site + urls.tales(writeBrowseQuery({ ...query, after: list.next, pages: 1 })),
    description: 'Every tale on the shelves, from four-minute fables to winter evenings.',
    jsonLd: plain ? [collectionPage(site, self, 'Browse Tales', 'Every tale on the shelves.', list.tales.map(taleItem))] : [],
  };
}

function talesIn({ sections }: LetterView) {
  return sections.flatMap(({ tales }) => tales.map(({ tale }) => tale));
}

function namesIn(letter: LetterView): string {
  return talesIn(letter)
    .map(({ title }) => title)
    .join(', ');
}

function paged(site: string, path: string, next: string | null): Said {
  return { canonical: site + path, next: next === null ? null : `${site}${path}?after=${encodeURIComponent(next)}` };
}

function shorten(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 200).replace(/\s+\S*$/, '')} …`;
}
