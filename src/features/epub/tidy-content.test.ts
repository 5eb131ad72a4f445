import { expect, test } from 'vitest';
import { parseContent } from './content-model.ts';
import { tidyBlocks } from './tidy-content.ts';
import { rewriteReferences } from './write-epub.ts';
import { element, type Piece, writeDocument } from './xml.ts';

const written = (pieces: Piece[]) =>
  Buffer.from(writeDocument(element('x', {}, ...pieces)))
    .toString()
    .replace(/^.*\n<x>|<\/x>\n$/gs, '');
const tidied = (html: string) => written(tidyBlocks(parseContent(html).children));

test.each([
  ['valid content is unchanged', '<p>a <em>b</em></p><ul><li>c</li></ul>', '<p>a <em>b</em></p><ul><li>c</li></ul>'],
  ['text outside of blocks becomes a paragraph', 'a <b>b</b><p>c</p>d', '<p>a <b>b</b></p><p>c</p><p>d</p>'],
  [
    'an inline element around blocks is moved into them',
    '<em>a<p>b</p><p>c</p></em>',
    '<p><em>a</em></p><p><em>b</em></p><p><em>c</em></p>',
  ],
  ['also around lists', '<b><ul><li>a</li><li>b</li></ul></b>', '<ul><li><b>a</b></li><li><b>b</b></li></ul>'],
  ['and around nested ones', '<em><b><p>a</p></b></em>', '<p><em><b>a</b></em></p>'],
  ['its id stays on the first', '<span id="t-a"><p>a</p><p>b</p></span>', '<p><span id="t-a">a</span></p><p><span>b</span></p>'],
  ['a block within an inline element becomes inline', '<h2>a<em><div>b</div>c</em></h2>', '<h2>a<em>b<br/>c</em></h2>'],
  ['links contain no links', '<p><a href="#a">a<em><a href="#b">b</a></em></a></p>', '<p><a href="#a">a<em>b</em></a></p>'],
  [
    'lists contain items',
    '<ul>a<li>b</li><p>c</p><ul><li>d</li></ul></ul>',
    '<ul><li>a</li><li>b</li><li><p>c</p><ul><li>d</li></ul></li></ul>',
  ],
  ['items are in lists', '<li>a</li><dd>b</dd><td colspan="2">c</td>', '<div>a</div><div>b</div><div>c</div>'],
  ['terms and definitions', '<dl><dt>a</dt><dd>b</dd></dl>', '<dl><dt>a</dt><dd>b</dd></dl>'],
  ['a definition without a term', '<dl><dd>b</dd></dl>', '<div><div>b</div></div>'],
  [
    'one caption',
    '<figure>a<figcaption>b</figcaption>c<figcaption>d</figcaption></figure>',
    '<figure>ac<div>d</div><figcaption>b</figcaption></figure>',
  ],
  [
    'the parts of a table are sorted',
    '<table><tfoot><tr><td>f</td></tr></tfoot>x<tr><td colspan="0">a</td></tr><thead><tr><th scope="col"><p>h</p><p>i</p></th></tr></thead><caption>c</caption></table>',
    '<p>x</p><table><caption>c</caption><thead><tr><th scope="col">h<br/>i</th></tr></thead><tbody><tr><td>a</td></tr></tbody><tfoot><tr><td>f</td></tr></tfoot></table>',
  ],
  ['a table without rows is removed', '<table><caption>c</caption></table>', '<div>c</div>'],
  ['empty elements are removed', '<p></p><h2> </h2><ul></ul><p>a</p>', '<p>a</p>'],
  [
    'unknown elements are removed, their text stays',
    '<picture><source srcset="x"><img src="/a" alt="b"></picture><font>c</font>',
    '<p><img src="/a" alt="b"/>c</p>',
  ],
  ['languages become valid BCP 47 tags', '<p lang="DE-at">a</p><p lang="en-a">b</p>', '<p lang="de-AT" xml:lang="de-AT">a</p><p>b</p>'],
  ['characters invalid in XML are removed', 'a\u0001\u000c\ufffeb\ud800c\u2028&lt;', '<p>abc\u2028&lt;</p>'],
])('%s', (_, html, xhtml) => {
  expect(tidied(html)).toBe(xhtml);
});

test('any nesting depth is handled', () => {
  expect(tidied(`${'<blockquote>'.repeat(3000)}a`)).toMatch(/^(<blockquote>){60}<p>a<\/p>(<\/blockquote>){60}$/);
  expect(tidied(`${'<em>'.repeat(3000)}a<p>b`)).toContain('b');
});

test('ids are unique and valid in XML, and links have a target or are removed', () => {
  const html = '<p id="t-ü:1">a</p><p id="t-ü:1">b</p><p><a href="#t-ü:1">c</a><a href="#t-x">d</a></p>';
  const settled = rewriteReferences(tidyBlocks(parseContent(html).children), { linkTo: () => undefined, pictureAt: () => undefined });
  expect(written(settled)).toBe('<p id="t-_fc__3a_1">a</p><p>b</p><p><a href="#t-_fc__3a_1">c</a><a>d</a></p>');
});
