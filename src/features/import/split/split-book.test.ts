import { describe, expect, test } from 'vitest';
import { readHtml } from '../sources/read-html.ts';
import { readText } from '../sources/read-text.ts';
import type { SplitBook } from '../sources/source-book.ts';
import type { Hints } from './hints.ts';
import { splitBook } from './split-book.ts';

/** Enough text for a tale, different for every word. */
const prose = (word: string, times = 12) =>
  `Once upon a time there lived a ${word} by the mill. ${`The ${word} went out into the wood and came home again late. `.repeat(times)}`.trim();
const p = (word: string, times?: number) => `<p>${prose(word, times)}</p>`;
const cutHtml = (body: string, hints?: Hints) =>
  splitBook(readHtml(Buffer.from(`<html lang="en"><title>Tales of Birds</title><body>${body}</body></html>`)), hints);
const cutText = (text: string, hints?: Hints) => splitBook(readText(Buffer.from(text)), hints);
const wrapped = (word: string) => prose(word).replace(/(.{60,70}) /g, '$1\n');
const titles = ({ tales }: SplitBook) => tales.map(({ title }) => title);
const leftOf = ({ left }: SplitBook) => left.map(({ title }) => title);

const OWL_FOX_HEN = ['The Owl', 'The Fox', 'The Hen'];
const three = (heading: (title: string) => string) => OWL_FOX_HEN.map((title) => heading(title) + p(title)).join('');

describe('by headings alone', () => {
  test('begins tales at the highest ones with text; skips title pages, prefaces and notes', () => {
    const book = cutHtml(
      `<h1>Tales of Birds</h1><h3>By</h3><h2>Preface</h2>${p('preface')}${three((title) => `<h2>${title}</h2>`)}<h2>Notes</h2>${p('note')}<h3>The Owl</h3>${p('note')}`,
    );
    expect(titles(book)).toEqual(OWL_FOX_HEN);
    expect(leftOf(book)).toEqual(expect.arrayContaining(['Preface', 'Notes']));
    expect(book.tales[2]?.blocks.some(({ text }) => text.includes('note'))).toBe(false);
  });

  test('keeps chapters that count from one in their tale', () => {
    const chapters = `<h3>I</h3><h3>The Door</h3>${p('door')}<h3>II</h3><h3>The Key</h3>${p('key')}`;
    const book = cutHtml(OWL_FOX_HEN.map((title) => `<h2>${title}</h2>${chapters}`).join(''));
    expect(titles(book)).toEqual(OWL_FOX_HEN);
    expect(book.tales[0]?.blocks.filter(({ kind }) => kind === 'heading').map(({ text }) => text)).toEqual(['I. The Door', 'II. The Key']);
  });

  test('ends tales at parts, which begin none', () => {
    const tale = (number: number, title: string) => `<h3>${number}.</h3><h3>${title}</h3>${p(title)}`;
    const book = cutHtml(
      `<h2>Night</h2>${tale(1, 'The Owl')}${tale(2, 'The Bat')}<h2>Day</h2>${tale(3, 'The Hen')}${tale(4, 'The Fox')}<h2>Dusk</h2>${tale(5, 'The Moth')}${tale(6, 'The Toad')}`,
    );
    expect(titles(book)).toEqual(['The Owl', 'The Bat', 'The Hen', 'The Fox', 'The Moth', 'The Toad']);
    expect(leftOf(book)).toEqual(['Night', 'Day', 'Dusk']);
    expect(book.tales[1]?.blocks.at(-1)?.kind).toBe('paragraph');
  });

  test('joins a title printed twice or in two headings', () => {
    const book = cutHtml(
      `<h2>The Owl</h2><h3>The Owl</h3>${p('owl')}<h2>The Story of the</h2><h2>Fox</h2>${p('fox')}<h2>The Hen</h2>${p('hen')}`,
    );
    expect(titles(book)).toEqual(['The Owl', 'The Story of the Fox', 'The Hen']);
  });

  test('uses empty lines in plain text', () => {
    const book = cutText(
      `\n\n\n\nThe Owl\n\n\n${wrapped('owl')}\n\nI.\n\n${wrapped('mouse')}\n\n\n\n\nThe Fox\n\n\n${wrapped('fox')}\n\n\n\n\nThe Hen\n\n${wrapped('hen')}\n\n\n\n\nTHE END`,
    );
    expect(titles(book)).toEqual(OWL_FOX_HEN);
    expect(book.tales.every(({ warnings }) => warnings.length === 0)).toBe(true);
  });
});

