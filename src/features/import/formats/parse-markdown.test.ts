import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parseTaleFile } from '#src/features/starter-library/starter-library.ts';
import { sanitizeHtml } from '#src/features/tale-html/sanitize-html.ts';
import { parseMarkdown } from './parse-markdown.ts';

const parse = (text: string, name = 'tales/the-mill.md') => parseMarkdown(name, Buffer.from(text));
const taleOf = (text: string, name?: string) => parse(text, name).book.tales[0];
const withFields = (fields: string) => parse(`---\n${fields}\n---\nOnce.\n`);

test('reads a starter tale with the same fields as the starter library', async () => {
  const text = await readFile('library/tales/the-frog-king.md', 'utf8');
  const ours = parseTaleFile('tales/the-frog-king.md', text);
  const { book, notes } = parse(text, 'tales/the-frog-king.md');
  const [tale] = book.tales;
  expect(notes).toEqual([]);
  expect(tale).toMatchObject({ title: ours.title, author: ours.author, category: ours.category, excerpt: ours.excerpt, warnings: [] });
  expect(tale).toMatchObject({ retold_from: ours.retold_from, age_band: ours.age_band, tale_type: ours.tale_type, source: ours.source });
  expect(tale).toMatchObject({ motifs: ours.motifs, why_it_matters: ours.why_it_matters, questions: ours.questions });
  expect(tale?.tags).toEqual(ours.tags);
  expect(new Date(tale?.publish_date ?? '')).toEqual(new Date(ours.publish_date ?? ''));
  expect(tale?.content).toBe(ours.content?.trim());
  expect(book).toMatchObject({ name: ours.title, title: null, authors: [ours.author], language: 'en', gutenbergId: null });
});

test('reads content notes, motifs and questions as lists or lines', () => {
  const lists = withFields('content_notes: [violence, Death of a parent]\nmotifs: A mill\nquestions: |\n  Why?\n\n  Who?');
  const [tale] = lists.book.tales;
  expect(tale).toMatchObject({ content_notes: ['violence', 'death-of-a-parent'], motifs: ['A mill'], questions: ['Why?', 'Who?'] });
  for (const wrong of ['motifs: [[a]]', `questions: [${'Why, '.repeat(7)}]`]) {
    expect(withFields(wrong).book.tales[0]?.warnings).toContain(`Unusable values in the file: “${wrong.split(':')[0]}”.`);
  }
});

test('reads the keys of Hugo, Jekyll and Ghost', () => {
  const hugo = withFields(
    'title: The Mill\ndate: 2020-01-02T03:04:05+01:00\ndraft: true\ncategories: [Dark, Magical Creatures]\ntags: [animals]',
  );
  expect(hugo.book.tales).toEqual([
    {
      ...{ title: 'The Mill', publish_date: '2020-01-02T02:04:05.000Z', status: 'draft', category: 'dark' },
      ...{ tags: ['magical-creatures', 'animals'], content: '<p>Once.</p>', warnings: [] },
    },
  ]);
  const jekyll = withFields(
    'title: 1001\npublished: false\ndate: 2020-01-02 15:04:05 -0830\nlang: en_GB\nauthors:\n  - name: A. Miller\n  - B',
  );
  expect(jekyll.book.tales[0]).toMatchObject({
    title: '1001',
    status: 'draft',
    publish_date: '2020-01-02T23:34:05.000Z',
    language: 'en-GB',
  });
  expect(jekyll.book.authors).toEqual(['A. Miller, B']);
  const ghost = withFields(
    'title: M\nstatus: published\ndraft: false\ncustom_excerpt: It turned.\nslug: The Mill!\nfeature_image: /media/a-1.webp',
  );
  expect(ghost.book.tales[0]).toMatchObject({
    status: 'published',
    excerpt: 'It turned.',
    slug: 'the-mill',
    cover_image: '/media/a-1.webp',
  });
});

test('notes unknown keys and warns about unusable values', () => {
  const { book, notes } = withFields(
    `title: M\nlayout: post\nweight: 3\ndate: 2020-02-30\nimage: https://example.org/a.jpg\nage: "7"\ndescription: ${'x'.repeat(301)}`,
  );
  expect(notes).toEqual(['The front matter’s “layout”, “weight”, “image” and “description” were not used.']);
  expect(book.tales[0]?.warnings).toEqual(['Unusable values in the file: “date” and “age”.']);
  expect(Object.keys(book.tales[0] ?? {})).toEqual(['title', 'content', 'warnings']);
  expect(withFields('title: M\n__proto__: {title: X}\nconstructor: 1').notes[0]).toContain('“__proto__” and “constructor”');
  expect(taleOf('---\ntitle: M\n---\n{{< youtube x >}}\n')?.warnings).toEqual([expect.stringContaining('template tags')]);
  expect(parse('---\ntitle: M\n---\n![a](b.png) ![c](/media/d.webp)\n').notes).toEqual(['Images skipped: 1.']);
});

