import { sql, type Transaction } from 'kysely';
import { saveAuthor } from '#src/features/authors/authors.ts';
import { saveCollection } from '#src/features/collections/collections.ts';
import { createTale } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { Database } from '#src/platform/db/schema.gen.ts';
import { transact } from '#src/platform/db/transact.ts';
import type { Log } from '#src/platform/log.ts';
import { LibraryFileError } from './library-file.ts';
import { type Library, readLibrary } from './read-library.ts';

const NAME = 'starter library';
/** Any number that is ours: processes that start at the same time wait here for each other. */
const LOCK = 7_412_003;

type Trx = Transaction<Database>;
type Options = { log: Pick<Log, 'info'> };

/**
 * Brings the starter library (folders authors, tales and collections of Markdown files) into a database that has no tales,
 * once and for all: all of it or nothing. Returns the number of tales brought in, 0 when that was done before or the
 * database has tales of its own. Throws a LibraryFileError that names what is wrong.
 */
export async function importLibrary(db: Db, folder: string, { log }: Options): Promise<number> {
  // Most starts end here, without a lock or a file read.
  if (await isImported(db)) return 0;
  const library = await readLibrary(folder);
  const tales = await transact(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    if (await isImported(trx)) return 0;
    const count = (await hasTales(trx)) ? 0 : await importAll(trx, library);
    await trx.insertInto('imports').values({ name: NAME, tales: count }).execute();
    return count;
  });
  if (tales > 0) log.info({ event: 'library_imported', tales }, `Brought in the starter library: ${tales} tales`);
  return tales;
}

async function isImported(db: Db): Promise<boolean> {
  return (await db.selectFrom('imports').select('name').where('name', '=', NAME).executeTakeFirst()) !== undefined;
}

async function hasTales(db: Db): Promise<boolean> {
  return (await db.selectFrom('tales').select('id').limit(1).executeTakeFirst()) !== undefined;
}

async function importAll(trx: Trx, library: Library): Promise<number> {
  const authors = await importAuthors(trx, library);
  const ids = new Map<string, string>();
  for (const { file, tale } of library.tales) {
    if (!authors.has(tale.author)) throw new LibraryFileError(file, [`author: there is no file of ${tale.author} in authors`]);
    const result = await createTale(trx, tale);
    if (result.outcome === 'invalid') throw new LibraryFileError(file, describe(result.problems));
    ids.set(tale.slug, result.tale.id);
  }
  for (const { file, collection, tales } of library.collections) {
    const missing = tales.filter((slug) => !ids.has(slug));
    if (missing.length > 0) throw new LibraryFileError(file, [`tales: there is no tale ${missing.join(', ')}`]);
    const taleIds = tales.flatMap((slug) => ids.get(slug) ?? []);
    await saveCollection(trx, collection, taleIds);
  }
  return ids.size;
}

/** Returns their names, as tales must write them. */
async function importAuthors(trx: Trx, library: Library): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const { file, author } of library.authors) {
    if (names.has(author.name)) throw new LibraryFileError(file, [`name: another file is of ${author.name} too`]);
    await saveAuthor(trx, author);
    names.add(author.name);
  }
  return names;
}

function describe(problems: Record<string, string[]>): string[] {
  return Object.entries(problems).map(([field, messages]) => `${field}: ${messages.join(', ')}`);
}
