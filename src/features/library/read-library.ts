import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { AuthorValues } from '#src/features/authors/authors.ts';
import type { CollectionValues } from '#src/features/collections/collections.ts';
import type { TaleInput } from '#src/features/tales/tales.ts';
import { parseAuthorFile } from './parse-author-file.ts';
import { parseCollectionFile } from './parse-collection-file.ts';
import { parseTaleFile } from './parse-tale-file.ts';

/** Every part with the file it came from, as `tales/the-frog-king.md`. */
export type Library = {
  authors: { file: string; author: AuthorValues }[];
  tales: { file: string; tale: TaleInput & { slug: string } }[];
  collections: { file: string; collection: CollectionValues; tales: string[] }[];
};

/** Reads all files of a library folder, each kind in the order of the names. Throws a LibraryFileError for the first that is wrong. */
export async function readLibrary(folder: string): Promise<Library> {
  return {
    authors: await readFiles(folder, 'authors', (file, text) => ({ file, author: parseAuthorFile(file, text) })),
    tales: await readFiles(folder, 'tales', (file, text) => ({ file, tale: parseTaleFile(file, text) })),
    collections: await readFiles(folder, 'collections', (file, text) => ({ file, ...parseCollectionFile(file, text) })),
  };
}

async function readFiles<Part>(folder: string, kind: string, parse: (file: string, text: string) => Part): Promise<Part[]> {
  const names = (await readdir(path.join(folder, kind))).filter((name) => name.endsWith('.md')).sort();
  return Promise.all(names.map(async (name) => parse(`${kind}/${name}`, await readFile(path.join(folder, kind, name), 'utf8'))));
}
