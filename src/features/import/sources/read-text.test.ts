import { describe, expect, test } from 'vitest';
import { readText } from './read-text.ts';
import type { Block } from './source-book.ts';

const HEADER = `The Project Gutenberg EBook of Five Owls, by A. Writer

Title: Five Owls

Author: A. Writer and B. Other

Translator: C. Third

Language: German

[EBook #12345]

*** START OF THIS PROJECT GUTENBERG EBOOK FIVE OWLS ***

Produced by somebody

London: A Publisher, 1881
`;
const FOOTER = `

End of the Project Gutenberg EBook of Five Owls

*** END OF THIS PROJECT GUTENBERG EBOOK FIVE OWLS ***

License text.`;
const PROSE = `The owl sat in the tree and looked at all that went on below, for she had
nothing else to do before the night came, and she was not the owl to sleep
when there was something to be seen.`;

const read = (text: string) => readText(Buffer.from(text));
const shown = (blocks: Block[]) => blocks.map(({ kind, html }) => `${kind}: ${html}`);
/** Within enough prose to detect the line width. */
const body = (text: string) => shown(read(`${PROSE}\n\n${text}\n\n${PROSE}\n`).blocks).slice(1, -1);

test('reads the metadata and removes header, licence and production notes', () => {
  const book = read(`${HEADER}\n\n\n\nTHE FIRST OWL\n\n${PROSE}\n${FOOTER}`);
  const { blocks, ...facts } = book;
  expect(facts).toEqual({
    format: 'text',
    title: 'Five Owls',
    authors: ['A. Writer', 'B. Other'],
    translators: ['C. Third'],
    editors: [],
    language: 'de',
    year: 1881,
    gutenbergId: 12345,
    toc: [],
  });
  expect(shown(blocks).map((line) => line.slice(0, 24))).toEqual([
    'paragraph: London: A Pub',
    'heading: THE FIRST OWL',
    'paragraph: The owl sat i',
  ]);
  expect(blocks[1]?.hints).toMatchObject({ blanks: 4, caps: true, pageBreak: true });
});

test('reads files without header, and empty ones', () => {
  expect(read(PROSE)).toMatchObject({ title: null, authors: [], language: null, year: null, gutenbergId: null });
  expect(read('').blocks).toEqual([]);
});

describe('a paragraph', () => {
  test('is unwrapped, with emphasis, dashes and any letters', () => {
    const [block = ''] = body(`_Never_ say "owl"--say <owl> & be done, said
the miller's well-
known wife--and she said it _very
often_.`);
    expect(block).toBe(
      'paragraph: <em>Never</em> say "owl"—say &lt;owl&gt; &amp; be done, said the miller\'s well-known wife—and she said it <em>very often</em>.',
    );
  });

  test('of one short line is not a heading', () => {
    expect(body('"Who?" said the owl.')).toEqual(['paragraph: "Who?" said the owl.']);
  });

  test('has notes with links', () => {
    const blocks = read(`${PROSE}\n\nThe owl[3] flew.\n\n[3] A bird.\n\n[Footnote 4: A beast.]\n\n${PROSE}`).blocks;
    expect(blocks[1]).toMatchObject({ text: 'The owl flew.', links: [{ text: '[3]', to: '#note-3' }] });
    expect(blocks[2]).toMatchObject({ kind: 'note', html: 'A bird.', anchors: ['#note-3'] });
    expect(blocks[3]).toMatchObject({ kind: 'note', html: 'A beast.', anchors: ['#note-4'] });
  });
});

describe('verse', () => {
  test('is recognized by indentation and ragged lines', () => {
    expect(body('    Owl, owl, sit and stay\n    till the morning comes today')).toEqual([
      'verse: Owl, owl, sit and stay<br />till the morning comes today',
    ]);
    expect(body('Owl, owl, sit and stay\ntill the morning comes today')).toEqual([
      'verse: Owl, owl, sit and stay<br />till the morning comes today',
    ]);
  });

  test('may follow prose without an empty line', () => {
    const [prose, verse] = body(`Then the owl, who had been listening all the while, began to sing a song, so:
      Owl, owl, sit and stay
      till the morning comes today`);
    expect(prose).toMatch(/^paragraph: Then/);
    expect(verse).toBe('verse: Owl, owl, sit and stay<br />till the morning comes today');
  });
});

describe('a heading', () => {
  test.each([
    ['two empty lines before it', '\n\nThe Owl and the Mouse', 'heading: The Owl and the Mouse'],
    ['capitals', 'THE OWL AND THE MOUSE', 'heading: THE OWL AND THE MOUSE'],
    ['a number', 'XIV.', 'heading: XIV.'],
    ['two lines', '\n\nTHE OWL, WHO WAS OLD\nAND WISE', 'heading: THE OWL, WHO WAS OLD AND WISE'],
  ])('has %s', (_, text, expected) => {
    expect(body(text)).toEqual([expected]);
  });

  test('is not a sentence or speech, however it is set apart', () => {
    expect(body('\n\n\n\nOld owls are not to be caught with chaff, and never were so.')[0]).toMatch(/^paragraph/);
    expect(body('"WHO? WHO? WHO?"')[0]).toMatch(/^paragraph/);
  });
});

test('turns asterisks into rules, and drops images, page numbers and notes on the file', () => {
  expect(body('* * *\n\n[Illustration: An owl]\n\n[Pg 12]\n\n-----')).toEqual(['rule: ', 'rule: ']);
  const late = `${`${PROSE}\n\n`.repeat(20)}[Transcriber's Note: the owl was mended.]\n\nMore of it.`;
  expect(read(late).blocks).toHaveLength(20);
});

test('keeps the lines of a book of verse', () => {
  const stanza = 'The owl sat in the tree,\nAnd all that went below\nWas there for her to see,\nThe mouse, the hare, the crow.';
  const { blocks } = read(`${PROSE}\n\n${Array(5).fill(stanza).join('\n\n')}\n`);
  expect(blocks.slice(1).map(({ kind, lines }) => [kind, lines.length])).toEqual(Array(5).fill(['verse', 4]));
});
