/** What the catalogue knows of a book, whichever way its file came. */
import { readFile } from 'node:fs/promises';
import type { SourceBook } from '../source/source-book.ts';
import type { WrittenEntry } from './list-classics.ts';

const CATALOGUE = new URL('catalogue.json', import.meta.url);

/** What is known of a book from elsewhere; it counts more than what the book says. */
export type BookFacts = Partial<Pick<SourceBook, 'authors' | 'translators' | 'editors' | 'language' | 'year'>> & { origin?: string };

let known: Promise<ReadonlyMap<number, WrittenEntry>> | undefined;

/** Of the book with this number of Project Gutenberg; nothing for one that is not in the catalogue, which is read as find-hints.ts reads hints. */
export async function findClassicFacts(gutenbergId: number | null): Promise<BookFacts> {
  known ??= readFile(CATALOGUE, 'utf8').then((text) => new Map((JSON.parse(text) as WrittenEntry[]).map((entry) => [entry.id, entry])));
  const entry = gutenbergId === null ? undefined : (await known).get(gutenbergId);
  return entry === undefined ? {} : factsOf(entry);
}

/** What the catalogue does not tell is left to the book: its title pages name years and people that are missing or others. */
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
