import { hash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { factsOf } from '#src/features/media/media.ts';
import { parseAuthorFile, parseCollectionFile, parseTaleFile } from '#src/features/starter-library/starter-library.ts';
import { createTale, deleteTale, moveTale, updateTale } from '#src/features/tales/tales.ts';
import { splitFrontMatter } from '#src/platform/front-matter.ts';
import { openFolderStore } from '#src/platform/objects/folder-store.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { taleInput } from '#test/factories.ts';
import { fillSite, pictureKeys, SPECIAL_TEXT, withClient } from '#test/full-site.ts';
import { addUser } from '#test/users.ts';
import { readExport } from './read-export.ts';
import { writeExport } from './write-export.ts';

/** All public content with its history and slugs, without users. */
const CONTENT = [
  ...[
    'authors',
    'author_names',
    'author_slugs',
    'categories',
    'category_slugs',
    'tales',
    'tale_slugs',
    'tale_categories',
    'tale_revisions',
  ],
  ...[
    'collections',
    'collection_slugs',
    'collection_tales',
    'media',
    'media_uses',
    'seed_runs',
    'page_versions',
    'facet_counts',
    'facet_set_counts',
    'facet_pair_counts',
    'author_facet_set_counts',
  ],
  ...['folders', 'file_contents', 'file_parts', 'files', 'tale_files', 'collection_files'],
];
const PEOPLE = ['edited_by', 'created_by', 'updated_by', 'saved_by'];
const CONTENTS = [
  '<p>Plain *stars* and _lines_ [1] `code` \\ ~~no~~ &lt;b&gt; &amp;amp; 1. 2) # ! | www.tales.example</p>',
  '<p># no heading</p>\n<p>- no list</p>\n<p>3. no list<br />&gt; no quotation<br />+ nor this<br />---</p>',
  '<h2>Part <em>one</em></h2>\n<p><strong>Bold</strong> and <em>soft</em>, <i lang="de">ganz</i> H<sub>2</sub>O.</p>\n<hr />\n<blockquote>\n<p>Round,<br />round</p>\n<p>and on</p>\n</blockquote>',
  '<ul><li><p>one</p></li><li>two</li></ul>\n<table><tbody><tr><td colspan="2">cell</td></tr></tbody></table>',
  '<p class="verse">A line,<br />another</p>\n<figure><img src="/media/11111111111111111111-400x300/400.webp" alt="A mill" /><figcaption>Mill</figcaption></figure>',
  '<p>A <a href="https://tales.example/a_(b)" rel="noopener">link</a>, <a href="/tale/a-mill">another</a>.</p><p>No line between</p>',
  'text without a block <em>at all</em>',
  '<div>\n\n<p>gaps</p>\n\n</div>',
];
const WEBP = Buffer.from('RIFF\x08\0\0\0WEBPVP8 ', 'latin1');
const AVIF = Buffer.concat([Buffer.from([0, 0, 0, 20]), Buffer.from('ftypavif\0\0\0\0avif', 'latin1')]);

const SHEET = Buffer.from('pdf');
const SHEET_HASH = hash('sha256', SHEET);

let folder: string;
let source: TestDatabase;
let target: TestDatabase;
let empty: TestDatabase;
const storeIn = (name: string) => openFolderStore(path.join(folder, name));

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'talewood-export-'));
  source = await createTestDatabase();
  target = await createTestDatabase();
  empty = await createTestDatabase();
  await fillSite(source.db, source.ownerUrl);
  await addMore();
  for (const key of pictureKeys) await storeIn('media').put(key, key.endsWith('avif') ? AVIF : WEBP, 'image/webp');
  const stored = Object.fromEntries(pictureKeys.map((key) => [path.basename(key), factsOf(key.endsWith('avif') ? AVIF : WEBP)]));
  await withClient(source.ownerUrl, (client) => client.query('update media set stored_files = $1', [JSON.stringify(stored)]));
  await addLibraryFiles();
  await writeExport(path.join(folder, 'out'), { ownerUrl: source.ownerUrl, store: storeIn('media'), fileStore: storeIn('files') });
});
afterAll(async () => {
  await source.drop();
  await target.drop();
  await empty.drop();
  await rm(folder, { recursive: true });
});

