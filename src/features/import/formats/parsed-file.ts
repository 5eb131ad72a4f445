import { createHash } from 'node:crypto';
import path from 'node:path';
import { titleCase } from '../post-process/capitals.ts';
import type { FoundBook, FoundTale } from '../worker-output.ts';

/** The tales of a file, and notes on what was skipped. */
export type ParsedFile = { book: Omit<FoundBook, 'notes'>; notes: string[] };

/**
 * Builds the book for a file without a title page. `title`: of the whole file, if any. Metadata that all tales share becomes that of the
 * book.
 */
export function bookOf(key: string, name: string, tales: FoundTale[], title: string | null = null): ParsedFile['book'] {
  const agreed = (field: 'author' | 'translators' | 'language'): string[] => {
    const [only = '[]', ...others] = new Set(tales.map((tale) => JSON.stringify([tale[field] ?? []].flat())));
    return others.length > 0 ? [] : JSON.parse(only);
  };
  return {
    key,
    name: title ?? tales.find((_, __, { length }) => length === 1)?.title ?? name,
    title,
    authors: agreed('author'),
    translators: agreed('translators'),
    language: agreed('language')[0] ?? null,
    year: null,
    gutenbergId: null,
    tales,
  };
}

/** Returns a key for a book that has no identifier. */
export function contentKey(...parts: (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return `sha256:${hash.digest('hex')}`;
}

/** Derives a title from a file name: `tales/the-frog-king.md` and `the-frog-king/index.md` give The Frog King. */
export function titleFromName(name: string): string {
  const { dir, name: own } = path.posix.parse(name);
  const base = own === 'index' || own === '_index' ? path.posix.basename(dir) || own : own;
  // Jekyll prefixes the date.
  const words = base
    .replace(/^\d{4}-\d\d-\d\d-/, '')
    .replace(/[\s_.-]+/g, ' ')
    .trim();
  return titleCase(words || own, 'en', new Map());
}