describe('by the table of contents', () => {
  test('keeps unlisted headings of the same rank in their tale', () => {
    const links = OWL_FOX_HEN.map((title, at) => `<a href="#c${at}">${title}</a><br>`).join('');
    const tales = OWL_FOX_HEN.map(
      (title, at) =>
        `<h3><a name="c${at}"></a>${title.toUpperCase()}</h3>${p(title)}<h3>The Way Home</h3>${p('home')}<h3>The Way Out</h3>${p('out')}`,
    );
    expect(titles(cutHtml(`<h2>Contents</h2><p>${links}</p>${tales.join('')}`))).toEqual(OWL_FOX_HEN);
    expect(titles(cutHtml(`<p>${links}</p>${tales.join('')}`))).toEqual(OWL_FOX_HEN);
  });

  test('matches printed titles with numbers, pages, brackets and other spellings', () => {
    const contents =
      'CONTENTS\n\n   1. The Owl ..... 3\n   2. The Fox and Hen (a fable) ..... 17\n   3. A Mouses Tail ..... 40\n   4. The Frog ..... 52';
    const tale = (number: string, title: string) => `\n\n\n\n${number} ${title}\n\n${wrapped(title)}`;
    const text =
      contents +
      tale('1', 'The Owl') +
      tale('2', 'The Fox and the Hen') +
      tale('3', "A Mouse's Tail") +
      `\n\n\nOf a Pond\n\n${wrapped('pond')}` +
      tale('4', 'The Toad');
    const book = cutText(text);
    expect(titles(book)).toEqual(['The Owl', 'The Fox and the Hen', "A Mouse's Tail", 'The Toad']);
    expect(book.tales.map(({ warnings }) => warnings)).toEqual([[], [], [], ['The table of contents calls it “4. The Frog”.']]);
  });

  test('warns about a heading with another title', () => {
    const contents = 'CONTENTS\n\n   The Owl\n   The Little Grey Goose\n   The Hen';
    const book = cutText(
      `${contents}\n\n\n\n\nThe Owl\n\n${wrapped('owl')}\n\n\n\n\nMotikatika\n\n${wrapped('goose')}\n\n\n\n\nThe Hen\n\n${wrapped('hen')}`,
    );
    expect(titles(book)).toEqual(['The Owl', 'Motikatika', 'The Hen']);
    expect(book.tales[1]?.warnings).toEqual(['The table of contents calls it “The Little Grey Goose”.']);
  });

  test('finds titles printed as paragraphs and titles missing in the table, with a warning', () => {
    const contents = ['THE OWL', 'THE FOX', 'THE HEN'].map((title, at) => `<p><a href="#c${at}">${title}</a></p>`).join('');
    const body = `<h2 id="c0">THE OWL</h2>${p('owl', 40)}<p>THE LOST CAT</p>${p('cat', 40)}<p id="c1">THE FOX</p>${p('fox', 40)}<h2 id="c2">THE HEN</h2>${p('hen', 40)}<p>STOP HERE!</p>${p('hen', 40)}`;
    const book = cutHtml(contents + body);
    expect(titles(book)).toEqual(['The Owl', 'The Lost Cat', 'The Fox', 'The Hen']);
    expect(book.tales.map(({ warnings }) => warnings)).toEqual([[], [expect.stringContaining('plain line')], [], []]);
  });

  test('takes titles from the table where only numbers are printed, and keeps mottos above them', () => {
    const rows = OWL_FOX_HEN.map(
      (title, at) => `<tr><td>${'I'.repeat(at + 1)}.</td><td>${title}</td><td><a href="#p${at}">${at * 9}</a></td></tr>`,
    ).join('');
    const tales = OWL_FOX_HEN.map(
      (title, at) =>
        `<p class="center" id="p${at}">At ${at} o’clock</p><p class="poem">The clock<br>strikes ${at}</p><h2>${'I'.repeat(at + 1)}.</h2>${p(title)}`,
    );
    const book = cutHtml(`<h2>Contents</h2><table>${rows}</table>${tales.join('')}`);
    expect(titles(book)).toEqual(OWL_FOX_HEN);
    expect(book.tales[1]?.blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'verse', 'paragraph']);
  });

  test('skips essays of an introduction', () => {
    const contents = 'CONTENTS\n\n\nINTRODUCTION\n\n  ORIGIN\n  SPREAD\n\n\nTALES\n\n  THE OWL\n  THE FOX\n  THE HEN';
    const section = (title: string) => `\n\n\n\n${title}\n\n${wrapped(title.toLowerCase())}`;
    const book = cutText(
      contents + section('INTRODUCTION') + section('ORIGIN') + section('SPREAD') + ['THE OWL', 'THE FOX', 'THE HEN'].map(section).join(''),
    );
    expect(titles(book)).toEqual(OWL_FOX_HEN);
  });

  test('skips notes at the end that repeat the titles', () => {
    const contents = 'CONTENTS\n\n  THE OWL\n  THE FOX\n  THE HEN\n  NOTES AND REFERENCES';
    const section = (title: string, word = title) => `\n\n\n\n${title}\n\n${wrapped(word.toLowerCase())}`;
    const notes = `\n\n\n\nNOTES AND REFERENCES\n\n${wrapped('note')}\n\n\n\n\nI. THE OWL.\n\n${wrapped('source')}\n\n\n\n\nII. THE FOX.\n\n${wrapped('source')}`;
    const book = cutText(contents + section('THE OWL') + section('THE FOX') + section('THE HEN') + notes);
    expect(titles(book)).toEqual(OWL_FOX_HEN);
    expect(JSON.stringify(book.tales)).not.toContain('source went');
  });
});

