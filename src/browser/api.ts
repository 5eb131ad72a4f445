/**
 * The one argument in which server and browser meet: pages ask the site through it. On the server it calls the
 * features directly, in the browser it fetches /api/v1. Types only: both sides implement it.
 */
import type { AuthorCard, AuthorView } from '#src/features/authors/contract.ts';
import type { CategoryCard, CategoryView } from '#src/features/categories/contract.ts';
import type { CollectionCard, CollectionView } from '#src/features/collections/contract.ts';
import type { HowLongView } from '#src/features/evening/contract.ts';
import type { HowLongQuery } from '#src/features/evening/how-long-query.ts';
import type { HomeView } from '#src/features/home/contract.ts';
import type { LetterPage, LetterView } from '#src/features/newsletter/letters/contract.ts';
import type { Pack } from '#src/features/offline/contract.ts';
import type { PageText } from '#src/features/page-texts/contract.ts';
import type { Suggestions } from '#src/features/search/contract.ts';
import type { BrowseQuery, ListPlace } from '#src/features/tales/browse-query.ts';
import type { TaleCard, TaleList, TalePage, TaleView } from '#src/features/tales/contract.ts';
import type { TonightView } from '#src/features/tonight/contract.ts';

export type Api = {
  home(): Promise<HomeView>;
  /** Throws ApiProblem 404 for an unknown category, 400 for a cursor that was never ours. */
  listTales(query: BrowseQuery): Promise<TaleList>;
  recentTales(after: string): Promise<TalePage>;
  /** Throws ApiProblem: 404 unknown, 410 deleted, 301 with `location` for an id or an old slug. */
  getTale(slug: string): Promise<TaleView>;
  /** The cards of these tales, at most 60, those that are public, in the order of their ids. */
  taleCards(ids: readonly string[]): Promise<TaleCard[]>;
  listCategories(): Promise<CategoryCard[]>;
  getCategory(slug: string, place: ListPlace): Promise<CategoryView>;
  listAuthors(): Promise<AuthorCard[]>;
  getAuthor(slug: string, place: ListPlace): Promise<AuthorView>;
  listCollections(): Promise<CollectionCard[]>;
  getCollection(slug: string): Promise<CollectionView>;
  /** Letters that went out, newest first. */
  listLetters(after: string): Promise<LetterPage>;
  /** Throws ApiProblem 404 for a day (2026-11-22) without a letter. */
  getLetter(day: string): Promise<LetterView>;
  /** One of the texts behind the footer. Throws ApiProblem 404. */
  getPage(name: string): Promise<PageText>;
  /** Tonight's tale, the same for everyone. */
  tonight(): Promise<TonightView>;
  /** Tales that fit into some minutes; none without minutes. */
  howLong(query: HowLongQuery): Promise<HowLongView>;
  /** Tales to keep on a device at once. */
  listPacks(): Promise<Pack[]>;
  suggest(q: string): Promise<Suggestions>;
};

/** An expected answer that is not the thing asked for. `location` goes with 301. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly location: string | undefined;
  constructor(status: number, message: string, location?: string) {
    super(message);
    this.name = 'ApiProblem';
    this.status = status;
    this.location = location;
  }
}

/** We were not reached at all, or did not answer in time. */
export class Unreached extends Error {
  override name = 'Unreached';
  readonly isTimeout: boolean;
  constructor(message: string, isTimeout = false) {
    super(message);
    this.isTimeout = isTimeout;
  }
}
