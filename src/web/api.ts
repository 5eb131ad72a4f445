/** The API that pages use to load data. On the server it calls the features directly, in the browser it fetches /api/v1. */
import type { AuthorCard, AuthorView } from '#src/features/authors/contract.ts';
import type { CategoryCard, CategoryView } from '#src/features/categories/contract.ts';
import type { CollectionCard, CollectionView } from '#src/features/collections/contract.ts';
import type { PublishedIssue, PublishedIssuePage } from '#src/features/newsletter/issues/contract.ts';
import type { Pack } from '#src/features/offline/contract.ts';
import type { SessionView } from '#src/features/read-together/contract.ts';
import type { Suggestions } from '#src/features/search/contract.ts';
import type { SharedListView } from '#src/features/shared-lists/contract.ts';
import type { StaticPageView } from '#src/features/static-pages/contract.ts';
import type { TaleFinderView } from '#src/features/tale-finder/contract.ts';
import type { TaleFinderQuery } from '#src/features/tale-finder/finder-query.ts';
import type { TaleOfTheDayView } from '#src/features/tale-of-the-day/contract.ts';
import type { TaleTypeView } from '#src/features/tale-types/contract.ts';
import type { BrowseQuery, ListRange } from '#src/features/tales/browse-query.ts';
import type { TaleCard, TaleList, TalePage, TaleView } from '#src/features/tales/contract.ts';
import type { HomeView } from '#src/web/home/contract.ts';

export type Api = {
  home(): Promise<HomeView>;
  /** @throws ApiResponseError 404 for an unknown category, 400 for an invalid cursor */
  listTales(query: BrowseQuery): Promise<TaleList>;
  recentTales(after: string): Promise<TalePage>;
  /** @throws ApiResponseError 404 unknown, 410 deleted, 301 with `location` for an id or an old slug */
  getTale(slug: string): Promise<TaleView>;
  /** The tales of a type. `search`: `after`, or the versions to compare. @throws ApiResponseError 404, 400 for an invalid cursor */
  getTaleType(number: string, search: Record<string, string>): Promise<TaleTypeView>;
  /** Cards of at most 60 public tales, in the order of `ids`. */
  taleCards(ids: readonly string[]): Promise<TaleCard[]>;
  listCategories(): Promise<CategoryCard[]>;
  getCategory(slug: string, range: ListRange): Promise<CategoryView>;
  listAuthors(): Promise<AuthorCard[]>;
  /** `role`: which of the person's tales to list; '' for the default. */
  getAuthor(slug: string, range: ListRange, role: string): Promise<AuthorView>;
  listCollections(): Promise<CollectionCard[]>;
  getCollection(slug: string): Promise<CollectionView>;
  /** `list`: as in `urls.sharedList`. @throws ApiResponseError 404 for an unknown token, 400 for an invalid query */
  getSharedList(list: string): Promise<SharedListView>;
  /** A session of reading together. @throws ApiResponseError 404 when it has ended */
  getTogether(code: string): Promise<SessionView>;
  /** Sent issues, newest first. */
  listIssues(after: string): Promise<PublishedIssuePage>;
  /** @throws ApiResponseError 404 for a day (2026-11-22) without an issue */
  getIssue(day: string): Promise<PublishedIssue>;
  /** A static page. @throws ApiResponseError 404 */
  getPage(name: string): Promise<StaticPageView>;
  /** The tale of the day, the same for everyone. */
  getTaleOfTheDay(): Promise<TaleOfTheDayView>;
  /** Tales that fit the minutes; none without minutes. */
  findByTime(query: TaleFinderQuery): Promise<TaleFinderView>;
  /** Sets of tales to save offline together. */
  listPacks(): Promise<Pack[]>;
  suggest(q: string): Promise<Suggestions>;
};

/** An error response of the API. `location` is set for 301. */
export class ApiResponseError extends Error {
  readonly status: number;
  readonly location: string | undefined;
  constructor(status: number, message: string, location?: string) {
    super(message);
    this.name = 'ApiResponseError';
    this.status = status;
    this.location = location;
  }
}

/** The network failed or the request timed out. */
export class NetworkError extends Error {
  override name = 'NetworkError';
  readonly isTimeout: boolean;
  constructor(message: string, isTimeout = false) {
    super(message);
    this.isTimeout = isTimeout;
  }
}
