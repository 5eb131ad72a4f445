import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readExport } from '#src/features/export/read-export.ts';
import { writeExport } from '#src/features/export/write-export.ts';
import { parseMarkdown } from '#src/features/import/formats/parse-markdown.ts';
import { openFolderStore } from '#src/platform/objects/folder-store.ts';
import { type AdminApi, openAdminApi } from '#test/admin-api.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { compareTales } from './admin/revisions/compare-tales.tsx';
import { TaleFields, TaleView } from './contract.ts';
import { definitionOf, FIELD_NAMES, type FieldValues, FORM_ORDER } from './field-values.ts';
import { type FieldName, taleFields } from './fields.ts';
import { PAGE_COLUMNS } from './tale-schemas.ts';
import { findTale } from './tales.ts';

let database: TestDatabase;
let target: TestDatabase;
let staff: AdminApi;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  target = await createTestDatabase();
  staff = await openAdminApi(database);
  folder = await mkdtemp(path.join(os.tmpdir(), 'talewood-fields-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await Promise.all([database.drop(), target.drop()]);
});

const SAMPLES: Partial<Record<FieldName, readonly [unknown, unknown]>> = {
  category: ['classic', 'folklore'],
  content: ['<p>A mill.</p>', '<p>Another mill.</p>'],
  status: ['published', 'draft'],
  publish_date: ['2020-02-03T06:00:00.000Z', '2021-02-03T06:00:00.000Z'],
  cover_image: ['', '/media/11111111111111111111-400x300/400.webp'],
  slug: ['the-mill', 'the-other-mill'],
  tags: [['dark'], ['animals']],
  language: ['de', 'da'],
};

/** Two valid values of a field. */
function samplesOf(name: FieldName): readonly [unknown, unknown] {
  const { kind, options = {} } = definitionOf(name);
  const [one, other] = Object.keys(options).filter((option) => option !== '');
  if (SAMPLES[name] !== undefined) return SAMPLES[name];
  if (kind === 'choice') return [one, other];
  if (kind === 'set') return [[one], [other]];
  if (kind === 'lines') return [['A mill', 'A wheel'], ['A river']];
  if (kind === 'people') return [[`One of the ${name}`, 'The Miller'], [`Another of the ${name}`]];
  return kind === 'integer' ? [7, 9] : [`${name.replaceAll('_', ' ')} of one`, `${name.replaceAll('_', ' ')} of another`];
}

const valuesOf = (at: 0 | 1) => Object.fromEntries(FIELD_NAMES.map((name) => [name, samplesOf(name)[at]])) as unknown as FieldValues;
const [first, second] = [valuesOf(0), valuesOf(1)];
const fieldsOf = (tale: object) => Object.fromEntries(Object.entries(tale).filter(([name]) => name in taleFields));
/** Fields that restoring a revision does not change. */
const NOT_RESTORED: readonly FieldName[] = ['status', 'publish_date', 'slug'];

test('every field survives saving, reading, version history, restoring, export and import', async () => {
  const created = await staff.call('POST', '/tales', { body: first });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  const { id } = created.body.tale;
  const read = async () => fieldsOf((await staff.ask(`/tales/${id}`)).body);
  expect(await read()).toEqual(first);

  const found = await findTale(database.db, 'the-mill');
  const tale = found.kind === 'found' ? found.tale : {};
  const shown = PAGE_COLUMNS.map((name) => first[name]);
  expect(Object.values(tale)).toEqual(expect.arrayContaining(shown));

  await writeExport(path.join(folder, 'out'), {
    ownerUrl: database.ownerUrl,
    store: openFolderStore(folder),
    fileStore: openFolderStore(folder),
  });
  const markdown = await readFile(path.join(folder, 'out/tales/the-mill.md'));
  const { book } = parseMarkdown('the-mill.md', markdown);
  const inFile = FIELD_NAMES.filter((name) => definitionOf(name).frontMatter !== false);
  expect(book.tales[0]).toMatchObject(Object.fromEntries(inFile.map((name) => [name, first[name]])));
  await readExport(path.join(folder, 'out'), {
    ownerUrl: target.ownerUrl,
    store: openFolderStore(folder),
    fileStore: openFolderStore(folder),
  });
  const other = await openAdminApi(target);
  expect(fieldsOf((await other.ask(`/tales/${id}`)).body)).toEqual(first);

  const changed = await staff.call('PATCH', `/tales/${id}`, { match: 1, body: second });
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  expect(await read()).toEqual(second);
  const { fields } = (await staff.ask(`/tales/${id}/revisions/1`)).body;
  expect(fields).toEqual(first);
  expect(compareTales(fields, second, (slug) => slug).map(({ field }) => field)).toEqual(FORM_ORDER);

  const restored = await staff.call('POST', `/tales/${id}/revisions/1/restore`, { match: 2 });
  expect(restored.status, JSON.stringify(restored.body)).toBe(200);
  const untouched = Object.fromEntries(NOT_RESTORED.map((name) => [name, second[name]]));
  expect(await read()).toEqual({ ...first, ...untouched });
});

test('a version saved before a field existed reads with its default', () => {
  const since = FIELD_NAMES.filter((name) => definitionOf(name).addedLater);
  const old = Object.fromEntries(Object.entries(first).filter(([name]) => !since.includes(name as FieldName)));
  expect(TaleFields.safeParse(old).success).toBe(true);
  expect(FIELD_NAMES.length - since.length, 'set addedLater for new fields').toBe(18);
});

test('the tale of readers has no field that is for editors only', () => {
  const shown = Object.keys(TaleView.shape).map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  expect(FIELD_NAMES.filter((name) => definitionOf(name).visibility === 'editors' && shown.includes(name))).toEqual([]);
});
