import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkPhrases, checkTales, listPhrases, readingEase } from './check-tales.mjs';
import { checkWhole } from './check-whole.mjs';
import { comparePassages } from './plagiarism.mjs';
import { runsOf, wordsOf } from './read-tales.mjs';

const SENTENCE = 'The miller carried seven sacks down to the river and waited there all morning for the other boat.';
const TEXT = Array.from({ length: 40 }, () => SENTENCE).join('\n\n');

/** Returns a valid tale with the given fields replaced. */
function validTale(given: Record<string, unknown> = {}, text = TEXT, slug = 'the-mill') {
  const said = { title: slug, slug, author: 'The Miller', retold_from: 'Mills (Berlin, 1812)', category: 'dark', tags: ['animals'] };
  const shown = { excerpt: 'It turned.', origin: 'German', motifs: ['a mill'], age_band: '6-8', why_it_matters: 'It turns.' };
  const rest = { questions: ['Who?', 'What?', 'Why?'], source: 'Told', rights: 'Free', language: 'en', status: 'published' };
  return {
    file: `tales/${slug}.md`,
    text,
    tale: { ...said, ...shown, ...rest, content: '', publish_date: '2026-01-01T06:00:00Z', ...given },
  };
}

const problemsOf = (given: Record<string, unknown>, text?: string) => checkTales([validTale(given, text)]);

describe('a tale', () => {
  test('without problems passes', () => expect(problemsOf({})).toEqual([]));

  test.each([
    [{ motifs: [] }, 'library/tales/the-mill.md: motifs is missing'],
    [{ why_it_matters: '' }, 'library/tales/the-mill.md: why_it_matters is missing'],
    [{ retold_from: undefined }, 'library/tales/the-mill.md: retold_from is missing'],
    [{ questions: ['Who?', 'Why?'] }, 'library/tales/the-mill.md: it has 2 questions and should have 3'],
    [{ tags: ['dark'] }, 'library/tales/the-mill.md: its category is also one of its tags'],
    [{ excerpt: 'x'.repeat(301) }, 'library/tales/the-mill.md: excerpt: Excerpt must be less than 300 characters'],
    [{ age_band: '4-5' }, expect.stringContaining('library/tales/the-mill.md: age_band: ')],
    [{ excerpt: "It didn't turn." }, "library/tales/the-mill.md: it has “It didn't turn.”"],
  ])('with %o is reported', (given, problem) => expect(problemsOf(given)).toEqual([problem]));

  test.each([
    [SENTENCE, ['it has 18 words, not 500 to 2500']],
    [`${TEXT}\n\n**Bold** he was.`, ['it has “**Bold** he was.”']],
    [`Once upon a time there was a miller. ${TEXT}`, ['it begins with “Once upon a time”']],
    [
      Array.from({ length: 120 }, () => 'He had a hat. He sat on it.').join(' '),
      [expect.stringMatching(/reading ease is 1\d\d\.\d, not 60 to 95/)],
    ],
  ])('with text %# is reported', (text, problems) =>
    expect(problemsOf({}, text)).toEqual(
      problems.map((problem) => (typeof problem === 'string' ? `library/tales/the-mill.md: ${problem}` : problem)),
    ),
  );

  test('with the opening or title of another is reported with it', () => {
    expect(
      checkTales([validTale(), validTale({ title: 'the-mill' }, TEXT.replace(' miller carried', ' MILLER’ carried'), 'the-wheel')]),
    ).toEqual([
      'tales with the same opening “the miller carried seven”: tales/the-mill.md, tales/the-wheel.md',
      'tales with the same title “the-mill”: tales/the-mill.md, tales/the-wheel.md',
    ]);
  });
});

test('reading ease falls with long words and long sentences', () => {
  // One sentence of three one-syllable words: 206.835 - 1.015 * 3 - 84.6.
  expect(readingEase('The cat sat.')).toBeCloseTo(119.19, 2);
  // A quotation and its speaker are one sentence; line breaks of verse do not end a sentence.
  expect(readingEase('“Who sat?” said he.')).toBeCloseTo(206.835 - 1.015 * 4 - 84.6, 2);
  expect(readingEase('The cat\nsat.')).toBeCloseTo(119.19, 2);
  expect(readingEase('Considerable difficulties accumulated.')).toBeLessThan(0);
});