describe('tales in chapters', () => {
  const chapters = (labels: string[]) => labels.map((label) => `<h2>${label}</h2>${p(label)}`).join('');
  const ordinals = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth'];

  test.each([
    ['adventures with ordinals', ordinals.map((each) => `The ${each} Adventure`)],
    ['adventures with ordinals behind', ordinals.map((each) => `Adventure the ${each}`)],
    ['adventures with numbers and titles', ['I', 'II', 'III', 'IV', 'V', 'VI'].map((each) => `Adventure ${each}. The Road to ${each}`)],
    ['chapters', ['I', 'II', 'III'].map((each) => `Chapter ${each}`)],
    ['Abenteuer', ['Erstes', 'Zweites', 'Drittes'].map((each) => `${each} Abenteuer`)],
  ])('are one tale each, in headings of the same rank: %s', (_, labels) => {
    const book = cutHtml(
      `<h2>The Owl</h2>${p('owl')}<h2>The Brave Tailor</h2>${p('tailor', 4)}${chapters(labels)}<h2>The Hen</h2>${p('hen')}`,
    );
    expect(titles(book)).toEqual(['The Owl', 'The Brave Tailor', 'The Hen']);
    expect(book.tales[1]?.blocks.filter(({ kind }) => kind === 'heading')).toHaveLength(labels.length);
  });

  test.each([
    ['adventures', ordinals.map((each) => `${each} Adventure`)],
    ['chapters with titles', ['I', 'II', 'III'].map((each) => `Chapter ${each}. On the Road`)],
  ])('are one tale each, in headings below a title without text: %s', (_, labels) => {
    const below = labels.map((label) => `<h3>${label}</h3>${p(label)}`).join('');
    const book = cutHtml(
      `<h2>The Owl</h2>${p('owl')}<h2>The Fox</h2>${p('fox')}<h2>The Brave Tailor</h2>${below}<h2>The Hen</h2>${p('hen')}`,
    );
    expect(titles(book)).toEqual(['The Owl', 'The Fox', 'The Brave Tailor', 'The Hen']);
  });

  test('form one tale named after a book without titles', () => {
    const book = cutHtml(`<h1>Tales of Birds</h1>${chapters(['Chapter I', 'Chapter II', 'Chapter III'])}`);
    expect(titles(book)).toEqual(['Tales of Birds']);
    expect(book.tales[0]?.blocks.filter(({ kind }) => kind === 'heading').map(({ text }) => text)).toEqual([
      'Chapter I',
      'Chapter II',
      'Chapter III',
    ]);
  });

  test('are the tales when a book has no other titles', () => {
    const book = cutHtml(`<h1>Tales of Birds</h1>${chapters(['Chapter I. The Owl', 'Chapter II. The Fox', 'Chapter III. The Hen'])}`);
    expect(book.tales).toHaveLength(3);
  });
});

