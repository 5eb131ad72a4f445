import { expect, test } from 'vitest';
import { sanitizeHtml } from '#src/features/tale-html/sanitize-html.ts';
import { readHtml } from '../sources/read-html.ts';
import { splitBook } from '../split/split-book.ts';
import { renderContent } from './tale-content.ts';

const FILLER = `<p>${'The owl went out into the wood and came home again late. '.repeat(10)}</p>`;
/** The first of two tales. */
function contentOf(body: string, more = ''): string {
  const { tales } = splitBook(
    readHtml(Buffer.from(`<html lang="en"><body><h2>The Owl</h2>${body}${FILLER}<h2>The Fox</h2>${FILLER}${more}</body></html>`)),
  );
  const html = tales[0] === undefined ? '' : renderContent(tales[0]);
  expect(sanitizeHtml(html)).toEqual({ html, changed: false, isTooDeep: false });
  return html
    .split('\n')
    .filter((line) => !line.includes('went out into the wood'))
    .join('\n');
}

test.each([
  ['<p>a <i>b</i> &amp; “c” &lt;d&gt;</p>', '<p>a <em>b</em> &amp; “c” &lt;d&gt;</p>'],
  ['<p class="poem">a<br>b</p>', '<p class="verse">a<br />b</p>'],
  ['<blockquote><p>a</p><p>b</p></blockquote>', '<blockquote><p>a</p><p>b</p></blockquote>'],
  ['<p>x y z.</p><hr>', '<p>x y z.</p>\n<hr />'],
  ['<p class="center">To the owls.</p>', '<p class="centre">To the owls.</p>'],
  ['<p align="center">To the owls.</p>', '<p class="centre">To the owls.</p>'],
  ['<p style="margin: 0; text-align: center">To the owls.</p>', '<p class="centre">To the owls.</p>'],
  ['<center><p>To the owls.</p></center>', '<p class="centre">To the owls.</p>'],
  ['<div align="center"><p>To the owls.</p></div>', '<p class="centre">To the owls.</p>'],
  ['<p align="right">To the owls.</p>', '<p>To the owls.</p>'],
  [
    '<p>x y z.</p><h3>I</h3><h3>THE NEST</h3><p>a</p><h4>b c d</h4><p>e</p>',
    '<p>x y z.</p>\n<h2>I. The Nest</h2>\n<p>a</p>\n<h3>b c d</h3>\n<p>e</p>',
  ],
  ['<p><i lang="la">bubo</i> <span class="smcap">Owl</span></p>', '<p><em lang="la">bubo</em> <span class="small-caps">Owl</span></p>'],
  ['<table><tr><th>a</th><td>b</td></tr></table>', '<table><tbody><tr><th>a</th><td>b</td></tr></tbody></table>'],
  ['<p>x y z.</p><ol><li>a</li></ol>', '<p>x y z.</p>\n<ol><li>a</li></ol>'],
  ['<p>see <a href="#far">there</a> and <a href="https://example.org">here</a></p>', '<p>see there and here</p>'],
])('%s', (body, html) => {
  expect(contentOf(body)).toBe(html);
});

const SECTION = (...texts: string[]) =>
  `<section id="t-footnotes"><ol>${texts.map((text, at) => `<li id="t-fn${at + 1}">${text} <a href="#t-fnref${at + 1}">↑</a></li>`).join('')}</ol></section>`;
const marker = (number: number) => `<sup><a id="t-fnref${number}" href="#t-fn${number}">${number}</a></sup>`;
const note = (id: string, text: string) =>
  `<div class="footnote"><p><a name="${id}" href="#back-${id}"><span class="label">[9]</span></a> ${text}</p></div>`;
const link = (id: string) => `<a name="back-${id}" href="#${id}" class="fnanchor">[9]</a>`;

test('moves footnotes of the tale to the end, numbered in order of appearance', () => {
  const html = contentOf(
    `<p>a${link('n2')} b${link('n1')}</p>${note('n1', 'one <i>bird</i>')}`,
    `<h2>Notes</h2>${note('n2', 'two')}${note('n3', 'of another')}`,
  );
  expect(html).toBe(`<p>a${marker(1)} b${marker(2)}</p>\n${SECTION('two', 'one <em>bird</em>')}`);
});

test('joins paragraphs of a note and drops dangling markers and unused notes', () => {
  const two = note('n1', 'one</p><p>more');
  expect(contentOf(`<p>a${link('n1')} b<a href="#gone">[7]</a></p>${two}${note('n5', 'unasked')}`)).toBe(
    `<p>a${marker(1)} b</p>\n${SECTION('one<br />more')}`,
  );
});

test('converts notes without links and notes inside the text', () => {
  expect(contentOf('<p>a[1] b</p><p class="footnote">[1] one</p>')).toBe(`<p>a${marker(1)} b</p>\n${SECTION('one')}`);
  expect(contentOf('<p>a jogi[FN#1: A holy man.] of old</p>')).toBe(`<p>a jogi${marker(1)} of old</p>\n${SECTION('A holy man.')}`);
});