test('problems of the library as a whole are reported', () => {
  const author = { slug: 'the-miller', name: 'The Miller', dates: '1700', place: 'Ulm', origin: '', biography: 'He ground.' };
  const lists = [
    { file: 'collections/mills.md', collection: { description: '', introduction: 'One of them.' }, tales: ['the-mill', 'the-wheel'] },
  ];
  const problems = checkWhole({
    tales: [validTale(), validTale({ author: 'Nobody', category: 'sad' }, TEXT, 'the-pond')],
    authors: [{ file: 'authors/the-miller.md', author }],
    collections: lists,
  });
  expect(problems).toEqual(
    expect.arrayContaining([
      'library: 2 tales, at least 100 required',
      'library: 2 tales in animals, at least 8 required',
      'library: 0 tales in romance, at least 8 required',
      'library: 1 collections, at least 8 required',
      'library/tales/the-pond.md: unknown author Nobody',
      'library/tales/the-pond.md: unknown category sad',
      'library/authors/the-miller.md: origin is missing',
      'library/authors/the-miller.md: text has 2 words, must be 80 to 200',
      'library/collections/mills.md: unknown tale the-wheel',
      'library/collections/mills.md: 2 tales, at least 3 required',
      'library/collections/mills.md: description is missing',
    ]),
  );
});

test('a phrase of five words is reported when more than three tales use it, however often one does', () => {
  const tales = ['a', 'b', 'c'].map((name) => ({
    file: `${name}.md`,
    text: `And that was that again, ${name}.\n\nAnd that was that again.`,
  }));
  expect(listPhrases(tales).map(({ run, files }) => [run, files.length])).toEqual([['and that was that again', 3]]);
  expect(checkPhrases(tales)).toEqual([]);
  expect(checkPhrases([...tales, { file: 'd.md', text: 'Then: and that was that, again!' }])).toEqual([
    'library: “and that was that again” is used in 4 tales: a.md, b.md, c.md, d.md',
  ]);
});

test('words are compared without case, accents, apostrophes and punctuation', () => {
  expect(wordsOf("“Don’t,” said Němcová; DON'T!")).toEqual(['dont', 'said', 'nemcova', 'dont']);
  expect(runsOf(['a', 'b', 'c'], 2)).toEqual(['a b', 'b c']);
  expect(runsOf(['a'], 2)).toEqual([]);
});

describe('plagiarism', () => {
  let folder: string;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'talewood-old-books-'));
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  const tale = {
    file: 'tales/the-mill.md',
    tale: { title: 'Over the Hill and Far, Far Away' },
    text: 'He said: “Over the river and under the old mill I go.”\n\nHe went.',
  };
  const EIGHT = 'over the river and under the old mill';

  test.each([
    ['plain.txt', 'Over the river, and under\r\nthe old  mill he went'],
    ['page.html', '<p>OVER <i>the</i> river&mdash;and under the old mill</p>'],
    ['rows.csv', '1,"over the river and","under the old mill"'],
  ])('is found in %s', (name, text) => {
    fs.writeFileSync(path.join(folder, name), text);
    expect(comparePassages([tale], folder)).toEqual([`library/tales/the-mill.md: “${EIGHT}” also occurs in ${name}`]);
  });

  test('is found in an EPUB in a subfolder, and across paragraphs', () => {
    fs.mkdirSync(path.join(folder, 'books'));
    const page = strToU8('<p>the old mill I go.</p><p>He went on.</p>');
    fs.writeFileSync(path.join(folder, 'books/old.epub'), zipSync({ 'text/one.xhtml': page, 'cover.png': strToU8('x') }));
    expect(comparePassages([tale], folder)).toEqual([]);
    const more = strToU8('<p>under the old mill I go.</p><p>He went on.</p>');
    fs.writeFileSync(path.join(folder, 'books/old.epub'), zipSync({ 'text/one.xhtml': more }));
    expect(comparePassages([tale], folder)).toEqual([
      'library/tales/the-mill.md: “under the old mill i go he went” also occurs in books/old.epub',
    ]);
  });

  test('ignores the title', () => {
    fs.writeFileSync(path.join(folder, 'plain.txt'), 'It is called over the hill and far far away, it is.');
    expect(comparePassages([{ ...tale, text: 'It is called “Over the Hill and Far, Far Away” here.' }], folder)).toEqual([]);
  });

  test('ignores runs of seven words', () => {
    fs.writeFileSync(path.join(folder, 'plain.txt'), 'Over the river and under the old house I go');
    expect(comparePassages([tale], folder)).toEqual([]);
  });
});
