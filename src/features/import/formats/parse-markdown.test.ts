import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parseTaleFile } from '#src/features/library/parse-tale-file.ts';
import { cleanHtml } from '#src/features/tales/content.ts';
import { parseMarkdown } from './parse-markdown.ts';

const parse = (text: string, name = 'tales/the-mill.md') => parseMarkdown(name, Buffer.from(text));
const taleOf = (text: string, name?: string) => parse(text, name).book.tales[0];
const withFields = (fields: string) => parse(`---\n${fields}\n---\nOnce.\n`);

test('a tale of the starter library says the same here as there', async () => {
  const text = await readFile('library/tales/the-frog-king.md', 'utf8');
  const ours = parseTaleFile('tales/the-frog-king.md', text);
  const { book, notes } = parse(text, 'tales/the-frog-king.md');
  const [tale] = book.tales;
  expect(notes).toEqual([]);
  expect(tale).toMatchObject({ title: ours.title, author: ours.author, category: ours.category, excerpt: ours.excerpt, doubts: [] });
  expect(tale).toMatchObject({ retoldFrom: ours.retold_from, ageBand: ours.age_band, taleType: ours.tale_type, source: ours.source });
  expect(tale).toMatchObject({ motifs: ours.motifs, whyItMatters: ours.why_it_matters, questions: ours.questions });
  expect(tale?.tags).toEqual(ours.tags);
  expect(new Date(tale?.publishDate ?? '')).toEqual(new Date(ours.publish_date ?? ''));
  expect(tale?.content).toBe(ours.content?.trim());
  expect(book).toMatchObject({ name: ours.title, title: null, authors: [ours.author], language: 'en', gutenbergId: null });
});

test('content notes, motifs and questions are lists or lines', () => {
  const lists = withFields('content_notes: [violence, Death of a parent]\nmotifs: A mill\nquestions: |\n  Why?\n\n  Who?');
  const [tale] = lists.book.tales;
  expect(tale).toMatchObject({ contentNotes: ['violence', 'death-of-a-parent'], motifs: ['A mill'], questions: ['Why?', 'Who?'] });
  for (const wrong of ['motifs: [[a]]', `questions: [${'Why, '.repeat(7)}]`]) {
    expect(withFields(wrong).book.tales[0]?.doubts).toContain(`What the file says as “${wrong.split(':')[0]}” could not be used.`);
  }
});

test('the keys of Hugo, Jekyll and Ghost are understood', () => {
  const hugo = withFields(
    'title: The Mill\ndate: 2020-01-02T03:04:05+01:00\ndraft: true\ncategories: [Dark, Magical Creatures]\ntags: [animals]',
  );
  expect(hugo.book.tales).toEqual([
    {
      ...{ title: 'The Mill', publishDate: '2020-01-02T02:04:05.000Z', status: 'draft', category: 'dark' },
      ...{ tags: ['magical-creatures', 'animals'], content: '<p>Once.</p>', doubts: [] },
    },
  ]);
  const jekyll = withFields(
    'title: 1001\npublished: false\ndate: 2020-01-02 15:04:05 -0830\nlang: en_GB\nauthors:\n  - name: A. Miller\n  - B',
  );
  expect(jekyll.book.tales[0]).toMatchObject({
    title: '1001',
    status: 'draft',
    publishDate: '2020-01-02T23:34:05.000Z',
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
    coverImage: '/media/a-1.webp',
  });
});

test('what is not understood is told, and what could not be used makes the tale doubtful', () => {
  const { book, notes } = withFields(
    `title: M\nlayout: post\nweight: 3\ndate: 2020-02-30\nimage: https://example.org/a.jpg\nage: "7"\ndescription: ${'x'.repeat(301)}`,
  );
  expect(notes).toEqual(['The front matter’s “layout”, “weight”, “image” and “description” were not used.']);
  expect(book.tales[0]?.doubts).toEqual(['What the file says as “date” and “age” could not be used.']);
  expect(Object.keys(book.tales[0] ?? {})).toEqual(['title', 'content', 'doubts']);
  expect(withFields('title: M\n__proto__: {title: X}\nconstructor: 1').notes[0]).toContain('“__proto__” and “constructor”');
  expect(taleOf('---\ntitle: M\n---\n{{< youtube x >}}\n')?.doubts).toEqual([expect.stringContaining('commands in braces')]);
  expect(parse('---\ntitle: M\n---\n![a](b.png) ![c](/media/d.webp)\n').notes).toEqual(['Pictures left out: 1.']);
});

