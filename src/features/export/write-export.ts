/** Exports all content as Markdown, JSON and image files. */

import { createWriteStream } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { listStoredFiles } from '#src/features/media/media.ts';
import { parseAuthorFile } from '#src/features/starter-library/starter-library.ts';
import { CREDIT_NAMES } from '#src/features/tales/field-values.ts';
import { creditNamesSql } from '#src/features/tales/tales.ts';
import { openClient } from '#src/platform/db/open-client.ts';
import { type ObjectStore, undefinedIfDamaged } from '#src/platform/objects/object-store.ts';
import { attachedFilesSql, FILE_ROWS, FILE_TABLES, toFrontMatter, writeFileContents } from './file-library.ts';
import { columnsOf, dataFile, EXPORT_FILE, ExportError, FORMAT, type Row, rowJson, toExported } from './format.ts';
import {
  findNames,
  type Names,
  type Placed,
  readCollectionFile,
  readTaleFile,
  type TaleLists,
  writeAuthorFile,
  writeCollectionFile,
  writeTaleFiles,
} from './library-files.ts';

/** Exported tables, in insertion order, with the order of their rows. */
const DATA_TABLES = {
  categories: 'id',
  category_slugs: 'slug',
  author_names: 'key',
  author_slugs: 'slug',
  tale_slugs: 'slug',
  tale_revisions: 'tale_id, version',
  collection_slugs: 'slug',
  media: 'id',
  media_uses: 'media_id, tale_id, as_cover',
  seed_runs: 'name',
  page_versions: 'name, version',
  ...FILE_TABLES,
} as const;

/** `fileStore`: of the file library. */
export type ExportStores = { ownerUrl: string; store: ObjectStore; fileStore: ObjectStore };

export type Exported = { tales: number; authors: number; collections: number; pictureFiles: number; missing: string[] };

const BATCH = 200;

/**
 * Writes a consistent export into a new or empty folder. Returns counts and the image files missing in the store.
 * @throws ExportError if the folder is not empty
 */
export async function writeExport(folder: string, { ownerUrl, store, fileStore }: ExportStores): Promise<Exported> {
  await makeFolders(folder);
  const client = await openClient(ownerUrl, 'talewood export');
  try {
    await client.query("begin isolation level repeatable read, read only; set local timezone = 'UTC'");
    for (const [table, order] of Object.entries(DATA_TABLES)) await writeTable(client, folder, table, order);
    const names = await findNames(client);
    const authors = await writeAuthors(client, folder);
    const tales = await writeTales(client, folder, names);
    const collections = await writeCollections(client, folder);
    const media = await writeMedia(client, folder, store);
    const missingFiles = await writeFileContents(client, folder, fileStore);
    const facts = { format: FORMAT, exported_at: new Date().toISOString(), tales, authors, collections, ...media };
    await writeFile(path.join(folder, EXPORT_FILE), asText(facts));
    return {
      ...facts,
      pictureFiles: media.picture_files,
      missing: [...media.missing_picture_files, ...missingFiles.map((key) => `files/${key}`)],
    };
  } finally {
    await client.end();
  }
}

async function makeFolders(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) throw new ExportError(`${folder} is not empty.`);
  for (const each of ['data', 'authors', 'tales', 'unpublished', 'collections', 'media', 'files']) await mkdir(path.join(folder, each));
}

async function writeTable(client: pg.ClientBase, folder: string, table: string, order: string): Promise<void> {
  const lines = async function* () {
    for await (const { row } of readRows<{ row: Row }>(
      client,
      `select ${rowJson(await columnsOf(client, table))} as row from ${table} r where ${FILE_ROWS[table] ?? 'true'} order by ${order}`,
    ))
      yield `${JSON.stringify(row).replace(/[\u2028\u2029]/g, escapeEnd)}\n`;
  };
  await pipeline(lines, createWriteStream(path.join(folder, dataFile(table))));
}

/** Yields the rows of a query in batches, using a cursor. */
async function* readRows<Found extends pg.QueryResultRow>(client: pg.ClientBase, query: string): AsyncGenerator<Found> {
  await client.query(`declare exported cursor for ${query}`);
  for (;;) {
    const { rows } = await client.query<Found>(`fetch ${BATCH} from exported`);
    yield* rows;
    if (rows.length < BATCH) break;
  }
  await client.query('close exported');
}

