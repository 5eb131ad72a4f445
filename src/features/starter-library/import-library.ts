import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql, type Transaction } from 'kysely';
import { type AuthorValues, saveAuthor } from '#src/features/authors/authors.ts';
import { type CollectionValues, saveCollection } from '#src/features/collections/collections.ts';
import { createTale, type TaleInput } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { Database } from '#src/platform/db/schema.gen.ts';
import { transact } from '#src/platform/db/transact.ts';
import type { Log } from '#src/platform/log.ts';
import { LibraryFileError, parseAuthorFile, parseCollectionFile, parseTaleFile, STARTER_LIBRARY } from './starter-library.ts';

/** Advisory lock: processes that start at the same time wait for each other. */
const LOCK = 7_412_003;

type Trx = Transaction<Database>;
type Options = { log: Pick<Log, 'info'> };

/**
 * Imports the starter library (Markdown files in the folders authors, tales and collections) once into a database without tales, in one
 * transaction. Returns the number of imported tales, 0 if it was imported before or the database has tales.
 * @throws LibraryFileError
 */
export async function importLibrary(db: Db, folder: string, { log }: Options): Promise<number> {
  // Fast path of most starts: no lock, no files read.
  if (await isImported(db)) return 0;
  const library = await readLibrary(folder);
  const tales = await transact(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    if (await isImported(trx)) return 0;
    const count = (await hasTales(trx)) ? 0 : await importAll(trx, library);
    await trx.insertInto('seed_runs').values({ name: STARTER_LIBRARY, tales: count }).execute();
    return count;
  });
  if (tales > 0) log.info({ event: 'library_imported', tales }, `Imported the starter library: ${tales} tales`);
  return tales;
}

async function isImported(db: Db): Promise<boolean> {
  return (await db.selectFrom('seed_runs').select('name').where('name', '=', STARTER_LIBRARY).executeTakeFirst()) !== undefined;
}

async function hasTales(db: Db): Promise<boolean> {
  return (await db.selectFrom('tales').select('id').limit(1).executeTakeFirst()) !== undefined;
}

async function importAll(trx: Trx, library: Library): Promise<number> {
  const authors = await importAuthors(trx, library);
  const ids = new Map<string, string>();
  for (const { file, tale } of library.tales) {
    if (!authors.has(tale.author)) throw new LibraryFileError(file, [`author: no file for ${tale.author} in authors`]);
    const result = await createTale(trx, tale);
    if (result.outcome === 'invalid') throw new LibraryFileError(file, describe(result.problems));
    ids.set(tale.slug, result.tale.id);
  }
  for (const { file, collection, tales } of library.collections) {
    const missing = tales.filter((slug) => !ids.has(slug));
    if (missing.length > 0) throw new LibraryFileError(file, [`tales: unknown ${missing.join(', ')}`]);
    const taleIds = tales.flatMap((slug) => ids.get(slug) ?? []);
    await saveCollection(trx, collection, taleIds);
  }
  return ids.size;
}

/** Returns the author names that tales may use. */
async function importAuthors(trx: Trx, library: Library): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const { file, author } of library.authors) {
    if (names.has(author.name)) throw new LibraryFileError(file, [`name: another file also has ${author.name}`]);
    await saveAuthor(trx, author);
    names.add(author.name);
  }
  return names;
}

function describe(problems: Record<string, string[]>): string[] {
  return Object.entries(problems).map(([field, messages]) => `${field}: ${messages.join(', ')}`);
}

/** Parsed records with their file, such as `tales/the-frog-king.md`. */
export type Library = {
  authors: { file: string; author: AuthorValues }[];
  tales: { file: string; tale: TaleInput & { slug: string } }[];
  collections: { file: string; collection: CollectionValues; tales: string[] }[];
};

/**
 * Reads all files of a library folder in order of their names.
 * @throws LibraryFileError for the first invalid file
 */
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
