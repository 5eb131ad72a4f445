import { describe, expect, it } from 'vitest';
import { problemsIn } from '#test/allowed-html.ts';
import { fc } from '#test/fast-check.ts';
import { HOSTILE } from '#test/hostile-html.ts';
import { cleanHtml } from './content.ts';
import { countWords, htmlToText } from './plain-text.ts';

const hostile = Object.entries(HOSTILE).flatMap(([kind, inputs]) =>
  inputs.map((input) => ({ kind, input, shown: JSON.stringify(input).slice(0, 80) })),
);

describe('cleanHtml on hostile input', () => {
  it('has a corpus worth its name', () => {
    expect(new Set(hostile.map(({ input }) => input)).size).toBeGreaterThan(150);
  });

  it.each(hostile)('$kind: $shown', ({ input }) => {
    const { html } = cleanHtml(input);
    expect(problemsIn(html)).toEqual([]);
    expect(cleanHtml(html)).toEqual({ html, changed: false, isTooDeep: false });
  });

  it('leaves nothing of a raw-text element behind, neither element nor text', () => {
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
      expect(cleanHtml(`<p>a</p><${tag}>hidden`).html, tag).toBe('<p>a</p>');
    }
    expect(cleanHtml('<p>a</p><style>x</style><p>b</p>').html).toBe('<p>a</p><p>b</p>');
  });

  it('keeps hostile pieces in any order and nesting out', () => {
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
        const { html } = cleanHtml(parts.join(''));
        expect(problemsIn(html)).toEqual([]);
        expect(cleanHtml(html).html).toBe(html);
      }),
      { numRuns: 2_000 },
    );
  });

  it('withstands strings of the characters that parsers look at', () => {
    const unit = fc.constantFrom(...'<>/!-?="\'`& \n\0abpnsvgxm:;#[]', 'script', 'style', 'svg', 'href', 'onclick', '&lt;', '&#60');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 80 }), (input) => {
        expect(problemsIn(cleanHtml(input).html)).toEqual([]);
      }),
      { numRuns: 5_000 },
    );
  });

  it('refuses what is nested too deeply at once, whatever its size', () => {
    for (const tag of ['<b>', '<div>', '<x>', '<li><p>', '<table><tr><td>', '<b>a</p>', '<svg>']) {
      const started = performance.now();
      const { html } = cleanHtml(tag.repeat(2_000_000 / tag.length));
      expect(performance.now() - started, tag).toBeLessThan(5_000);
      expect(problemsIn(html), tag).toEqual([]);
    }
    expect(cleanHtml('<b>'.repeat(1_001))).toEqual({ html: '', changed: true, isTooDeep: true });
  });
});

describe('cleanHtml on the text of a tale', () => {
  it.each([
    '<h2 id="t-one">One</h2><p lang="de" dir="ltr" class="verse">“Es war <em>einmal</em>”<br />ein König</p><hr />',
    '<blockquote><p>a</p><cite>b</cite></blockquote><ul><li>a</li></ul><ol start="3"><li>c</li></ol><dl><dt>a</dt><dd>b</dd></dl>',
    '<figure><img src="/media/frog-1.webp" alt="" width="300" height="400" /><figcaption>A frog</figcaption></figure>',
    '<p><a href="#t-note-1"><sup>1</sup></a> <a href="/tale/the-frog-king?a=1#x">a</a> <a href="mailto:a@example.org">m</a></p>',
    '<p><a href="https://example.org/a?b=1&amp;c=2" rel="noopener">a</a></p>',
    '<table><caption>a</caption><thead><tr><th scope="col">a</th></tr></thead><tbody><tr><td colspan="2">b</td></tr></tbody></table>',
    '<p>1 &lt; 2 &amp; 3 &gt; 2 “quoted” é 雪女 👩‍👩‍👧‍👦</p>',
    '<div class="centre"><span lang="la">finis</span></div><section><small>a</small><strong>b</strong><i>c</i><b>d</b><sub>e</sub><q>f</q></section>',
  ])('leaves it as it is: %s', (html) => {
    expect(cleanHtml(html)).toEqual({ html, changed: false, isTooDeep: false });
  });

  it('takes white space off its ends, but none that was set to stay', () => {
    expect(cleanHtml(' \n\t<p>a</p>\n').html).toBe('<p>a</p>');
    expect(cleanHtml('<td></td>\u00a0<br />\u00a0').html).toBe('<td></td>\u00a0<br />\u00a0');
  });

  it('prefixes ids and the links to them alike', () => {
    expect(cleanHtml('<h2 id="note">a</h2><a href="#note">b</a>').html).toBe('<h2 id="t-note">a</h2><a href="#t-note">b</a>');
  });

  it('brings headings to the levels that a tale has, and says so', () => {
    expect(cleanHtml('<h1>a</h1><h6>b</h6>')).toMatchObject({ html: '<h2>a</h2><h4>b</h4>', changed: true });
  });

  it('hands on addresses in the form that was decided on', () => {
    const href = (address: string) => /href="([^"]*)"/.exec(cleanHtml(`<a href="${address}">a</a>`).html)?.[1];
    expect(href(' /tale/./x/../the-frog-king ')).toBe('/tale/the-frog-king');
    expect(href('the-frog-king')).toBe('/tale/the-frog-king');
    expect(href('HTTPS://EXAMPLE.org')).toBe('https://example.org/');
    expect(href('//evil.example')).toBeUndefined();
  });

  it('says when something was taken out', () => {
    expect(cleanHtml('<p onclick="x">a</p>')).toMatchObject({ html: '<p>a</p>', changed: true });
    expect(cleanHtml('<p><font color="red">a</font></p>')).toMatchObject({ html: '<p>a</p>', changed: true });
    expect(cleanHtml('<p>a<BR>b')).toMatchObject({ html: '<p>a<br />b</p>', changed: false });
  });
});

describe('htmlToText', () => {
  it('parts blocks by an empty line and lines by a line break, and decodes', () => {
    const html = '<h2>One</h2>\n<p>Ask  <em>her</em>,<br />or\nnot &amp; go &lt;b&gt;.</p><hr /><blockquote><p>Yes</p></blockquote>';
    expect(htmlToText(html)).toBe('One\n\nAsk her,\nor not & go <b>.\n\nYes');
  });

  it('decodes once', () => {
    expect(htmlToText('<p>&amp;lt;p&amp;gt;</p>')).toBe('&lt;p&gt;');
  });

  it('keeps every letter of any text', () => {
    const letters = fc.string({ unit: 'grapheme', maxLength: 200 });
    fc.assert(
      fc.property(letters, (text) => {
        const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\0', '');
        const plain = (words: string) => words.replace(/[\s\0]+/g, '');
        expect(plain(htmlToText(cleanHtml(`<p>${escaped}</p>`).html))).toBe(plain(text));
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
