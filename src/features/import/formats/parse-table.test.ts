import { expect, test } from 'vitest';
import { fc } from '#test/fast-check.ts';
import { parseMapping } from './mapping.ts';
import { parseTable } from './parse-table.ts';
import { readCsv } from './read-csv.ts';

const csv = (text: string, map = '', name = 'tales.csv') => parseTable(name, Buffer.from(text), parseMapping(map));
const json = (value: unknown, map = '') => parseTable('tales.json', Buffer.from(JSON.stringify(value)), parseMapping(map));
const tales = ({ book }: ReturnType<typeof csv>) => book.tales.map(({ title, content }) => [title, content]);
const cells = (text: string) => readCsv('a.csv', text).rows.map(({ values }) => [...values.values()]);

test('a row is a tale, and its columns are known by what they are called', () => {
  const { book, notes } = csv('Title,Author,lang,Text,Shelf\nThe Mill,A. Miller,German,"It turned.\n\nIt ""stood"", and turned.",9\n');
  expect(book.tales).toEqual([
    { title: 'The Mill', author: 'A. Miller', language: 'de', content: '<p>It turned.</p>\n<p>It "stood", and turned.</p>', doubts: [] },
  ]);
  expect(book).toMatchObject({
    name: 'The Mill',
    authors: ['A. Miller'],
    language: 'de',
    key: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
  });
  expect(notes).toEqual(['Columns not used, or not in every row: “Shelf”.']);
});

test('what all tales agree in is said of the book, and nothing else', () => {
  const of = (rows: string) => csv(`title,author,language,text\n${rows}`).book;
  expect(of('A,X,de,a.\nB,X,de,b.\n')).toMatchObject({ authors: ['X'], language: 'de', title: null, name: 'tales.csv' });
  expect(of('A,X,de,a.\nB,,en,b.\n')).toMatchObject({ authors: [], translators: [], language: null });
});

test('what cannot be taken is told, and what should have been makes the tale doubtful', () => {
  const { book, notes } = csv('title,date,cover,text\nA,soon,https://example.org/a.jpg,a.\nB,2020-02-03,,b.\nC,,,\n');
  expect(book.tales.map(({ title, doubts }) => [title, doubts])).toEqual([
    ['A', ['What the file says as “date” could not be used.']],
    ['B', []],
  ]);
  expect(notes).toEqual(['Columns not used, or not in every row: “cover”.', 'Rows without text: “4”.']);
});

test('a mapping says what the names do not', () => {
  const text = 'name,pages,when\nThe Mill,It turned.,2020-02-03\n';
  expect(csv(text, 'title=name, content = pages,date=when').book.tales[0]).toMatchObject({
    title: 'The Mill',
    publishDate: '2020-02-03T06:00:00.000Z',
  });
  expect(() => csv(text)).toThrow('tales.csv: none of its columns (“name”, “pages” and “when”) can be told to be the text.');
  expect(() => csv(text, 'content=page')).toThrow('tales.csv: it has no column “page”, only “name”, “pages” and “when”.');
  for (const [map, message] of [
    ['titel=name', /--map: “titel=name” names no field.* title,/],
    ['title', /names no field|names no column/],
    ['title=', 'names no column'],
    ['title=a,title=b', 'title is named twice'],
    ['constructor=a', 'names no field'],
  ] as const)
    expect(() => parseMapping(map)).toThrow(message);
});

test('rows that repeat everything but the text are one tale; others with the same title are not', () => {
  expect(tales(csv('title,author,text\nA,X,One.\nA,X,Two.\nA,Y,Three.\nB,Y,Four.\n'))).toEqual([
    ['A', '<p>One.</p>\n<p>Two.</p>'],
    ['A', '<p>Three.</p>'],
    ['B', '<p>Four.</p>'],
  ]);
});

test('a column to group by gathers rows wherever they stand, in the order of their numbers', () => {
  const { book } = csv('story_id,title,section,text\nx,A,2,Two.\ny,B,1,Only.\nx,A,10,Ten.\nx,A,1,One.\n', 'group=story_id');
  expect(book.tales.map(({ content }) => content)).toEqual(['<p>One.</p>\n<p>Two.</p>\n<p>Ten.</p>', '<p>Only.</p>']);
  expect(tales(csv('book,text\nA,One.\nB,Two.\nA,Three.\n'))).toEqual([
    ['A', '<p>One.</p>\n<p>Three.</p>'],
    ['B', '<p>Two.</p>'],
  ]);
});

test('a file of sections is one tale, named after the file and so doubtful', () => {
  const { book } = csv('section,text\n2,Two.\n1,One.\n', '', 'folder/the-snow-man.csv');
  expect(book.tales).toEqual([
    { title: 'The Snow Man', content: '<p>One.</p>\n<p>Two.</p>', doubts: ['Its title was made from the name of the file.'] },
  ]);
});