async function writeAuthors(client: pg.ClientBase, folder: string): Promise<number> {
  const { rows } = await client.query<{ row: Row }>(
    `select ${rowJson(await columnsOf(client, 'authors'))} as row from authors r order by id`,
  );
  for (const { row } of rows) {
    const file = `authors/${row.slug}.md`;
    await writePair(folder, file, row, [writeAuthorFile(row)], (text) => parseAuthorFile(file, text));
  }
  return rows.length;
}

async function writeTales(client: pg.ClientBase, folder: string, names: Names): Promise<number> {
  const query = `select ${rowJson(await columnsOf(client, 'tales'))} as row, r.status = 'published' and r.deleted_at is null as shown,
    jsonb_build_object(
      'tags', array(select c.slug from tale_categories t join categories c on c.id = t.category_id where t.tale_id = r.id order by c.slug),
      'files', ${attachedFilesSql('r.id')},
      ${CREDIT_NAMES.map((name) => `'${name}', ${creditNamesSql(name, 'r')}`).join(', ')}) as lists
    from tales r order by r.id`;
  let count = 0;
  type Found = { row: Row; shown: boolean; lists: TaleLists & { files: Parameters<typeof toFrontMatter>[0][] } };
  for await (const { row, shown, lists } of readRows<Found>(client, query)) {
    const file = `${shown ? 'tales' : 'unpublished'}/${row.slug}.md`;
    const { files, ...others } = lists;
    await writePair(
      folder,
      file,
      { ...row, ...others },
      writeTaleFiles(row, { ...others, files: files.map(toFrontMatter) }, names),
      (text) => readTaleFile(file, text, names),
    );
    count += 1;
  }
  return count;
}

async function writeCollections(client: pg.ClientBase, folder: string): Promise<number> {
  const { rows } = await client.query<{ row: Row; tales: Placed[]; shown: Placed[] }>(
    `select ${rowJson(await columnsOf(client, 'collections'))} as row, p.*
     from collections r, lateral (select coalesce(jsonb_agg(jsonb_build_array(t.slug, c.position) order by c.position, t.slug), '[]') as tales,
       coalesce(jsonb_agg(jsonb_build_array(t.slug, c.position) order by c.position, t.slug) filter (where t.status = 'published' and t.deleted_at is null), '[]') as shown
       from collection_tales c join tales t on t.id = c.tale_id where c.collection_id = r.id) p order by r.id`,
  );
  for (const { row, tales, shown } of rows) {
    const file = `collections/${row.slug}.md`;
    await writePair(folder, file, { ...row, tales }, [writeCollectionFile(row, shown)], (text) => readCollectionFile(file, text));
  }
  return rows.length;
}

/** Writes the first text that reproduces the row's content when parsed, and a JSON file with the fields it lacks. */
async function writePair(folder: string, file: string, row: Row, texts: string[], read: (text: string) => Row): Promise<void> {
  let known: Row | undefined;
  let markdown: string | undefined;
  for (const text of texts) {
    known = tryTo(() => toExported(read(text)));
    if (known === undefined) break;
    const isLast = text === texts.at(-1);
    if (known.content !== row.content && !isLast) continue;
    markdown = text;
    break;
  }
  await Promise.all([
    markdown !== undefined && writeFile(path.join(folder, file), markdown),
    writeFile(path.join(folder, file.replace(/md$/, 'json')), asText(restOf(row, known ?? {}))),
  ]);
}

function tryTo<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

async function writeMedia(client: pg.ClientBase, folder: string, store: ObjectStore) {
  let files = 0;
  const missing: string[] = [];
  for (const { key, isShown, expect } of await listStoredFiles(client)) {
    const found = await store.get(key, expect).catch(undefinedIfDamaged);
    if (found === undefined && isShown) missing.push(key);
    if (found === undefined) continue;
    const target = path.join(folder, 'media', key);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, await buffer(found.body));
    files += 1;
  }
  return { picture_files: files, missing_picture_files: missing };
}

function asText(value: unknown): string {
  return `${JSON.stringify(value, null, 1)}\n`;
}

/** JSON allows these characters unescaped, but some line readers treat them as line ends. */
function escapeEnd(sign: string): string {
  return sign === '\u2028' ? '\\u2028' : '\\u2029';
}

/** Returns the fields of a row that differ from `known`. */
function restOf(row: Row, known: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([key, value]) => !isDeepStrictEqual(value, known[key])));
}