describe('hints', () => {
  const frame = (title: string, more = '') => `<h2>${title}</h2>${p(title)}${more}`;

  test('name a frame story, other sections, and sections whose chapters are tales', () => {
    const book = cutHtml(
      frame('The Inn') +
        frame('An Allegory') +
        frame('The Owl') +
        frame('Three Tales', `<h3>I</h3><h3>The Fox</h3>${p('fox')}<h3>II</h3><h3>The Hen</h3>${p('hen')}`),
      {
        why: 'For this test.',
        frame: ['the inn'],
        left: ['An allegory.'],
        split: ['Three Tales'],
      },
    );
    expect(titles(book)).toEqual(OWL_FOX_HEN);
    expect(book.left.map(({ title }) => title)).toEqual(expect.arrayContaining(['The Inn', 'An Allegory']));
    expect(book.tales.every(({ warnings }) => warnings.some((warning) => warning.includes('frame story')))).toBe(true);
  });

  test('state that verse before each tale belongs to the book', () => {
    const hour = '<p align="center">Two O’clock</p><p class="poem">The moon was bright,<br>the cock had crowed.</p>';
    const book = (hints?: Hints) => cutHtml(OWL_FOX_HEN.map((title) => `<h2>${title}</h2>${hour}${p(title)}`).join(''), hints);
    expect(book({ why: 'For this test.', interludes: 'verse' }).tales.map(({ blocks }) => blocks.length)).toEqual([1, 1, 1]);
    expect(book().tales.map(({ blocks }) => blocks.length)).toEqual([3, 3, 3]);
  });

  test('joins a tale in two parts, with a warning', () => {
    const part = (title: string, label: string) => `<h2>${title}</h2><p>${label}</p>${p(label)}`;
    const book = cutHtml(
      part('The Cold Heart', 'First Part') + frame('The Owl') + part('The Cold Heart', 'Second Part') + frame('The Hen'),
    );
    expect(titles(book)).toEqual(['The Cold Heart', 'The Owl', 'The Hen']);
    expect(book.tales[0]?.warnings).toEqual(['Joined from parts that are separated by other tales in the book.']);
  });
});

describe('warnings', () => {
  test('name a tale far longer or shorter than the others, one that is cut off, and text about the file', () => {
    const tales = Array.from({ length: 6 }, (_, at) => `<h2>Tale of ${at + 2} Owls</h2>${p('owl', 5).repeat(6)}`).join('');
    const odd = `<h2>Long</h2>${p('owl', 600)}<h2>Broken</h2>${p('owl', 30)}<p>and then the</p><h2>Told</h2>${p('owl', 30)}<p>So says Project Gutenberg.</p>`;
    const warnings = cutHtml(tales + odd).tales.map((tale) => tale.warnings.join(' '));
    expect(warnings.slice(0, 6).join('')).toBe('');
    expect(warnings.slice(6)).toEqual([
      expect.stringContaining('longer'),
      expect.stringContaining('Ends in the middle'),
      expect.stringContaining('Gutenberg'),
    ]);
  });

  test('finds no tales in a book without structure', () => {
    expect(cutHtml('')).toEqual({ tales: [], left: [] });
    expect(cutText('Only a line.').tales).toEqual([]);
    expect(cutHtml(p('owl', 400)).tales).toEqual([]);
  });
});