/** Bytes of the files of fillSite, with a folder that was moved into a newer one. */
async function addLibraryFiles(): Promise<void> {
  await withClient(source.ownerUrl, async (client) => {
    await client.query('delete from file_uploads');
    await client.query("update file_contents set bytes = 3, sha256 = $1, preview = jsonb_build_object('size', 3, 'sha256', $1::text)", [
      SHEET_HASH,
    ]);
    await client.query("update file_parts set bytes = 3, sha256 = $1, object_key = content_id || '/part'", [SHEET_HASH]);
    await client.query(
      "with top as (insert into folders (name) values ('Newer') returning id) update folders set parent_id = top.id from top",
    );
    const { rows } = await client.query<{ id: string }>('select id from file_contents');
    for (const { id } of rows)
      for (const name of ['part', 'preview.webp']) await storeIn('files').put(`${id}/${name}`, SHEET, 'application/pdf');
  });
}

/** Tales with every kind of text: edited, renamed, in the trash and deleted. */
async function addMore(): Promise<void> {
  const { db } = source;
  const ids: string[] = [];
  for (const [index, content] of CONTENTS.entries()) {
    const made = await createTale(
      db,
      taleInput({
        slug: `text-${index}`,
        content,
        title: `"${index}": ${SPECIAL_TEXT.replace(/\s/g, ' ')}\u2028`,
        tale_type: '#1',
        motifs: ['a: mill', '- #2'],
        content_notes: ['drink'],
        why_it_matters: '"It" turns: so',
        questions: index % 2 === 0 ? ['Why?', "Who's \\ there?"] : [],
        publish_date: '2020-01-02T03:04:05.678Z',
      }),
    );
    if (made.outcome !== 'saved') throw new Error(JSON.stringify(made));
    ids.push(made.tale.id);
  }
  const [first = '', second = '', third = '', fourth = ''] = ids;
  const { id: editor } = await addUser(source.pool, { role: 'admin' });
  await updateTale(
    db,
    first,
    'any',
    { slug: 'renamed', read_time: 12, cover_image: '/media/11111111111111111111-400x300/400.webp#x10y20' },
    { editor },
  );
  await updateTale(db, second, 'any', { status: 'draft', content: '' }, { editor });
  await moveTale(db, third, 'bin', editor);
  await deleteTale(db, fourth);
  await source.pool.query("update authors set name = 'The Old Miller' where slug = 'the-miller'");
  await source.pool.query("insert into collections (slug, title, introduction) values ('empty', 'Empty', '')");
}

async function contentOf({ ownerUrl }: TestDatabase) {
  return withClient(ownerUrl, async (client) => {
    await client.query("set timezone = 'UTC'");
    const found: Record<string, string[]> = {};
    for (const table of CONTENT) {
      const { rows } = await client.query<{ row: string }>(`select (to_jsonb(r) - $1::text[])::text as row from ${table} r order by 1`, [
        PEOPLE,
      ]);
      found[table] = rows.map(({ row }) => row);
    }
    return found;
  });
}

