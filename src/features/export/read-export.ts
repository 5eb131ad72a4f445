/** Brings an export back into a site that has no tales: all of it or nothing. */
import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { z } from 'zod';
import { parseAuthorFile } from '#src/features/library/library.ts';
import { cleanHtml, isCoverAddress } from '#src/features/tales/tales.ts';
import { openClient } from '#src/platform/db/open-client.ts';
import type { ObjectStore } from '#src/platform/objects/object-store.ts';
import { ExportFault } from './export-fault.ts';
import { readLines, readPairs } from './files.ts';
import { EXPORT_FILE, FORMAT } from './format.ts';
import { readCollectionFile } from './markdown/collection-file.ts';
import { readTaleFile } from './markdown/tale-file.ts';
import { findNames } from './names.ts';
import { putPictures } from './put-pictures.ts';
import { columnsOf, insertRows, type Row } from './rows.ts';

const BATCH = 100;
const Facts = z.object({ format: z.literal(FORMAT) });
const Placed = z.array(z.tuple([z.string(), z.int()]));
const Tags = z.array(z.string());

export type Imported = { tales: number; missing: string[] };

/**
 * Reads the folder and writes what it holds in one transaction, with the numbers, addresses, dates and versions that everything had; the
 * pictures first. Texts are cleaned as any text is. Returns the number of tales, and which files of pictures the folder lacks. Throws an
 * ExportFault, a LibraryFileError that names a file, and as Postgres does.
 */
export async function readExport(folder: string, { ownerUrl, store }: { ownerUrl: string; store: ObjectStore }): Promise<Imported> {
  await checkFolder(folder);
  const client = await openClient(ownerUrl, 'talewood import-export');
  try {
    await client.query("begin; set local timezone = 'UTC'");
    await makeRoom(client);
    await takeTable(client, folder, 'categories');
    await takeTable(
      client,
      folder,
      'category_slugs',
      '(slug) do update set owner_id = excluded.owner_id, created_at = excluded.created_at',
    );
    await takeAuthors(client, folder);
    await takeTable(client, folder, 'tale_slugs');
    const tales = await takeTales(client, folder);
    await takeTable(client, folder, 'tale_revisions', '', (row) => ({ ...row, content: cleanHtml(String(row.content)).html }));
    await takeCollections(client, folder);
    for (const table of ['media', 'media_uses', 'imports']) await takeTable(client, folder, table);
    await takePageTexts(client, folder);
    // The numbers up to 9 are those of the categories that every site began with.
    for (const table of ['authors', 'categories', 'collections'])
      await client.query(`select setval(pg_get_serial_sequence('${table}', 'id'), greatest((select max(id) from ${table}), 9) + 1, false)`);
    const missing = await putPictures(client, folder, store);
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
    throw new ExportFault(`${folder} is no whole export that this Talewood can read: it has no ${EXPORT_FILE} of format ${FORMAT}.`);
  }
}

/** Only the categories that every new site has are replaced. */
async function makeRoom(client: pg.ClientBase): Promise<void> {
  for (const table of ['tales', 'tale_slugs', 'authors', 'collections', 'media']) {
    const { rowCount } = await client.query(`select from ${table} limit 1`);
    if (rowCount !== 0) throw new ExportFault(`This site is not empty (${table}): an export is brought into a new one.`);
  }
  await client.query(
    'delete from categories; delete from category_slugs; delete from author_slugs; delete from collection_slugs; delete from imports',
  );
}

async function takeTable(client: pg.ClientBase, folder: string, table: string, conflict = '', change = (row: Row) => row): Promise<void> {
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

/** The texts behind the footer, which an export of a former release does not have. */
async function takePageTexts(client: pg.ClientBase, folder: string): Promise<void> {
  const isThere = await access(path.join(folder, 'data/page_texts.jsonl')).then(
    () => true,
    () => false,
  );
  if (!isThere) return;
  await client.query('delete from page_texts');
  await takeTable(client, folder, 'page_texts', '', (row) => ({
    ...row,
    html: row.html === null ? null : cleanHtml(String(row.html)).html,
  }));
}

async function takeAuthors(client: pg.ClientBase, folder: string): Promise<void> {
  const columns = await columnsOf(client, 'authors');
  for await (const rows of readPairs(folder, 'authors', BATCH, parseAuthorFile)) await insertRows(client, 'authors', columns, rows);
  await takeTable(
    client,
    folder,
    'author_names',
    '(key) do update set name = excluded.name, author_id = excluded.author_id, created_at = excluded.created_at',
  );
  await takeTable(client, folder, 'author_slugs', '(slug) do update set owner_id = excluded.owner_id, created_at = excluded.created_at');
}

/** Tags go before their tale, which is then written once. */
async function takeTales(client: pg.ClientBase, folder: string): Promise<number> {
  const columns = await columnsOf(client, 'tales');
  const names = await findNames(client);
  let count = 0;
  for (const kind of ['tales', 'unpublished']) {
    const read = (file: string, text: string) => {
      const { row, tags } = readTaleFile(file, text, names);
      return { ...row, tags };
    };
    for await (const rows of readPairs(folder, kind, BATCH, read)) {
      const tags = rows.flatMap((row) =>
        Tags.parse(row.tags).map((slug) => ({ tale_id: row.id, category_id: names.categoryIds.get(slug) })),
      );
      await insertRows(client, 'tale_categories', ['tale_id', 'category_id'], tags);
      await insertRows(client, 'tales', [...columns, 'author'], rows.map(safeTale));
      count += rows.length;
    }
  }
  return count;
}

/** The text is cleaned again, as what stands beside the Markdown may be anything. A trigger writes the author's name. */
function safeTale(row: Row): Row {
  const cover = String(row.cover_image);
  if (cover !== '' && !isCoverAddress(cover)) throw new ExportFault(`The cover of ${row.slug} is no picture of the site.`);
  return { ...row, content: cleanHtml(String(row.content)).html, author: '' };
}

async function takeCollections(client: pg.ClientBase, folder: string): Promise<void> {
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
  await takeTable(
    client,
    folder,
    'collection_slugs',
    '(slug) do update set owner_id = excluded.owner_id, created_at = excluded.created_at',
  );
}
