import { expect, test } from 'vitest';
import { DIFFICULT_TEXT } from '#test/difficult-text.ts';
import { bookTale } from '#test/epubs.ts';
import { taleText, wrapText } from './plain-text.ts';

const ADDRESS = 'https://tales.example/tale/the-frog-king';
const bodyOf = (content: string) => taleText(bookTale({ content }), ADDRESS).split(`${'-'.repeat(72)}\n\n`)[1];

test('a tale with its head, verse and notes', () => {
  const tale = bookTale({
    title: 'The Frog King, or the Iron Henry who stood behind the coach of the young king and laughed',
    author: 'The Brothers Grimm',
    retoldFrom: 'Kinder- und Hausmärchen',
    content:
      '<p>At the edge of a king’s forest stood a lime tree, and under the lime tree <em>lay a well</em><sup><a id="t-fnref1" href="#t-fn1">1</a></sup>.</p>' +
      '<h2>Two</h2><p class="verse">Come out,<br />come out.</p><hr /><p class="right">The end</p>' +
      '<section id="t-footnotes"><ol><li id="t-fn1">Deep, and colder than any well that was ever dug by any man of that whole country. <a href="#t-fnref1">↑</a></li></ol></section>',
  });
  expect(taleText(tale, ADDRESS)).toBe(`The Frog King, or the Iron Henry who stood behind the coach of the young
king and laughed
by The Brothers Grimm

Retold from Kinder- und Hausmärchen
Told at the mill
Public domain
${ADDRESS}

${'-'.repeat(72)}

At the edge of a king’s forest stood a lime tree, and under the lime
tree lay a well[1].


Two

    Come out,
    come out.

${' '.repeat(33)}* * *

${' '.repeat(65)}The end


Notes

[1] Deep, and colder than any well that was ever dug by any man of that
    whole country.
`);
});

test('lists, quotes, tables, terms and images', () => {
  expect(
    bodyOf(
      '<ul><li>a</li><li>b<ol start="3"><li>c</li></ol></li></ul><blockquote><p>d</p><p>e</p></blockquote><dl><dt>f</dt><dd>g</dd></dl>' +
        '<table><tr><td>h</td><td><p>i</p></td></tr></table><figure><img src="/media/x.webp" alt="A frog" /><figcaption>j</figcaption></figure>',
    ),
  ).toBe('- a\n- b\n\n  3. c\n\n    d\n\n    e\n\nf\n    g\n\nh | i\n\n[A frog]\n\nj\n');
});

test('no line is longer than its columns, in any script, and no word is lost', () => {
  const japanese =
    'むかしむかし、あるところに、おじいさんとおばあさんがいました。おじいさんは山へしばかりに、おばあさんは川へせんたくに行きました。';
  const [first = '', ...others] = wrapText(japanese, 20);
  expect([first.length, [first, ...others].join('')]).toEqual([10, japanese]);
  expect(others.every((line) => !/^[、。]/.test(line))).toBe(true);
  expect(wrapText('ab abcdef\u00a0gh', 4)).toEqual(['ab', 'abcdef\u00a0gh']);
  expect(wrapText(' \n', 4)).toEqual([]);
});

test.each(Object.entries(DIFFICULT_TEXT))('%s: one line stays one, what is shown stays', (_, text) => {
  const lines = taleText(bookTale({ title: text, content: '' }), ADDRESS).split('\n');
  expect(lines.slice(0, lines.indexOf('by The Miller')).join(' ')).toBe(text.replace(/[\s\ufeff]+/gu, ' ').trim());
});