test('an import restores the export, with numbers, slugs, dates, versions and images', async () => {
  const done = await readExport(path.join(folder, 'out'), {
    ownerUrl: target.ownerUrl,
    store: storeIn('new media'),
    fileStore: storeIn('new files'),
  });
  expect(done).toEqual({ tales: CONTENTS.length + 2, missing: [] });
  expect(await contentOf(target)).toEqual(await contentOf(source));
  for (const key of pictureKeys)
    expect(await text((await storeIn('new media').get(key))?.body ?? new ReadableStream())).toBe(
      (key.endsWith('avif') ? AVIF : WEBP).toString(),
    );
  const [part] = (await withClient(target.ownerUrl, (client) => client.query<{ key: string }>('select object_key as key from file_parts')))
    .rows;
  expect(await text((await storeIn('new files').get(part?.key ?? ''))?.body ?? new ReadableStream())).toBe('pdf');
  // New numbers follow the existing ones.
  await target.pool.query("insert into authors (slug, name, sort_name) values ('new', 'New', 'New')");
  const { rows } = await target.pool.query("select count(*) from graphile_worker.jobs where task_identifier = 'publish-tale'");
  expect(rows).toEqual([{ count: 1 }]);
});

test('its Markdown has the format of the starter library', async () => {
  const out = path.join(folder, 'out');
  const parsers = { tales: parseTaleFile, authors: parseAuthorFile, collections: parseCollectionFile, unpublished: parseTaleFile };
  const read: Record<string, number> = {};
  for (const [kind, parse] of Object.entries(parsers)) {
    for (const name of (await readdir(path.join(out, kind))).filter((each) => each.endsWith('.md'))) {
      parse(`${kind}/${name}`, await readFile(path.join(out, kind, name), 'utf8'));
      read[kind] = (read[kind] ?? 0) + 1;
    }
  }
  expect(read).toEqual({ tales: 7, authors: 1, collections: 1, unpublished: 2 });
  expect(await readFile(path.join(out, 'unpublished/text-2.md'), 'utf8')).toContain(
    '\n---\n\n## Part *one*\n\n**Bold** and *soft*, <i lang="de">ganz</i> H<sub>2</sub>O.\n\n* * *\n\n> Round,\\\n> round\n>\n> and on\n',
  );
  const [{ content = '' }] = (await withClient(source.ownerUrl, (client) => client.query('select id as content from file_contents'))).rows;
  expect(splitFrontMatter(await readFile(path.join(out, 'tales/a-mill.md'), 'utf8'))?.fields).toMatchObject({
    files: [
      {
        path: `files/${content}/Mill.pdf`,
        folder: expect.stringMatching(/^Newer\//),
        access: 'private',
        kind: 'worksheet',
        label: SPECIAL_TEXT,
      },
    ],
  });
  // Fields of the Markdown file are not repeated.
  expect(Object.keys(JSON.parse(await readFile(path.join(out, 'tales/text-4.json'), 'utf8')))).not.toContain('content');
});

test('files and columns keep the names of the format, whatever the database calls them', async () => {
  const out = path.join(folder, 'out');
  expect(await readdir(path.join(out, 'data'))).toEqual(expect.arrayContaining(['imports.jsonl', 'page_texts.jsonl']));
  const [picture = ''] = (await readFile(path.join(out, 'data/media.jsonl'), 'utf8')).split('\n');
  expect(JSON.parse(picture)).toMatchObject({ begun_at: expect.any(String) });
  const tale = JSON.parse(await readFile(path.join(out, 'tales/text-4.json'), 'utf8'));
  expect(tale).toMatchObject({ went_public_at: expect.any(String) });
  expect(tale).not.toHaveProperty('first_published_at');
});

test.each<[string, string, string, RegExp]>([
  ['a folder that is not an export', 'export.json', '{}', /not a complete export/],
  ['a line that is not JSON', 'data/imports.jsonl', 'x\n', /data\/imports.jsonl, line 1/],
  [
    'a tale without an author',
    'tales/a-mill.md',
    '---\ntitle: A\nauthor: Nobody\ncategory: dark\nexcerpt: b\npublish_date: 2020-01-01\n---\nx\n',
    /unknown author Nobody/,
  ],
  ['an invalid Markdown file', 'tales/a-mill.md', 'x', /tales\/a-mill.md: it must begin/],
  ['a tale without its Markdown file', 'tales/more.md', 'x', /more.md has no file more.json/],
  [
    'a cover outside the export',
    'tales/a-mill.json',
    '{"id": "00000000-0000-7000-8000-000000000000", "cover_image": "https://evil.example/x.webp"}',
    /not an image of this site/,
  ],
  ['an invalid image', `media/${pictureKeys[0]}`, '<svg onload="x">', /not a complete image\/avif file/],
])('imports nothing from %s', async (_, file, content, message) => {
  const out = path.join(folder, 'out');
  const before = await readFile(path.join(out, file)).catch(() => undefined);
  await writeFile(path.join(out, file), content);
  const done = readExport(out, { ownerUrl: empty.ownerUrl, store: storeIn('none'), fileStore: storeIn('none') });
  await expect(done).rejects.toThrow(message);
  if (before === undefined) await rm(path.join(out, file));
  else await writeFile(path.join(out, file), before);
  expect((await contentOf(empty)).tales).toEqual([]);
});

test('imports nothing with files of another type or other bytes', async () => {
  const out = path.join(folder, 'out');
  const [contents, rows] = ['file_contents', 'file_parts'].map((table) => path.join(out, 'data', `${table}.jsonl`)) as [string, string];
  const { object_key: key, content_id: id } = JSON.parse((await readFile(rows, 'utf8')).split('\n')[0] ?? '');
  const whole = path.join(out, 'files', id, 'Mill.pdf');
  const forged: [string, (text: string) => string, RegExp][] = [
    [contents, (text) => text.replace('application/pdf', 'text/html'), /type text\/html are not supported/],
    [rows, (text) => text.replace(key, '../../secret'), /not a valid key/],
    [whole, () => 'pdx', /is not what was exported/],
    [whole, () => 'pdf and more', /is not what was exported/],
    [path.join(out, 'data/files.jsonl'), (text) => text.replace('Mill.pdf', '../../../out.pdf'), /is not what was exported/],
  ];
  // Would be read with a name that leads out of the folder.
  await writeFile(path.join(folder, 'out.pdf'), 'evil');
  await writeFile(path.join(out, 'files', id, '__.._.._out.pdf'), 'evil');
  for (const [file, forge, message] of forged) {
    const before = await readFile(file, 'utf8');
    await writeFile(file, forge(before));
    const done = readExport(out, { ownerUrl: empty.ownerUrl, store: storeIn('none'), fileStore: storeIn('none') });
    await expect(done).rejects.toThrow(message);
    await writeFile(file, before);
  }
  expect((await contentOf(empty)).files).toEqual([]);
});

test('hostile HTML beside the Markdown is sanitized, and a site with tales is rejected unchanged', async () => {
  const out = path.join(folder, 'out');
  await writeFile(
    path.join(out, 'tales/a-mill.json'),
    JSON.stringify({
      ...JSON.parse(await readFile(path.join(out, 'tales/a-mill.json'), 'utf8')),
      content: '<p onclick="x">a<script>b</script></p>',
    }),
  );
  const work = { ownerUrl: empty.ownerUrl, store: storeIn('other'), fileStore: storeIn('other') };
  // Parts instead of files, as in exports of older releases.
  const { object_key: key, content_id: id } = JSON.parse(await readFile(path.join(out, 'data/file_parts.jsonl'), 'utf8'));
  await rename(path.join(out, 'files', id, 'Mill.pdf'), path.join(out, 'files', key));
  await readExport(out, work);
  expect(await text((await storeIn('other').get(key))?.body ?? new ReadableStream())).toBe('pdf');
  const { rows } = await empty.pool.query("select content from tales where slug = 'a-mill'");
  expect(rows).toEqual([{ content: '<p>a</p>' }]);
  await expect(readExport(out, work)).rejects.toThrow(/not empty \(table tales\)/);
  await expect(writeExport(out, work)).rejects.toThrow(/is not empty/);
});
