import type { AuthorCard, AuthorView } from '#src/features/authors/contract.ts';
import type { CategoryCard, CategoryView } from '#src/features/categories/contract.ts';
import type { CollectionCard, CollectionView } from '#src/features/collections/contract.ts';
import type { PublishedIssue, PublishedIssuePage } from '#src/features/newsletter/issues/contract.ts';
import { type TaleFinderQuery, writeFinderQuery } from '#src/features/tale-finder/finder-query.ts';
import type { TaleOfTheDayView } from '#src/features/tale-of-the-day/contract.ts';
import type { TaleTypeView } from '#src/features/tale-types/contract.ts';
import { type BrowseQuery, LIST_START, writeBrowseQuery } from '#src/features/tales/browse-query.ts';
import type { TaleList, TalePage, TaleView } from '#src/features/tales/contract.ts';
import { PAGES, type Page, type PageId } from '#src/page-table.ts';
import { DEFAULT_NAME } from '#src/ui/site.ts';
import { urls } from '#src/urls.ts';
import type { PageHead } from './document.ts';
import {
  absolute,
  breadcrumbs,
  collectionPage,
  feedAlternates,
  type Item,
  listAlternates,
  person,
  shortStory,
  siteAlternates,
  taleAlternates,
  taleItem,
  webSite,
} from './page-metadata.ts';
import { pageTitle } from './page-title.ts';

type Shown = { page: PageId | undefined; data: unknown; publicUrl: string; siteName: string; status: number };
type Titled = { title: string };
type Head = Partial<Omit<PageHead, 'title' | 'siteName'>>;

const DEFAULT_DESCRIPTION = 'Fairy tales gathered from every corner of the old world, to read by yourself or aloud.';
const SCENE = 'a castle and a wood by moonlight, cut from paper';

/** Returns the metadata of a page from its loaded data. `publicUrl` has no trailing slash; `page` is undefined for an unknown URL. */
export function pageHead({ page, data, publicUrl, siteName, status }: Shown): PageHead {
  const thing = (data as { ok?: unknown } | undefined)?.ok;
  const head =
    status !== 200 || page === undefined ? {} : { ...plainHead(page, publicUrl), ...HEADS[page]?.(publicUrl, thing as never, siteName) };
  const image = head.image === undefined ? shareImage(siteName) : head.image;
  return {
    title: pageTitle(page, data, siteName),
    siteName,
    description: DEFAULT_DESCRIPTION,
    canonical: null,
    type: 'website',
    jsonLd: [],
    noIndex: status !== 200,
    previous: null,
    next: null,
    alternates: [],
    ...head,
    image: image && { ...image, address: absolute(publicUrl, image.address) },
  };
}

/** The image of pages without one of their own. The default name is drawn into its image. */
function shareImage(siteName: string): PageHead['image'] {
  const address = siteName === DEFAULT_NAME ? '/icons/share.png' : '/icons/share-unnamed.png';
  return { address, alt: `${siteName}: ${SCENE}` };
}

/** Metadata of pages with a fixed title. Personal pages and forms are not indexed; pages of one thing, with a parameter in the path, are. */
function plainHead(page: PageId, site: string): Head {
  const { path, title, inSitemap }: Page = PAGES[page];
  return {
    canonical: site + path,
    noIndex: !inSitemap && !path.includes(':'),
    jsonLd: inSitemap && title !== null ? [trail(site, title, path)] : [],
  };
}

const ROLE_WORDS = { author: 'by', translator: 'translated by', editor: 'edited by', illustrator: 'illustrated by' };

/** Breadcrumbs of a top-level page. */
const trail = (site: string, name: string, path: string) =>
  breadcrumbs(site, [
    ['Home', '/'],
    [name, path],
  ]);

