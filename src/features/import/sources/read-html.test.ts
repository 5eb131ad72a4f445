import { describe, expect, test } from 'vitest';
import { readHtml, readOpenedEpub } from './read-html.ts';
import type { Block } from './source-book.ts';

const read = (body: string, head = '') => readHtml(Buffer.from(`<html lang="en"><head>${head}</head><body>${body}</body></html>`));
const shown = (blocks: Block[]) => blocks.map(({ kind, html }) => `${kind}: ${html}`);
const body = (html: string) => shown(read(html).blocks);

describe('a file', () => {
  test('has its encoding, language, title and author read', () => {
    const latin = Buffer.from(
      '<html lang="fr"><head><meta charset="iso-8859-1"><title>The Project Gutenberg eBook of Contes, by A. Writer</title><body><p>é',
      'latin1',
    );
    expect(readHtml(latin)).toMatchObject({
      format: 'html',
      title: 'Contes',
      authors: ['A. Writer'],
      language: 'fr',
      blocks: [{ text: 'é' }],
    });
  });

  test('may be broken, empty or deeply nested', () => {
    expect(body('<p>one<p>two<em>three')).toEqual(['paragraph: one', 'paragraph: two<em>three</em>']);
    expect(readHtml(Buffer.from('')).blocks).toEqual([]);
    const started = performance.now();
    for (const tag of ['<div>', '<i>', '<svg>', '<table><tr><td>']) {
      expect(body(`<p>owl</p>${'<div>'.repeat(500)}<p>deep</p>${'</div>'.repeat(500)}${tag.repeat(100_000)}lost`).slice(0, 2)).toEqual([
        'paragraph: owl',
        'paragraph: deep',
      ]);
    }
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  test('yields no scripts, styles, hidden elements and page numbers', () => {
    expect(body('<script>x</script><style>y</style><p>a<span class="pagenum">[12]</span>b</p><p style="display: none">c</p>')).toEqual([
      'paragraph: ab',
    ]);
  });
});

describe('images', () => {
  test.each([
    ['<figure><img alt="x" /><figcaption>Two owls</figcaption></figure>'],
    ['<p><img src="a.png" alt="Decorative graphic of an owl" /></p><p>Decorative graphic of an owl.</p>'],
    ['<div><img src="a.png" alt="An owl on a branch" /></div><div>An owl on a branch</div>'],
    ['<p>Decorative graphic: a border of leaves</p>'],
    ['<p class="image-caption">Two owls</p><p class="img_alt">Two owls</p>'],
    ['<p>[Image: an owl]</p><p>[Picture of an owl]</p><p>[Illustration]</p>'],
    ['<p><span class="sr-only">Drawing of an owl</span></p><p class="visually-hidden">Drawing of an owl</p>'],
    ['<svg><title>Decorative graphic</title><desc>An owl</desc></svg>'],
  ])('leave no caption and no placeholder: %s', (image) => {
    expect(body(`<p>Once there was an owl.</p>${image}`)).toEqual(['paragraph: Once there was an owl.']);
  });

  test('keep text similar to the caption of an image further away', () => {
    const kept = body(
      '<p><img alt="“Who is there?”" /></p><p>She knocked.</p><p>“Who is there?”</p><p>The decorative graphic fell off the wall.</p>',
    );
    expect(kept).toEqual(['paragraph: She knocked.', 'paragraph: “Who is there?”', 'paragraph: The decorative graphic fell off the wall.']);
  });
});

describe('formatting', () => {
  test.each([
    ['<i>a</i> <b>b</b> <cite>c</cite>', '<em>a</em> <strong>b</strong> <em>c</em>'],
    ['<span class="smcap">Owl</span>', '<span class="small-caps">Owl</span>'],
    ['<span class="gesperrt">Uhu</span>', '<em>Uhu</em>'],
    [
      '<i lang="la">bubo</i> <span xml:lang="de">Uhu</span> <span lang="en-GB">owl</span>',
      '<em lang="la">bubo</em> <span lang="de">Uhu</span> owl',
    ],
    ['<font color="red">a</font><u>b</u><big>c</big>', 'abc'],
    ['a <em> b </em> c<em></em>', 'a <em>b</em> c'],
    ['1 &lt; 2 &amp; “x”&nbsp;!', '1 &lt; 2 &amp; “x”\u00a0!'],
    ['<a href="https://example.org/">out</a> <a href="#x">in</a> <a href="javascript:x">js</a>', 'out <a href="#x">in</a> js'],
    ['_Never_ say snake_case', '<em>Never</em> say snake_case'],
  ])('%s', (html, expected) => {
    expect(body(`<p>${html}</p>`)).toEqual([`paragraph: ${expected}`]);
  });

  test('restores initials that are images or hidden behind them', () => {
    expect(body('<p><img alt="O" src="o.png">nce</p>')).toEqual(['paragraph: Once']);
    expect(body('<div class="figleft"><img alt="O"></div><p>nce upon</p>')).toEqual(['paragraph: Once upon']);
    expect(body('<div><img alt="T"></div><p>HERE was</p>')).toEqual(['paragraph: THERE was']);
    expect(body('<div><img alt="O"></div><p>Once upon</p>')).toEqual(['paragraph: Once upon']);
    expect(body('<p><img alt="O"><span class="smcap">Once</span> on a time</p>')).toEqual([
      'paragraph: <span class="small-caps">Once</span> on a time',
    ]);
    expect(body('<p><img alt="A">A sportsman</p>')).toEqual(['paragraph: A sportsman']);
    expect(body('<p><span class="hidden">D</span>as war</p>')).toEqual(['paragraph: Das war']);
  });

  test('keeps an initial that is a word of its own', () => {
    const letter = '<div class="figleft"><img alt="A"></div>';
    const rest = '<p>A man was poor for long. And all around him were, too.</p>';
    const begins = (html: string) => body(html + rest)[0];
    expect(begins(`${letter}<p>poor man</p>`)).toBe('paragraph: A poor man');
    expect(begins(`${letter}<p>LONG time ago</p>`)).toBe('paragraph: A LONG time ago');
    expect(begins(`${letter}<p>round him</p>`)).toBe('paragraph: Around him');
    expect(begins(`${letter}<p>ll were poor</p>`)).toBe('paragraph: All were poor');
    expect(begins(`${letter}<p>fter that</p>`)).toBe('paragraph: After that');
  });
});

describe('blocks', () => {
  test('have the anchors in and before them', () => {
    const [heading] = read('<a name="a"></a><div id="b"><h2 id="c"><a id="d"></a>Owl</h2></div>').blocks;
    expect(heading).toMatchObject({ kind: 'heading', level: 2, text: 'Owl', anchors: ['#a', '#b', '#c', '#d'] });
  });

  test('are verse in all its markup', () => {
    const verse = ['verse: a owl<br />b owl'];
    expect(
      body('<div class="poem"><div class="stanza"><span class="i0">a owl<br></span><span class="i2">b owl<br></span></div></div>'),
    ).toEqual(verse);
    expect(
      body('<div class="linegroup"><div class="group"><div class="line">a owl</div><div class="line in2">b owl</div></div></div>'),
    ).toEqual(verse);
    expect(body('<p class="poem">a owl<br>b owl</p>')).toEqual(verse);
    expect(body('<p>a owl<br>b owl</p>')).toEqual(verse);
    expect(body('<pre>a owl\n  b owl</pre>')).toEqual(verse);
    expect(body('<table><tr><td>a owl</td></tr><tr><td>b owl</td></tr></table>')).toEqual(verse);
  });

  test('are quotes, lists, tables, rules and notes', () => {
    expect(
      body('<blockquote><p>a</p></blockquote><ul><li>b <i>c</i></li></ul><hr><p>* * *</p><div class="footnote"><p>d</p></div>'),
    ).toEqual(['quote: a', 'list: <ul><li>b <em>c</em></li></ul>', 'rule: ', 'rule: * * *', 'note: d']);
    expect(body('<table><tr><th>a</th><td>b</td></tr></table>')).toEqual([
      'table: <table><tbody><tr><th>a</th><td>b</td></tr></tbody></table>',
    ]);
  });

  test('ignore layout tables and captions', () => {
    const long = 'An owl that told a long story. '.repeat(30);
    expect(body(`<table><tr><td><p>${long}</p></td><td></td></tr></table><div class="figcenter"><p>An owl</p></div>`)).toEqual([
      `paragraph: ${long.trim()}`,
    ]);
  });

  test('have layout hints', () => {
    const [a, b] = read('<div class="chapter" align="center"><h3>OWLS</h3></div><p class="x">y</p>').blocks;
    expect(a?.hints).toEqual({ centred: true, caps: true, pageBreak: true, classes: 'chapter', blanks: 0, indent: 0 });
    expect(b?.hints).toMatchObject({ centred: false, caps: false, pageBreak: false, classes: 'x' });
  });
});

test('of an EPUB have anchors and links with their file, and the metadata of its package', () => {
  const book = readOpenedEpub({
    title: 'Owls',
    authors: ['A. Writer'],
    language: 'en',
    identifier: 'https://www.gutenberg.org/4321',
    documents: [
      { path: 'text/one.xhtml', html: '<html><body><h2 id="a">One</h2><p>x<a href="two.xhtml#n">[1]</a></p></body></html>' },
      { path: 'text/two.xhtml', html: '<html><body><p id="n">1. y</p></body></html>' },
    ],
    toc: [{ title: 'One', href: 'text/one.xhtml#a' }],
  });
  expect(book).toMatchObject({
    format: 'epub',
    title: 'Owls',
    authors: ['A. Writer'],
    gutenbergId: 4321,
    toc: [{ title: 'One', to: 'text/one.xhtml#a' }],
  });
  expect(book.blocks[0]).toMatchObject({ anchors: ['text/one.xhtml', 'text/one.xhtml#a'], hints: { pageBreak: true } });
  expect(book.blocks[1]).toMatchObject({ html: 'x<a href="text/two.xhtml#n">[1]</a>', text: 'x' });
  expect(book.blocks[2]?.anchors).toContain('text/two.xhtml#n');
});