test('lines of a text without marks become paragraphs, verse and headings', () => {
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

test('markup in a column is taken as such', () => {
  expect(tales(csv('title,text\nA,<p>One &amp; <em>two</em></p>\n'))).toEqual([['A', '<p>One &amp; <em>two</em></p>']]);
  expect(tales(csv('title,markdown\nA,*One*\n'))).toEqual([['A', '<p><em>One</em></p>']]);
  expect(tales(csv('title,text\nA,1 < 2 & _so_[1] on\n'))).toEqual([['A', expect.stringContaining('1 &lt; 2 &amp; <em>so</em>')]]);
  expect(tales(csv('title,text\nA,"(1) Not a note."\n'))).toEqual([['A', '<p>[1] Not a note.</p>']]);
  expect(tales(csv('title,text\nA,"(1) Its own.(1)"\n'))).toEqual([['A', '<p>[1] Its own.(1)</p>']]);
});

test('JSON comes as a list, as a feed, as one tale and line by line', () => {
  const feed = {
    version: 'x',
    items: [{ title: 'A', content_html: '<p>a</p>', authors: [{ name: 'X' }], date_published: '2020-02-03T04:05:06Z', tags: ['dark'] }],
  };
  expect(json(feed).book.tales).toEqual([
    { title: 'A', content: '<p>a</p>', author: 'X', publishDate: '2020-02-03T04:05:06.000Z', tags: ['dark'], doubts: [] },
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
  ['a.csv', '', 'a.csv: it is empty.'],
  ['a.csv', 'title,text\n"A,b\nc', 'a.csv, line 2: the quotes that open here are never closed.'],
  ['a.csv', 'title,text\nA,"b\nb"\nA,b,c\n', 'a.csv, line 4: this row has 3 fields, the first 2.'],
  ['a.csv', 'text,text\na,b\n', 'a.csv, line 1: two columns are named “text”.'],
  ['a.csv', 'title,text\nA,\n', 'a.csv: it has no rows with text.'],
  ['a.csv', `text\n${'a\n'.repeat(200_001)}`, 'a.csv, line 200002: it has more than 200,000 rows.'],
  ['a.csv', `${'a,'.repeat(200)}text\n`, 'more than 200 columns'],
  ['a.csv', `title,text\n${Array.from({ length: 20_001 }, (_, at) => `${at},a\n`).join('')}`, 'more than 20,000 tales'],
  ['a.csv', `title,text\nA,"${'a\n'.repeat(20_001)}"`, 'a.csv: the tale in row 2 has more than 2 MB, or more than 20,000 lines.'],
  ['a.csv', `text\n${','.repeat(300)}`, 'a.csv, line 2: it has more than 200 columns.'],
  ['a.json', '[{"title":"A"},\n{]', /a\.json(, line 2)?: this is not JSON\./],
  ['a.json', '["a"]', 'a.json: entry 1 of its list is no object.'],
  ['a.json', '"a"', 'a.json: it holds neither a list nor an object.'],
  ['a.json', '{"a":[{"text":"a"}],"b":[{"text":"b"}]}', 'a.json: it has several lists: “a” and “b”. Keep the one of the tales.'],
  ['a.jsonl', '{}\n{', 'a.jsonl, line 2: this is not JSON.'],
])('%s with %.40j is refused with the place', (name, text, message) => {
  expect(() => parseTable(name, Buffer.from(text))).toThrow(message);
});

test('more than 20 MB is not even looked at', () => {
  expect(() => parseTable('a.csv', Buffer.alloc(20 * 1024 * 1024 + 1))).toThrow('at most 20 MB');
});

test('semicolons, tabs, byte order marks, line ends of Windows and windows-1252 are read', () => {
  expect(tales(csv('\uFEFFtitle;text\r\n"A;1";"a.\r\nb."\r\n'))).toEqual([['A;1', '<p>a.</p>\n<p>b.</p>']]);
  expect(tales(csv('title\ttext\nA, B\ta\n', '', 'a.tsv'))).toEqual([['A, B', '<p>a</p>']]);
  expect(tales(parseTable('a.csv', Buffer.from('title,text\nM\xfchle,\x84Ja\x93\n', 'latin1')))).toEqual([['Mühle', '<p>„Ja“</p>']]);
  expect(cells('a,b\n1,2"3\n"4"5,\n\n6\n')).toEqual([
    ['1', '2"3'],
    ['45', ''],
    ['6', ''],
  ]);
});

test('whatever fields hold, they come back as they were written', () => {
  const field = fc.stringMatching(/^[a";,\n\t ]{0,6}$/);
  fc.assert(
    fc.property(fc.array(fc.tuple(field, field, fc.constant('.')), { minLength: 1, maxLength: 5 }), (rows) => {
      const written = rows.map((row) => row.map((each) => `"${each.replaceAll('"', '""')}"`).join(','));
      expect(cells(`a,b,c\n${written.join('\n')}`)).toEqual(rows);
    }),
  );
});
