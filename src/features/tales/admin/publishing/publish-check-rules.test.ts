import { describe, expect, test } from 'vitest';
import { sanitizeHtml } from '#src/features/tale-html/sanitize-html.ts';
import { wordsOf } from '#test/factories.ts';
import { type CheckedFields, checkTale, listPublishProblems } from './publish-check.ts';

const ready: CheckedFields = {
  title: 'The Mill',
  author: 'The Miller',
  category: 'classic',
  excerpt: 'A mill that grinds by itself, and who paid for it.',
  content: wordsOf(150),
  source: 'Told at the mill',
  retold_from: '',
  rights: 'Public domain',
};

const STRICT = { requiresSource: true };
const check = (changes: CheckedFields) => checkTale({ ...ready, ...changes }, [], STRICT);
const ids = (changes: CheckedFields) => check(changes).map(({ id, level }) => `${level} ${id}`);

test('a complete tale has no items', () => {
  expect(check({})).toEqual([]);
  expect(listPublishProblems(ready, STRICT)).toEqual({});
});

describe('blocks', () => {
  test.each(['title', 'author', 'category', 'excerpt'] as const)('without %s, in the words of the form', (field) => {
    expect(check({ [field]: '  ' })).toMatchObject([{ field, level: 'blocks', text: expect.stringMatching(/ is required$/) }]);
  });

  test('missing rights and missing source', () => {
    expect(ids({ rights: ' ' })).toEqual(['blocks rights']);
    expect(ids({ source: '', retold_from: ' ' })).toEqual(['blocks source']);
    expect(ids({ source: '', retold_from: 'Grimm' })).toEqual([]);
  });

  test.each([
    ['<img src="/media/a.webp">', 1],
    ['<img src="/media/a.webp" alt="">', 1],
    ['<img src="/media/a.webp" alt=" &nbsp; ">', 1],
    ['<img alt="A mill" src="/media/a.webp"><figure><img src="/media/b.webp"></figure>', 2],
  ])('an image without alt text: %s', (picture, number) => {
    const { html } = sanitizeHtml(`${ready.content}<p>${picture}</p>`);
    expect(check({ content: html })).toMatchObject([{ id: `alt-${number}`, field: 'content', level: 'blocks' }]);
    expect(listPublishProblems({ ...ready, content: html }, STRICT)).toEqual({ content: [expect.stringContaining(`Picture ${number} `)] });
  });

  test('pictures with any alt text are accepted', () => {
    const { html } = sanitizeHtml(`${ready.content}<img alt="alt=&quot;&quot; > a mill" src="/media/a.webp">`);
    expect(check({ content: html })).toEqual([]);
  });
});

describe('advice', () => {
  test.each([
    [0, 'no text'],
    [1, '1 word,'],
    [99, '99 words'],
    [20_001, '20,001 words'],
  ])('of a tale with %d words', (count, said) => {
    const items = check({ content: count === 0 ? '' : wordsOf(count) });
    expect(items).toMatchObject([{ id: 'length', level: 'advice', text: expect.stringContaining(said) }]);
  });

  test.each([100, 20_000])('nothing on one of %d', (count) => {
    expect(check({ content: wordsOf(count) })).toEqual([]);
  });

  test.each([
    ['<h3>First</h3>', ['heading-1']],
    ['<h2>One</h2><h3>Two</h3><h4>Three</h4><h2>Four</h2>', []],
    ['<h2>One</h2><h4 id="t-x">The <em>steep</em> stair</h4><h4>Next</h4>', ['heading-2']],
  ])('of skipped heading levels: %s', (headings, expected) => {
    const items = check({ content: headings + ready.content });
    expect(items.map(({ id }) => id)).toEqual(expected);
    if (expected[0] === 'heading-2') expect(items[0]?.text).toContain('“The steep stair”');
  });

  test('on an excerpt that repeats the beginning', () => {
    const content = `<p>There was once a mill, and  it ground by itself.</p>${ready.content}`;
    expect(ids({ content, excerpt: 'There was once a mill, and it ground …' })).toEqual(['advice excerpt']);
    expect(ids({ content, excerpt: 'There was once' })).toEqual([]);
    expect(ids({ content, excerpt: 'The mill was once there, and it ground.' })).toEqual([]);
  });

  test('on dead links', () => {
    const dead = [
      { address: '/tale/none', words: 'The Frog', isHidden: false },
      { address: '/tale/soon', words: '', isHidden: true },
    ];
    const items = checkTale(ready, dead, STRICT);
    expect(items.map(({ text }) => text)).toEqual([
      'The link “The Frog” leads to a tale that does not exist (/tale/none)',
      'The link “/tale/soon” leads to a tale that is not public (/tale/soon)',
    ]);
  });
});

test('lists blocking items first', () => {
  const levels = checkTale({}, [{ address: '/tale/x', words: 'x', isHidden: true }], STRICT).map(({ level }) => level);
  expect(levels).toEqual(levels.toSorted().reverse());
});