const HEADS: Partial<Record<PageId, (site: string, thing: never, siteName: string) => Head>> = {
  home: (site, _, siteName) => ({
    canonical: `${site}/`,
    jsonLd: [webSite(site, siteName)],
    alternates: siteAlternates(site, siteName),
  }),
  tales: (site, thing: { list: TaleList; query: BrowseQuery }) => browseHead(site, thing.list, thing.query),
  recent: (site, page: TalePage, siteName) => ({
    ...paged(site, urls.recent(), page.next),
    alternates: listAlternates(site, urls.recent(), 'Recent tales'),
    description: `The newest fairy tales of ${siteName}.`,
    jsonLd: [collectionPage(site, urls.recent(), 'Recent tales', `The newest fairy tales of ${siteName}.`, page.tales.map(taleItem))],
  }),
  tale: (site, tale: TaleView, siteName) => taleHead(site, siteName, tale),
  categories: (site, categories: CategoryCard[]) =>
    overview(
      site,
      'Categories',
      urls.categories(),
      'All kinds of fairy tales: classic, enchanted, dark and more.',
      categories.map(({ name, slug }) => ({ name, path: urls.category(slug) })),
    ),
  category: (site, category: CategoryView) => ({
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
  authors: (site, authors: AuthorCard[]) =>
    overview(
      site,
      'Authors',
      urls.authors(),
      'Those who told, gathered and wrote the tales, from A to Z.',
      authors.map(({ name, slug }) => ({ name, path: urls.author(slug) })),
    ),
  author: (site, author: AuthorView) => ({
    ...paged(site, urls.author(author.slug, author.role === author.lists[0]?.role ? '' : author.role), author.next),
    alternates: listAlternates(site, urls.author(author.slug), author.name),
    type: 'profile',
    description: shorten(author.biography || `Fairy tales ${ROLE_WORDS[author.role]} ${author.name}.`),
    jsonLd: [
      person(site, author),
      breadcrumbs(site, [
        ['Home', '/'],
        ['Authors', urls.authors()],
        [author.name, urls.author(author.slug)],
      ]),
    ],
  }),
  collections: (site, collections: CollectionCard[]) =>
    overview(
      site,
      'Collections',
      urls.collections(),
      'Tales gathered by our editors, for an evening or a season.',
      collections.map(({ title, slug }) => ({ name: title, path: urls.collection(slug) })),
    ),
  newsletter: (site, page: PublishedIssuePage, siteName) => ({
    ...paged(site, urls.newsletter(), page.next),
    alternates: feedAlternates(site, urls.newsletter(), 'Newsletter'),
    description: `All issues of the ${siteName} newsletter: a tale of the week, what is new, one for a short evening and one for a long one.`,
    jsonLd: [
      collectionPage(
        site,
        urls.newsletter(),
        'Newsletter',
        `All issues of the ${siteName} newsletter.`,
        page.letters.map(({ title, slug }) => ({ name: title, path: urls.newsletter(slug) })),
      ),
    ],
  }),
  newsletterIssue: (site, issue: PublishedIssue, siteName) => ({
    canonical: site + urls.newsletter(issue.slug),
    alternates: feedAlternates(site, urls.newsletter(), 'Newsletter'),
    type: 'article',
    description: shorten(issue.opening || `${siteName} newsletter: ${namesIn(issue)}.`),
    jsonLd: [
      collectionPage(site, urls.newsletter(issue.slug), issue.title, issue.title, talesIn(issue).map(taleItem)),
      breadcrumbs(site, [
        ['Home', '/'],
        ['Newsletter', urls.newsletter()],
        [issue.title, urls.newsletter(issue.slug)],
      ]),
    ],
  }),
  ...Object.fromEntries(
    (['about', 'privacy', 'terms', 'accessibility', 'takedown'] as const).map((name) => [
      name,
      (site: string, page: Titled, siteName: string) => ({
        description: `${page.title}: ${siteName}, fairy tales old and new.`,
        jsonLd: [trail(site, page.title, PAGES[name].path)],
      }),
    ]),
  ),
  taleType: (site, type: TaleTypeView) => ({
    ...paged(site, urls.taleType(type.number), type.next),
    noIndex: type.comparison !== null || type.tales.length < 2,
    description: `${type.title} from different countries. ${type.description}`,
    jsonLd: [
      collectionPage(site, urls.taleType(type.number), type.title, type.description, type.tales.map(taleItem)),
      breadcrumbs(site, [
        ['Home', '/'],
        ['Browse Tales', urls.tales()],
        [type.title, urls.taleType(type.number)],
      ]),
    ],
  }),
  sharedList: (_site, _list, siteName) => sharedListHead(siteName),
  listLink: (_site, _list, siteName) => sharedListHead(siteName),
  together: () => ({ canonical: null, noIndex: true, description: 'A fairy tale that is read together.' }),
  random: () => ({ canonical: null, noIndex: false }),
  newsletterTest: () => ({ noIndex: true }),
  oldWords: () => ({ description: 'The old words of fairy tales, from abbess to yore, each explained in one plain line.' }),
  contact: () => ({
    description: 'Contact the people who run this site: a question, a mistake, rights, or something that is hard to use.',
  }),
  howLong: (site, { query }: { query: TaleFinderQuery }) => ({
    canonical: site + urls.howLong(writeFinderQuery(query)),
    noIndex: query.minutes !== null,
    description: 'Five minutes or thirty, aloud or silently: one fairy tale or several that fit.',
  }),
  tonight: (site, { tale }: TaleOfTheDayView) => ({
    alternates: feedAlternates(site, urls.tonight(), 'Tonight’s tale'),
    description: tale === null ? 'One fairy tale for each night.' : shorten(`Tonight: ${tale.title}. ${tale.excerpt}`),
  }),
  collection: (site, collection: CollectionView) => ({
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

function sharedListHead(siteName: string): Head {
  return { canonical: null, noIndex: true, description: `A list of fairy tales, shared by a reader of ${siteName}.` };
}

/** Metadata of a page that lists all items of a kind. */
function overview(site: string, name: string, path: string, description: string, items: Item[]): Head {
  return { canonical: site + path, description, jsonLd: [collectionPage(site, path, name, description, items)] };
}

function taleHead(site: string, siteName: string, tale: TaleView): Head {
  return {
    canonical: site + urls.tale(tale.slug),
    alternates: taleAlternates(site, tale),
    type: 'article',
    description: tale.excerpt,
    image: { address: tale.shareImage, alt: `${tale.title}, by ${tale.author.name}` },
    jsonLd: [
      shortStory(site, siteName, tale),
      breadcrumbs(site, [
        ['Home', '/'],
        ['Categories', urls.categories()],
        [tale.category.name, urls.category(tale.category.slug)],
        [tale.title, urls.tale(tale.slug)],
      ]),
    ],
  };
}

/** Searches and filtered lists are not indexed; the full list and the categories are. */
function browseHead(site: string, list: TaleList, query: BrowseQuery): Head {
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

function talesIn({ sections }: PublishedIssue) {
  return sections.flatMap(({ tales }) => tales.map(({ tale }) => tale));
}

function namesIn(issue: PublishedIssue): string {
  return talesIn(issue)
    .map(({ title }) => title)
    .join(', ');
}

function paged(site: string, path: string, next: string | null): Head {
  return {
    canonical: site + path,
    next: next === null ? null : `${site}${path}${path.includes('?') ? '&' : '?'}after=${encodeURIComponent(next)}`,
  };
}

function shorten(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 200).replace(/\s+\S*$/, '')} …`;
}
