import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { htmlToText } from '#src/features/tale-html/plain-text.ts';
import { sanitizeHtml } from '#src/features/tale-html/sanitize-html.ts';
import { fc } from '#test/fast-check.ts';
import type { FoundTale } from '../worker-output.ts';
import { parseMapping } from './column-mapping.ts';
import { parseTable, readCsv } from './parse-table.ts';

const csv = (text: string, map = '', name = 'tales.csv') => parseTable(name, Buffer.from(text), parseMapping(map));
const json = (value: unknown, map = '') => parseTable('tales.json', Buffer.from(JSON.stringify(value)), parseMapping(map));
const tales = ({ book }: ReturnType<typeof csv>) => book.tales.map(({ title, content }) => [title, content]);
const cells = (text: string) => readCsv('a.csv', text).rows.map(({ values }) => [...values.values()]);

test('reads a row as a tale and recognizes columns by name', () => {
  const { book, notes } = csv('Title,Author,lang,Text,Shelf\nThe Mill,A. Miller,German,"It turned.\n\nIt ""stood"", and turned.",9\n');
  expect(book.tales).toEqual([
    { title: 'The Mill', author: 'A. Miller', language: 'de', content: '<p>It turned.</p>\n<p>It "stood", and turned.</p>', warnings: [] },
  ]);
  expect(book).toMatchObject({
    name: 'The Mill',
    authors: ['A. Miller'],
    language: 'de',
    key: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
  });
  expect(notes).toEqual(['Columns not used, or missing in some rows: “Shelf”.']);
});

test('gives the book what all tales share', () => {
  const of = (rows: string) => csv(`title,author,language,text\n${rows}`).book;
  expect(of('A,X,de,a.\nB,X,de,b.\n')).toMatchObject({ authors: ['X'], language: 'de', title: null, name: 'tales.csv' });
  expect(of('A,X,de,a.\nB,,en,b.\n')).toMatchObject({ authors: [], translators: [], language: null });
});

test('notes unused columns and warns about unusable values', () => {
  const { book, notes } = csv('title,date,cover,text\nA,soon,https://example.org/a.jpg,a.\nB,2020-02-03,,b.\nC,,,\n');
  expect(book.tales.map(({ title, warnings }) => [title, warnings])).toEqual([
    ['A', ['Unusable values in the file: “date”.']],
    ['B', []],
  ]);
  expect(notes).toEqual(['Columns not used, or missing in some rows: “cover”.', 'Rows without text: “4”.']);
});

test('maps columns as configured', () => {
  const text = 'name,pages,when\nThe Mill,It turned.,2020-02-03\n';
  expect(csv(text, 'title=name, content = pages,date=when').book.tales[0]).toMatchObject({
    title: 'The Mill',
    publish_date: '2020-02-03T06:00:00.000Z',
  });
  expect(() => csv(text)).toThrow('tales.csv: no text column found among: “name”, “pages” and “when”.');
  expect(() => csv(text, 'content=page')).toThrow('tales.csv: no column “page” among: “name”, “pages” and “when”.');
  for (const [map, message] of [
    ['titel=name', /--map: “titel=name” is not a field.* title,/],
    ['title', /is not a field|has no column/],
    ['title=', 'has no column'],
    ['title=a,title=b', 'title is assigned twice'],
    ['constructor=a', 'is not a field'],
  ] as const)
    expect(() => parseMapping(map)).toThrow(message);
});

test('joins rows that differ in text only, and not others with the same title', () => {
  expect(tales(csv('title,author,text\nA,X,One.\nA,X,Two.\nA,Y,Three.\nB,Y,Four.\n'))).toEqual([
    ['A', '<p>One.</p>\n<p>Two.</p>'],
    ['A', '<p>Three.</p>'],
    ['B', '<p>Four.</p>'],
  ]);
});

test('groups rows by a column and sorts them by number', () => {
  const { book } = csv('story_id,title,section,text\nx,A,2,Two.\ny,B,1,Only.\nx,A,10,Ten.\nx,A,1,One.\n', 'group=story_id');
  expect(book.tales.map(({ content }) => content)).toEqual(['<p>One.</p>\n<p>Two.</p>\n<p>Ten.</p>', '<p>Only.</p>']);
  expect(tales(csv('book,text\nA,One.\nB,Two.\nA,Three.\n'))).toEqual([
    ['A', '<p>One.</p>\n<p>Three.</p>'],
    ['B', '<p>Two.</p>'],
  ]);
});

test('reads a file of sections as one tale, named after the file, with a warning', () => {
  const { book } = csv('section,text\n2,Two.\n1,One.\n', '', 'folder/the-snow-man.csv');
  expect(book.tales).toEqual([
    { title: 'The Snow Man', content: '<p>One.</p>\n<p>Two.</p>', warnings: ['The title is taken from the file name.'] },
  ]);
});

