import { createReadStream } from 'node:fs';
import { access, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { z } from 'zod';
import { factsOf, isCompletePicture, listStoredFiles } from '#src/features/media/media.ts';
import { parseAuthorFile } from '#src/features/starter-library/starter-library.ts';
import { sanitizeHtml } from '#src/features/tale-html/sanitize-html.ts';
import { isCoverUrl } from '#src/features/tale-html/sanitizer-allow-list.ts';
import { CREDIT_NAMES, type CreditName } from '#src/features/tales/field-values.ts';
import { taleFields } from '#src/features/tales/fields.ts';
import { openClient } from '#src/platform/db/open-client.ts';
import type { ObjectStore } from '#src/platform/objects/object-store.ts';
import { FILE_TABLES, putFileContents } from './file-library.ts';
import { columnsOf, dataFile, EXPORT_FILE, ExportError, FORMAT, fromExported, type Row } from './format.ts';
import { findNames, type Names, readCollectionFile, readTaleFile } from './library-files.ts';
import type { ExportStores } from './write-export.ts';

/** Imports an export into an empty site, completely or not at all. */

const BATCH = 100;
const Facts = z.object({ format: z.literal(FORMAT) });
const Placed = z.array(z.tuple([z.string(), z.int()]));
const Items = z.array(z.string());

export type Imported = { tales: number; missing: string[] };

/**
 * Reads the folder and writes what it holds in one transaction, with the numbers, addresses, dates and versions that everything had; the
 * pictures first. Texts are cleaned as any text is. Returns the number of tales, and which files of pictures the folder lacks. Throws an
 * ExportError, a LibraryFileError that names a file, and as Postgres does.
 */
export async function readExport(folder: string, { ownerUrl, store, fileStore }: ExportStores): Promise<Imported> {
  await checkFolder(folder);
  const client = await openClient(ownerUrl, 'talewood import-export');
  try {
    await client.query("begin; set local timezone = 'UTC'");
    await clearDefaults(client);
    await importTable(client, folder, 'categories');
    await importTable(
      client,
      folder,
      'category_slugs',
      '(slug) do update set owner_id = excluded.owner_id, created_at = excluded.created_at',
    );
    await importAuthors(client, folder);
    await importTable(client, folder, 'tale_slugs');
    const tales = await importTales(client, folder);
    await importTable(client, folder, 'tale_revisions', '', (row) => ({ ...row, content: sanitizeHtml(String(row.content)).html }));
    await importCollections(client, folder);
    for (const table of ['media', 'media_uses', 'seed_runs']) await importTable(client, folder, table);
    await importPageTexts(client, folder);
    // Ids up to 9 belong to the default categories.
    for (const table of ['authors', 'categories', 'collections'])
      await client.query(`select setval(pg_get_serial_sequence('${table}', 'id'), greatest((select max(id) from ${table}), 9) + 1, false)`);
    const missing = await putPictures(client, folder, store);
    if (await hasTable(folder, 'files')) {
      // Tales keep their dates when files are attached to them.
      await client.query("set local talewood.rewrites_tales = 'on'");
      for (const table of Object.keys(FILE_TABLES)) await importTable(client, folder, table);
      missing.push(...(await putFileContents(client, folder, fileStore)).map((key) => `files/${key}`));
    }
    await client.query('commit');
    return { tales, missing };
  } finally {
    await client.end();
  }
}

async function checkFolder(folder: string): Promise<void> {
  const text = await readFile(path.join(folder, EXPORT_FILE), 'utf8').catch(() => '');
  try {
    Facts.parse(JSON.parse(text));
  } catch {
    throw new ExportError(`${folder} is not a complete export: no ${EXPORT_FILE} of format ${FORMAT} found.`);
  }
}

/** Deletes the default categories of a new site. @throws ExportError if the site has content */
async function clearDefaults(client: pg.ClientBase): Promise<void> {
  for (const table of ['tales', 'tale_slugs', 'authors', 'collections', 'media', 'folders']) {
    const { rowCount } = await client.query(`select from ${table} limit 1`);
    if (rowCount !== 0) throw new ExportError(`This site is not empty (table ${table}). Import the export into a new site.`);
  }
  await client.query(
    'delete from categories; delete from category_slugs; delete from author_slugs; delete from collection_slugs; delete from seed_runs',
  );
}

async function importTable(client: pg.ClientBase, folder: string, table: string, conflict = '', change = (row: Row) => row): Promise<void> {
  const columns = await columnsOf(client, table);
  let batch: Row[] = [];
  for await (const row of readLines(folder, table)) {
    batch.push(change(row));
    if (batch.length < BATCH) continue;
    await insertRows(client, table, columns, batch, conflict);
    batch = [];
  }
  await insertRows(client, table, columns, batch, conflict);
}

/** Whether an export has a table, which those of older releases may lack. */
async function hasTable(folder: string, table: string): Promise<boolean> {
  return access(path.join(folder, dataFile(table))).then(
    () => true,
    () => false,
  );
}

/** Imports the texts of static pages, which exports of older releases lack. */
async function importPageTexts(client: pg.ClientBase, folder: string): Promise<void> {
  if (!(await hasTable(folder, 'page_versions'))) return;
  await client.query('delete from page_versions');
  await importTable(client, folder, 'page_versions', '', (row) => ({
    ...row,
    html: row.html === null ? null : sanitizeHtml(String(row.html)).html,
  }));
}

async function importAuthors(client: pg.ClientBase, folder: string): Promise<void> {
  const columns = await columnsOf(client, 'authors');
  for await (const rows of readPairs(folder, 'authors', BATCH, parseAuthorFile)) await insertRows(client, 'authors', columns, rows);
  await importTable(
    client,
    folder,
    'author_names',
    '(key) do update set name = excluded.name, author_id = excluded.author_id, created_at = excluded.created_at',
  );
  await importTable(client, folder, 'author_slugs', '(slug) do update set owner_id = excluded.owner_id, created_at = excluded.created_at');
}

/** Inserts tags and credits before their tale, so that triggers write it only once. */
async function importTales(client: pg.ClientBase, folder: string): Promise<number> {
  const columns = await columnsOf(client, 'tales');
  const names = await findNames(client);
  let count = 0;
  for (const kind of ['tales', 'unpublished']) {
    for await (const rows of readPairs<Row>(folder, kind, BATCH, (file, text) => readTaleFile(file, text, names))) {
      const tags = rows.flatMap((row) =>
        Items.parse(row.tags).map((slug) => ({ tale_id: row.id, category_id: names.categoryIds.get(slug) })),
      );
      await insertRows(client, 'tale_categories', ['tale_id', 'category_id'], tags);
      const credits = rows.flatMap((row) => CREDIT_NAMES.flatMap((name) => creditsOf(row, name, names)));
      await insertRows(client, 'tale_credits', ['tale_id', 'role', 'position', 'author_id'], credits);
      await insertRows(client, 'tales', [...columns, 'author'], rows.map(safeTale));
      count += rows.length;
    }
  }
  return count;
}

/** Exports of older releases have no credits. */
function creditsOf(row: Row, name: CreditName, names: Names): Row[] {
  const people = Items.parse(row[name] ?? []);
  return people.map((person, position) => {
    return { tale_id: row.id, role: taleFields[name].role, position, author_id: names.authorIds.get(person) };
  });
}

/** Sanitizes the text again, because the JSON file may contain anything. A trigger sets the author's name. */
function safeTale(row: Row): Row {
  const cover = String(row.cover_image);
  if (cover !== '' && !isCoverUrl(cover)) throw new ExportError(`${row.slug}: the cover is not an image of this site.`);
  return { ...row, content: sanitizeHtml(String(row.content)).html, author: '' };
}

async function importCollections(client: pg.ClientBase, folder: string): Promise<void> {
  const columns = await columnsOf(client, 'collections');
  for await (const rows of readPairs(folder, 'collections', BATCH, readCollectionFile)) {
    await insertRows(client, 'collections', columns, rows);
    for (const { id, tales } of rows) {
      await client.query(
        `insert into collection_tales select $1, t.id, (p ->> 1)::integer from json_array_elements($2::json) p join tales t on t.slug = p ->> 0`,
        [id, JSON.stringify(Placed.parse(tales))],
      );
    }
  }
  await importTable(
    client,
    folder,
    'collection_slugs',
    '(slug) do update set owner_id = excluded.owner_id, created_at = excluded.created_at',
  );
}

/** The files of an export, as they come back. */

const AnyRow = z.record(z.string(), z.unknown());

/**
 * Yields the rows of a table's file.
 * @throws ExportError with the line
 */
export async function* readLines(folder: string, table: string): AsyncGenerator<Row> {
  const file = dataFile(table);
  let line = 0;
  for await (const text of createInterface({
    input: createReadStream(path.join(folder, file), 'utf8'),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    line += 1;
    yield parseRow(`${file}, line ${line}`, text);
  }
}

/** Yields the records of a folder in batches: the columns of the Markdown file, overridden by those of the JSON file. */
export async function* readPairs<Read extends Row>(
  folder: string,
  kind: string,
  most: number,
  read: (file: string, text: string) => Read,
): AsyncGenerator<Row[]> {
  const names = await readdir(path.join(folder, kind));
  const known = new Set(names);
  const lone = names.find((name) => name.endsWith('.md') && !known.has(name.replace(/md$/, 'json')));
  if (lone !== undefined) throw new ExportError(`${kind}/${lone} has no file ${lone.replace(/md$/, 'json')} beside it.`);
  const files = names.filter((name) => name.endsWith('.json')).sort();
  for (let from = 0; from < files.length; from += most) {
    const rows = files.slice(from, from + most).map(async (name) => {
      const rest = parseRow(`${kind}/${name}`, await readFile(path.join(folder, kind, name), 'utf8'));
      const markdown = name.replace(/json$/, 'md');
      if (!known.has(markdown)) return rest;
      return { ...read(`${kind}/${markdown}`, await readFile(path.join(folder, kind, markdown), 'utf8')), ...rest };
    });
    yield Promise.all(rows);
  }
}

function parseRow(where: string, text: string): Row {
  try {
    return fromExported(AnyRow.parse(JSON.parse(text)));
  } catch {
    throw new ExportError(`${where}: not a JSON object.`);
  }
}

/**
 * Stores the files of all images in the database. Returns the keys of missing files.
 * @throws ExportError for an invalid image
 */
export async function putPictures(client: pg.ClientBase, folder: string, store: ObjectStore): Promise<string[]> {
  const missing: string[] = [];
  for (const { key, type, isShown } of await listStoredFiles(client)) {
    const bytes = await readFile(path.join(folder, 'media', key)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (bytes === undefined && isShown) missing.push(key);
    if (bytes === undefined) continue;
    if (!isCompletePicture(bytes, type)) throw new ExportError(`media/${key} is not a complete ${type} file.`);
    await store.put(key, bytes, type);
    const [name, own] = [key.split('/')[1], key.split('-', 1)[0]];
    await client.query(
      `update media set stored_files = coalesce(stored_files, '{}') || jsonb_build_object($2::text, $3::jsonb) where hash = $1`,
      [own, name, JSON.stringify(factsOf(bytes))],
    );
  }
  return missing;
}

/** Inserts rows in one statement. `conflict` follows "on conflict". */
async function insertRows(client: pg.ClientBase, table: string, columns: readonly string[], rows: Row[], conflict = ''): Promise<void> {
  const names = columns.map(pg.escapeIdentifier).join(', ');
  await client.query(
    `insert into ${pg.escapeIdentifier(table)} (${names}) overriding system value
     select ${names} from json_populate_recordset(null::${pg.escapeIdentifier(table)}, $1::json) ${conflict && `on conflict ${conflict}`}`,
    [JSON.stringify(rows)],
  );
}
