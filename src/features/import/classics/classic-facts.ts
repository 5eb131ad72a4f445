/** Metadata of the catalogue for a book, however its file was obtained. */
import { readFile } from 'node:fs/promises';
import type { SourceBook } from '../sources/source-book.ts';
import type { WrittenEntry } from './list-classics.ts';

const CATALOGUE = new URL('catalogue.json', import.meta.url);

/** Metadata known from elsewhere; it overrides what the book says. */
export type BookFacts = Partial<Pick<SourceBook, 'authors' | 'translators' | 'editors' | 'language' | 'year'>> & { origin?: string };

let known: Promise<ReadonlyMap<number, WrittenEntry>> | undefined;

/**
 * Returns the facts for a Project Gutenberg number; empty when it is not in the catalogue. Not validated here, as with hints: a test does.
 */
export async function loadClassicFacts(gutenbergId: number | null): Promise<BookFacts> {
  known ??= readFile(CATALOGUE, 'utf8').then((text) => new Map((JSON.parse(text) as WrittenEntry[]).map((entry) => [entry.id, entry])));
  const entry = gutenbergId === null ? undefined : (await known).get(gutenbergId);
  return entry === undefined ? {} : factsOf(entry);
}

/** Fields missing in the catalogue are left to the title page of the book. */
export function factsOf({ authors = [], translators = [], editors = [], language, year, origin }: WrittenEntry): BookFacts {
  return {
    ...(authors.length > 0 && { authors }),
    ...(translators.length > 0 && { translators }),
    ...(editors.length > 0 && { editors }),
    language,
    ...(year !== undefined && { year }),
    ...(origin !== undefined && { origin }),
  };
}