test('finds paragraphs, verse and headings in unmarked lines', () => {
  const lines = [
    ...[
      'The miller had a mill beside the stream, and whoever came by the road that led',
      'past it could hear the wheel go round, by day and by night. He called:',
    ],
    ...['"Turn, my wheel, turn,', 'Bring home what I earn."'],
    'The Second Day',
    ...[
      'On the second day nobody came past it at all, and the miller sat down upon the',
      'sack and looked at the water, which ran as it had always run.',
    ],
    ...['"It will be the weather," said he, although the sun shone on the wheel and upon', 'the roof.'],
  ];
  const content = [
    `<p>${lines[0]} ${lines[1]}</p>`,
    `<p class="verse">${lines[2]}<br />${lines[3]}</p>`,
    `<h2>${lines[4]}</h2>`,
    `<p>${lines[5]} ${lines[6]}</p>`,
    `<p>${lines[7]} ${lines[8]}</p>`,
  ].join('\n');
  expect(json([{ title: 'The Mill', lines }]).book.tales[0]?.content).toBe(content);
  expect(csv(`title,text\n${lines.map((line) => `M,"${line.replaceAll('"', '""')}"`).join('\r\n')}`).book.tales[0]?.content).toBe(content);
});

test('uses HTML and Markdown in columns', () => {
  expect(tales(csv('title,text\nA,<p>One &amp; <em>two</em></p>\n'))).toEqual([['A', '<p>One &amp; <em>two</em></p>']]);
  expect(tales(csv('title,markdown\nA,*One*\n'))).toEqual([['A', '<p><em>One</em></p>']]);
  expect(tales(csv('title,text\nA,1 < 2 & _so_[1] on\n'))).toEqual([['A', expect.stringContaining('1 &lt; 2 &amp; <em>so</em>')]]);
  expect(tales(csv('title,text\nA,"(1) Not a note."\n'))).toEqual([['A', '<p>[1] Not a note.</p>']]);
  expect(tales(csv('title,text\nA,"(1) Its own.(1)"\n'))).toEqual([['A', '<p>[1] Its own.(1)</p>']]);
});

test('reads JSON lists, feeds, single objects and JSON Lines', () => {
  const feed = {
    version: 'x',
    items: [{ title: 'A', content_html: '<p>a</p>', authors: [{ name: 'X' }], date_published: '2020-02-03T04:05:06Z', tags: ['dark'] }],
  };
  expect(json(feed).book.tales).toEqual([
    { title: 'A', content: '<p>a</p>', author: 'X', publish_date: '2020-02-03T04:05:06.000Z', tags: ['dark'], warnings: [] },
  ]);
  expect(tales(json({ title: 'A', body: 'a' }))).toEqual([['A', '<p>a</p>']]);
  expect(tales(parseTable('a.jsonl', Buffer.from('{"title":"A","text":"a."}\n\n{"title":"A","text":"b."}\n')))).toEqual([
    ['A', '<p>a.</p>\n<p>b.</p>'],
  ]);
  expect(json([{ title: 'A', text: 'a', __proto__: 1 }]).notes).toEqual([]);
  expect(JSON.stringify(parseTable('a.json', Buffer.from('[{"__proto__":{"title":"B"},"title":"A","text":"a"}]')).notes)).toContain(
    '__proto__',
  );
});

test.each([
  ['a.csv', '', 'a.csv: the file is empty.'],
  ['a.csv', 'title,text\n"A,b\nc', 'a.csv, line 2: the quote opened here is never closed.'],
  ['a.csv', 'title,text\nA,"b\nb"\nA,b,c\n', 'a.csv, line 4: this row has 3 fields, the header 2.'],
  ['a.csv', 'text,text\na,b\n', 'a.csv, line 1: two columns are named “text”.'],
  ['a.csv', 'title,text\nA,\n', 'a.csv: no rows with text.'],
  ['a.csv', `text\n${'a\n'.repeat(200_001)}`, 'a.csv, line 200002: more than 200,000 rows.'],
  ['a.csv', `${'a,'.repeat(200)}text\n`, 'more than 200 columns'],
  ['a.csv', `title,text\n${Array.from({ length: 20_001 }, (_, at) => `${at},a\n`).join('')}`, 'more than 20,000 tales'],
  ['a.csv', `title,text\nA,"${'a\n'.repeat(20_001)}"`, 'a.csv: the tale in row 2 has more than 2 MB, or more than 20,000 lines.'],
  ['a.csv', `text\n${','.repeat(300)}`, 'a.csv, line 2: more than 200 columns.'],
  ['a.json', '[{"title":"A"},\n{]', /a\.json(, line 2)?: invalid JSON\./],
  ['a.json', '["a"]', 'a.json: entry 1 of the list is not an object.'],
  ['a.json', '"a"', 'a.json: neither a list nor an object.'],
  ['a.json', '{"a":[{"text":"a"}],"b":[{"text":"b"}]}', 'a.json: several lists: “a” and “b”. Keep only the list of tales.'],
  ['a.jsonl', '{}\n{', 'a.jsonl, line 2: invalid JSON.'],
])('rejects %s with %.40j and its position', (name, text, message) => {
  expect(() => parseTable(name, Buffer.from(text))).toThrow(message);
});

test('rejects more than 20 MB unread', () => {
  expect(() => parseTable('a.csv', Buffer.alloc(20 * 1024 * 1024 + 1))).toThrow('up to 20 MB');
});

test('reads semicolons, tabs, byte order marks, Windows line ends and windows-1252', () => {
  expect(tales(csv('\uFEFFtitle;text\r\n"A;1";"a.\r\nb."\r\n'))).toEqual([['A;1', '<p>a.</p>\n<p>b.</p>']]);
  expect(tales(csv('title\ttext\nA, B\ta\n', '', 'a.tsv'))).toEqual([['A, B', '<p>a</p>']]);
  expect(tales(parseTable('a.csv', Buffer.from('title,text\nM\xfchle,\x84Ja\x93\n', 'latin1')))).toEqual([['Mühle', '<p>„Ja“</p>']]);
  expect(cells('a,b\n1,2"3\n"4"5,\n\n6\n')).toEqual([
    ['1', '2"3'],
    ['45', ''],
    ['6', ''],
  ]);
});

test('reads any field content back unchanged', () => {
  const field = fc.stringMatching(/^[a";,\n\t ]{0,6}$/);
  fc.assert(
    fc.property(fc.array(fc.tuple(field, field, fc.constant('.')), { minLength: 1, maxLength: 5 }), (rows) => {
      const written = rows.map((row) => row.map((each) => `"${each.replaceAll('"', '""')}"`).join(','));
      expect(cells(`a,b,c\n${written.join('\n')}`)).toEqual(rows);
    }),
  );
});

/** Beside the repository or its parent folder. */
const library = ['../shared/library', '../../shared/library'].find((each) => existsSync(each)) ?? '';
const read = (file: string) => readFile(path.join(library, file));
/** Letters and digits only: line ends, dashes and quotes may differ. */
const letters = (text: string) => text.normalize('NFC').replace(/[^\p{L}\p{N}]/gu, '');
/** Footnotes are moved to the end of their tale and numbered. */
const withoutOrder = (text: string) => [...letters(text.replace(/\d/g, ''))].toSorted().join('');

function expectWhole({ content }: FoundTale, printed: string): void {
  expect(sanitizeHtml(content)).toEqual({ html: content, changed: false, isTooDeep: false });
  const form = content.includes('t-footnotes') ? withoutOrder : letters;
  expect(form(htmlToText(content))).toBe(form(printed));
}

describe.skipIf(library === '')('the data sets of the library', () => {
  test('has 242 complete stories in sections, a file each', async () => {
    const files = (await readdir(path.join(library, 'fairytaleqa-csv'), { recursive: true })).filter((file) => file.endsWith('-story.csv'));
    expect(files).toHaveLength(242);
    for (const file of files) {
      const bytes = await read(`fairytaleqa-csv/${file}`);
      const { book, notes } = parseTable(file, bytes);
      expect([file, book.tales.length, notes]).toEqual([file, 1, []]);
      const printed = readCsv(file, bytes.toString().replaceAll('\r\n', '\n')).rows.map(({ values }) => values.get('text'));
      expectWhole(book.tales[0] as FoundTale, printed.join('\n'));
    }
  });

  test('has 84 complete English tales of Andersen, a line per row', async () => {
    const bytes = await read('hcandersen/andersen-en.csv');
    const { book, notes } = parseTable('andersen-en.csv', bytes);
    expect([book.tales.length, notes, book.language]).toEqual([84, [], 'en']);
    const rows = readCsv('andersen-en.csv', bytes.toString().replaceAll('\r\n', '\n')).rows;
    const byTitle = Map.groupBy(rows, ({ values }) => String(values.get('book')));
    for (const tale of book.tales) expectWhole(tale, (byTitle.get(tale.title) ?? []).map(({ values }) => values.get('text')).join('\n'));
    expect(book.tales.flatMap(({ warnings }) => warnings)).toEqual([]);
  });

  test('has 138 complete Danish tales of Andersen, a list of lines each', async () => {
    const bytes = await read('hcandersen/andersen-da.json');
    const printed: { title: string; lines: string[] }[] = JSON.parse(bytes.toString());
    const { book, notes } = parseTable('andersen-da.json', bytes);
    expect([book.tales.length, notes, book.authors]).toEqual([
      138,
      ['Columns not used, or missing in some rows: “ek”.'],
      ['H.C. Andersen'],
    ]);
    for (const [index, tale] of book.tales.entries()) {
      expect(tale.title).toBe(printed[index]?.title.trim());
      expectWhole(tale, printed[index]?.lines.join('\n') ?? '');
    }
    const [noted, ...others] = book.tales.filter(({ content }) => content.includes('t-footnotes'));
    expect(others).toEqual([]);
    expect(noted?.content).toMatch(/<sup><a id="t-fnref1" href="#t-fn1">1<\/a><\/sup>.*<li id="t-fn1">Holberg fortæller/s);
  });
});
