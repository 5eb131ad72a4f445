import { createHash } from 'node:crypto';
import type { FoundBook, FoundTale } from '../found-tale.ts';

/** What a file gave, and in sentences what of it was not taken. */
export type ReadFile = { book: Omit<FoundBook, 'notes'>; notes: string[] };

/**
 * The book that a file without a title page is. `title`: of the whole, when the file has one. What its tales say and agree in, all of them,
 * is said of the book.
 */
export function bookOf(key: string, name: string, tales: FoundTale[], title: string | null = null): ReadFile['book'] {
  const agreed = (field: 'author' | 'translator' | 'language') => {
    const [only, ...others] = new Set(tales.map((tale) => tale[field]));
    return only === undefined || others.length > 0 ? [] : [only];
  };
  return {
    key,
    name: title ?? tales.find((_, __, { length }) => length === 1)?.title ?? name,
    title,
    authors: agreed('author'),
    translators: agreed('translator'),
    language: agreed('language')[0] ?? null,
    year: null,
    gutenbergId: null,
    tales,
  };
}

/** The key of a book that says of itself nothing to know it again by. */
export function hashOf(...parts: (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return `sha256:${hash.digest('hex')}`;
}
