import { describe, expect, it } from 'vitest';
import { problemsIn } from '#test/allowed-html.ts';
import { fc } from '#test/fast-check.ts';
import { HOSTILE } from '#test/hostile-html.ts';
import { countWords, htmlToText } from './plain-text.ts';
import { sanitizeHtml } from './sanitize-html.ts';

const hostile = Object.entries(HOSTILE).flatMap(([kind, inputs]) =>
  inputs.map((input) => ({ kind, input, shown: JSON.stringify(input).slice(0, 80) })),
);

describe('sanitizeHtml on hostile input', () => {
  it('has a large corpus', () => {
    expect(new Set(hostile.map(({ input }) => input)).size).toBeGreaterThan(150);
  });

  it.each(hostile)('$kind: $shown', ({ input }) => {
    const { html } = sanitizeHtml(input);
    expect(problemsIn(html)).toEqual([]);
    expect(sanitizeHtml(html)).toEqual({ html, changed: false, isTooDeep: false });
  });

  it('removes raw-text elements with their content', () => {
    for (const tag of [
      'script',
      'style',
      'textarea',
      'xmp',
      'noembed',
      'noframes',
      'title',
      'noscript',
      'iframe',
      'svg',
      'math',
      'template',
      'plaintext',
    ]) {
      expect(sanitizeHtml(`<p>a</p><${tag}>hidden`).html, tag).toBe('<p>a</p>');
    }
    expect(sanitizeHtml('<p>a</p><style>x</style><p>b</p>').html).toBe('<p>a</p><p>b</p>');
  });

  it('removes hostile fragments in any order and nesting', () => {
    const pieces = fc.constantFrom(
      ...hostile.map(({ input }) => input).filter((input) => input.length < 500),
      '<p>',
      '</p>',
      '<table>',
      '"',
      "'",
      '-->',
      '<!--',
      '</b>',
      ' ',
      'a',
    );
    fc.assert(
      fc.property(fc.array(pieces, { minLength: 2, maxLength: 6 }), (parts) => {
        const { html } = sanitizeHtml(parts.join(''));
        expect(problemsIn(html)).toEqual([]);
        expect(sanitizeHtml(html).html).toBe(html);
      }),
      { numRuns: 500 },
    );
  });

  it('handles arbitrary syntax characters', () => {
    const unit = fc.constantFrom(...'<>/!-?="\'`& \n\0abpnsvgxm:;#[]', 'script', 'style', 'svg', 'href', 'onclick', '&lt;', '&#60');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 80 }), (input) => {
        expect(problemsIn(sanitizeHtml(input).html)).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('rejects deep nesting quickly, whatever the size', () => {
    for (const tag of ['<b>', '<div>', '<x>', '<li><p>', '<table><tr><td>', '<b>a</p>', '<svg>']) {
      const started = performance.now();
      const { html } = sanitizeHtml(tag.repeat(2_000_000 / tag.length));
      expect(performance.now() - started, tag).toBeLessThan(5_000);
      expect(problemsIn(html), tag).toEqual([]);
    }
    expect(sanitizeHtml('<b>'.repeat(1_001))).toEqual({ html: '', changed: true, isTooDeep: true });
  });
});

describe('sanitizeHtml on tales', () => {
  it.each([
    '<h2 id="t-one">One</h2><p lang="de" dir="ltr" class="verse">“Es war <em>einmal</em>”<br />ein König</p><hr />',
    '<blockquote><p>a</p><cite>b</cite></blockquote><ul><li>a</li></ul><ol start="3"><li>c</li></ol><dl><dt>a</dt><dd>b</dd></dl>',
    '<figure><img src="/media/frog-1.webp" alt="" width="300" height="400" /><figcaption>A frog</figcaption></figure>',
    '<p><a href="#t-note-1"><sup>1</sup></a> <a href="/tale/the-frog-king?a=1#x">a</a> <a href="mailto:a@example.org">m</a></p>',
    '<p><a href="https://example.org/a?b=1&amp;c=2" rel="noopener">a</a></p>',
    '<table><caption>a</caption><thead><tr><th scope="col">a</th></tr></thead><tbody><tr><td colspan="2">b</td></tr></tbody></table>',
    '<p>1 &lt; 2 &amp; 3 &gt; 2 “quoted” é 雪女 👩‍👩‍👧‍👦</p>',
    '<div class="centre"><span lang="la">finis</span></div><section><small>a</small><strong>b</strong><i>c</i><b>d</b><sub>e</sub><q>f</q></section>',
  ])('keeps %s', (html) => {
    expect(sanitizeHtml(html)).toEqual({ html, changed: false, isTooDeep: false });
  });

  it('trims white space, but no no-break spaces', () => {
    expect(sanitizeHtml(' \n\t<p>a</p>\n').html).toBe('<p>a</p>');
    expect(sanitizeHtml('<td></td>\u00a0<br />\u00a0').html).toBe('<td></td>\u00a0<br />\u00a0');
  });

  it('prefixes ids and links to them', () => {
    expect(sanitizeHtml('<h2 id="note">a</h2><a href="#note">b</a>').html).toBe('<h2 id="t-note">a</h2><a href="#t-note">b</a>');
  });

  it('renames headings and reports the change', () => {
    expect(sanitizeHtml('<h1>a</h1><h6>b</h6>')).toMatchObject({ html: '<h2>a</h2><h4>b</h4>', changed: true });
  });

  it('normalizes URLs', () => {
    const href = (address: string) => /href="([^"]*)"/.exec(sanitizeHtml(`<a href="${address}">a</a>`).html)?.[1];
    expect(href(' /tale/./x/../the-frog-king ')).toBe('/tale/the-frog-king');
    expect(href('the-frog-king')).toBe('/tale/the-frog-king');
    expect(href('HTTPS://EXAMPLE.org')).toBe('https://example.org/');
    expect(href('//evil.example')).toBeUndefined();
  });

  it('reports removals', () => {
    expect(sanitizeHtml('<p onclick="x">a</p>')).toMatchObject({ html: '<p>a</p>', changed: true });
    expect(sanitizeHtml('<p><font color="red">a</font></p>')).toMatchObject({ html: '<p>a</p>', changed: true });
    expect(sanitizeHtml('<p>a<BR>b')).toMatchObject({ html: '<p>a<br />b</p>', changed: false });
  });
});