test.each([
  ['---\ntitle: "x\n---\nOnce', 'tales/the-mill.md, line 3: the front matter cannot be read: Missing closing "quote.'],
  ['---\ntitle: x\nb: [1\n---\nOnce', /^tales\/the-mill\.md, line \d: the front matter cannot be read: .+/],
  ['---\ntitle: x\ntitle: y\n---\nOnce', 'tales/the-mill.md, line 3: the front matter cannot be read: Map keys must be unique.'],
  ['---\n- x\n---\nOnce', 'tales/the-mill.md, line 2: the front matter cannot be read: it is no list of keys and values.'],
  ['---\na: &a [x]\nb: [*a, *a]\n---\nOnce', /aliases are not allowed/],
  [`---\na: ${'x'.repeat(70_000)}\n---\nOnce`, /longer than 64 KB/],
  ['+++\ntitle = "x"\n+++\nOnce', /line 1: its front matter is TOML/],
  ['---\ntitle: x\n---\n\n', 'tales/the-mill.md: it has no text.'],
  ['# Only a title\n', 'tales/the-mill.md: it has no text.'],
  ['x'.repeat(2_000_001), /at most 2 MB/],
  ['> '.repeat(10_000), 'tales/the-mill.md: its text stands too deep in itself.'],
])('%j is refused with the file and the line', (text, message) => {
  expect(() => parse(text)).toThrow(message);
});

test('without a title in front the first heading is it, or the name of the file', () => {
  expect(taleOf('# The *Red* Mill\n\nOnce.')).toMatchObject({ title: 'The Red Mill', content: '<p>Once.</p>', doubts: [] });
  expect(taleOf('The Mill\n===\nOnce.')).toMatchObject({ title: 'The Mill', content: '<p>Once.</p>' });
  expect(taleOf('---\ntitle: The Mill\n---\n# The mill\n\nOnce.')).toMatchObject({ title: 'The Mill', content: '<p>Once.</p>' });
  expect(taleOf('---\ntitle: The Mill\n---\n# Part One\n\nOnce.')?.content).toBe('<h1>Part One</h1>\n<p>Once.</p>');
  expect(taleOf('Once.', 'posts/2020-01-02-the-red_mill.md')).toMatchObject({
    title: 'The Red Mill',
    doubts: [expect.stringContaining('name of the file')],
  });
  expect(taleOf('Once.', 'a/the-red-mill/index.md')?.title).toBe('The Red Mill');
});

test('footnotes stand at the end, as the editor has them, and the cleaner leaves them', () => {
  const { content = '' } =
    taleOf('---\ntitle: M\n---\nA mill.[^a] A *mouse*.[^2] Again.[^a]\n\n[^2]: Small\n    and *grey*.\n[^a]: Of water.\n') ?? {};
  expect(content).toContain(
    'A mill.<sup><a id="t-fnref1" href="#t-fn1">1</a></sup> A <em>mouse</em>.<sup><a id="t-fnref2" href="#t-fn2">2</a></sup>',
  );
  expect(content).toContain(
    '<li id="t-fn1">Of water. <a href="#t-fnref1">↑</a></li><li id="t-fn2">Small and <em>grey</em>. <a href="#t-fnref2">↑</a></li>',
  );
  expect(cleanHtml(content)).toMatchObject({ html: content });
});

test('bytes of other times and systems are read', () => {
  const { tales } = parseMarkdown('a.md', Buffer.from('\xef\xbb\xbf---\r\ntitle: M\xc3\xbchle\r\n---\r\n\r\nOnce\r\n', 'latin1')).book;
  expect(tales).toEqual([{ title: 'Mühle', content: '<p>Once</p>', doubts: [] }]);
  expect(parseMarkdown('a.md', Buffer.from('---\ntitle: M\xfchle \x96 x\n---\nOnce', 'latin1')).book.tales[0]?.title).toBe('Mühle – x');
});

test('the key of a tale stays when its text changes, and is another for another tale', () => {
  const key = (text: string, name?: string) => parse(text, name).book.key;
  const one = key('---\ntitle: M\n---\nOnce');
  expect(key('---\ntitle: M\ntags: [a]\n---\nTwice')).toBe(one);
  expect(key('---\ntitle: N\n---\nOnce')).not.toBe(one);
  expect(key('---\ntitle: M\n---\nOnce', 'b/other.md')).not.toBe(one);
});
