import { describe, expect, test } from 'vitest';
import { countCharacters } from '#src/platform/text.ts';
import { fc } from '#test/fast-check.ts';
import { createExcerpt, shorten } from './suggest-fields.ts';

describe('an excerpt', () => {
  test('consists of the first sentences up to a useful length', () => {
    const html =
      '<p>There was a miller. He had a cat, and the cat had boots that were too small for the miller and too large for the mill.</p>\n<p>So they went out into the wide world together, and were never seen at home again. More.</p>';
    expect(createExcerpt(html, 'en')).toBe(
      'There was a miller. He had a cat, and the cat had boots that were too small for the miller and too large for the mill. So they went out into the wide world together, and were never seen at home again.',
    );
  });

  test('begins after headings, centred text, notes and tables', () => {
    const html =
      '<p class="centre"><em>A Subtitle</em></p><h2>I</h2><p>Once<sup><a href="#t-fn1">1</a></sup> upon a time.</p><section id="t-footnotes"><ol><li>No.</li></ol></section>';
    expect(createExcerpt(html, 'en')).toBe('Once upon a time.');
    expect(createExcerpt('<h2>Only a heading</h2>', 'en')).toBe('Only a heading');
    expect(createExcerpt('', 'en')).toBe('');
  });

  test('separates lines and stanzas of verse', () => {
    const verse = '<p class="verse">A fox<br />in the wood,</p>\n<p class="verse">a hen<br /><br />in the yard.</p>\n<p>That was all.</p>';
    expect(createExcerpt(verse, 'en')).toBe('A fox / in the wood, / a hen / in the yard. That was all.');
    const long = `<p class="verse">${Array.from({ length: 40 }, (_, at) => `and the fox ${at}`).join('<br />')}</p>`;
    expect(createExcerpt(long, 'en')).toMatch(/^and the fox 0 \/ and the fox 1 \/ .*\w…$/);
  });

  test.each([
    ['ONCE upon a time', 'Once upon a time'],
    ['IN a certain kingdom', 'In a certain kingdom'],
    ['ONCE UPON A TIME there was a king', 'Once upon a time there was a king'],
    ['“THERE WAS PRINCE IVAN,” said the fox, for Ivan was there.', '“There was prince Ivan,” said the fox, for Ivan was there.'],
    ['A king had a daughter', 'A king had a daughter'],
    ['I AM the king', 'I am the king'],
    ['Once upon A TIME', 'Once upon A TIME'],
    ['ÉTAIT-IL une fois', 'Était-il une fois'],
  ])('does not shout: %s', (text, calm) => {
    expect(createExcerpt(`<p>${text}</p>`, 'en')).toBe(calm);
  });

  test('does not end with a title before a name', () => {
    const text = `Old Mr. Fox met Mrs. Fox and Dr. S. Wolf ${'on the long road '.repeat(8)}. ${'Then '.repeat(60)}`;
    expect(shorten(text, 'en')).toMatch(/^Old Mr\. Fox met Mrs\. Fox and Dr\. S\. Wolf .*road \.$/);
  });

  test('cuts a sentence without end after a word', () => {
    expect(shorten('word, '.repeat(100), 'en')).toBe(`${'word, '.repeat(49)}word…`);
    expect(shorten('字'.repeat(400), 'zh')).toBe(`${'字'.repeat(299)}…`);
  });

  test('has at most 300 characters as readers count them, and begins like the text', () => {
    const piece = fc.oneof(
      fc.constantFrom('mill', 'e\u0301\u0301a', '👨‍👩‍👧', '. ', '! ', '“', ', ', 'Mr. ', '\n', '字'),
      fc.string({ unit: 'grapheme' }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 400 }), (pieces) => {
        const text = pieces.join('');
        const short = shorten(text, 'en');
        expect(countCharacters(short)).toBeLessThanOrEqual(300);
        expect(text.replace(/\s+/gu, ' ').trim().startsWith(short.replace(/…$/, ''))).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});