describe('htmlToText', () => {
  it('separates blocks and lines, and decodes entities', () => {
    const html = '<h2>One</h2>\n<p>Ask  <em>her</em>,<br />or\nnot &amp; go &lt;b&gt;.</p><hr /><blockquote><p>Yes</p></blockquote>';
    expect(htmlToText(html)).toBe('One\n\nAsk her,\nor not & go <b>.\n\nYes');
  });

  it('decodes entities once', () => {
    expect(htmlToText('<p>&amp;lt;p&amp;gt;</p>')).toBe('&lt;p&gt;');
  });

  it('preserves all characters', () => {
    const letters = fc.string({ unit: 'grapheme', maxLength: 200 });
    fc.assert(
      fc.property(letters, (text) => {
        const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\0', '');
        const plain = (words: string) => words.replace(/[\s\0]+/g, '');
        expect(plain(htmlToText(sanitizeHtml(`<p>${escaped}</p>`).html))).toBe(plain(text));
      }),
    );
  });
});

describe('countWords', () => {
  it.each([
    ['', 0],
    ['…—“ ”', 0],
    ['Once upon a time', 4],
    ['one-eyed ogre’s o’clock', 3],
    ['“Who’s there?”—“I!”', 3],
    ['3 goats, 40 thieves', 4],
    ['Жили-были старик со старухой', 4],
    ['Ein Königssohn ging fort', 4],
    ['e\u0301te\u0301', 1],
    ['むかしむかし、おじいさんがいました', 7],
  ])('%s: %i', (text, count) => {
    expect(Math.abs(countWords(text) - count)).toBeLessThanOrEqual(/[\u3040-\u9fff]/.test(text) ? 3 : 0);
  });
});