test.each([
  ['---\ntitle: "x\n---\nOnce', 'tales/the-mill.md, line 3: invalid front matter: Missing closing "quote.'],
  ['---\ntitle: x\nb: [1\n---\nOnce', /^tales\/the-mill\.md, line \d: invalid front matter: .+/],
  ['---\ntitle: x\ntitle: y\n---\nOnce', 'tales/the-mill.md, line 3: invalid front matter: Map keys must be unique.'],
  ['---\n- x\n---\nOnce', 'tales/the-mill.md, line 2: invalid front matter: it is no list of keys and values.'],
  ['---\na: &a [x]\nb: [*a, *a]\n---\nOnce', /aliases are not allowed/],
  [`---\na: ${'x'.repeat(70_000)}\n---\nOnce`, /longer than 64 KB/],
  ['+++\ntitle = "x"\n+++\nOnce', /line 1: TOML front matter/],
  ['---\ntitle: x\n---\n\n', 'tales/the-mill.md: the file has no text.'],
  ['# Only a title\n', 'tales/the-mill.md: the file has no text.'],
  ['x'.repeat(2_000_001), /up to 2 MB/],
  ['> '.repeat(10_000), 'tales/the-mill.md: the text is nested too deeply.'],
])('rejects %j with file and line', (text, message) => {
  expect(() => parse(text)).toThrow(message);
});

test('takes the title from the first heading, else from the file name', () => {
  expect(taleOf('# The *Red* Mill\n\nOnce.')).toMatchObject({ title: 'The Red Mill', content: '<p>Once.</p>', warnings: [] });
  expect(taleOf('The Mill\n===\nOnce.')).toMatchObject({ title: 'The Mill', content: '<p>Once.</p>' });
  expect(taleOf('---\ntitle: The Mill\n---\n# The mill\n\nOnce.')).toMatchObject({ title: 'The Mill', content: '<p>Once.</p>' });
  expect(taleOf('---\ntitle: The Mill\n---\n# Part One\n\nOnce.')?.content).toBe('<h1>Part One</h1>\n<p>Once.</p>');
  expect(taleOf('Once.', 'posts/2020-01-02-the-red_mill.md')).toMatchObject({
    title: 'The Red Mill',
    warnings: [expect.stringContaining('file name')],
  });
  expect(taleOf('Once.', 'a/the-red-mill/index.md')?.title).toBe('The Red Mill');
});

test('puts footnotes at the end, in the form of the editor', () => {
  const { content = '' } =
    taleOf('---\ntitle: M\n---\nA mill.[^a] A *mouse*.[^2] Again.[^a]\n\n[^2]: Small\n    and *grey*.\n[^a]: Of water.\n') ?? {};
  expect(content).toContain(
    'A mill.<sup><a id="t-fnref1" href="#t-fn1">1</a></sup> A <em>mouse</em>.<sup><a id="t-fnref2" href="#t-fn2">2</a></sup>',
  );
  expect(content).toContain(
    '<li id="t-fn1">Of water. <a href="#t-fnref1">↑</a></li><li id="t-fn2">Small and <em>grey</em>. <a href="#t-fnref2">↑</a></li>',
  );
  expect(sanitizeHtml(content)).toMatchObject({ html: content });
});

test('reads old encodings and line ends', () => {
  const { tales } = parseMarkdown('a.md', Buffer.from('\xef\xbb\xbf---\r\ntitle: M\xc3\xbchle\r\n---\r\n\r\nOnce\r\n', 'latin1')).book;
  expect(tales).toEqual([{ title: 'Mühle', content: '<p>Once</p>', warnings: [] }]);
  expect(parseMarkdown('a.md', Buffer.from('---\ntitle: M\xfchle \x96 x\n---\nOnce', 'latin1')).book.tales[0]?.title).toBe('Mühle – x');
});

test('keeps the key of a tale when its text changes', () => {
  const key = (text: string, name?: string) => parse(text, name).book.key;
  const one = key('---\ntitle: M\n---\nOnce');
  expect(key('---\ntitle: M\ntags: [a]\n---\nTwice')).toBe(one);
  expect(key('---\ntitle: N\n---\nOnce')).not.toBe(one);
  expect(key('---\ntitle: M\n---\nOnce', 'b/other.md')).not.toBe(one);
});
