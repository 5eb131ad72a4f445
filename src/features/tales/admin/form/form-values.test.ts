import { expect, test } from 'vitest';
import { countCharacters as countOnServer } from '#src/platform/text.ts';
import { TaleInput } from '../../tale-schemas.ts';
import { changedNames, countCharacters, newTaleFields, suggestExcerpt, toNewTale, validateFields, withDraft } from './form-values.ts';

const blank = newTaleFields(Date.parse('2026-03-01T12:00:00Z'));

test('a new tale has the initial values of the specification', () => {
  expect(blank).toMatchObject({
    ...{ title: 'Untitled Tale', author: '', category: '', excerpt: '', content: '', status: 'draft' },
    publish_date: '2026-03-01T12:00:00.000Z',
  });
});

test('the date of a new tale is sent if it was changed; empty values are left to the server', () => {
  expect(toNewTale(blank, false)).not.toHaveProperty('publish_date');
  expect(toNewTale(blank, false)).not.toHaveProperty('slug');
  expect(toNewTale({ ...blank, language: '' }, false)).not.toHaveProperty('language');
  expect(toNewTale({ ...blank, slug: 'kay' }, true)).toMatchObject({ slug: 'kay', publish_date: blank.publish_date, language: 'en' });
});

test('a draft replaces fields of the tale; values of the wrong type are ignored', () => {
  const draft = { title: '', tags: ['dark'], status: 'secret', read_time: 'long', content: 4, author: 'Kay', id: 'x', toString: 'y' };
  expect(withDraft(blank, draft)).toEqual({ ...blank, title: '', tags: ['dark'], author: 'Kay' });
  expect(withDraft(blank, JSON.parse('{"__proto__":{"title":"x"},"tags":[1]}'))).toEqual(blank);
});

test('comparison ignores the time zone of dates and the order of sets', () => {
  const one = { ...blank, tags: ['a', 'b'], content_notes: ['drink', 'violence'] };
  expect(
    changedNames(one, { ...one, tags: ['b', 'a'], content_notes: ['violence', 'drink'], publish_date: '2026-03-01T13:00:00+01:00' }),
  ).toEqual([]);
  expect(changedNames(one, { ...one, tags: ['b'], title: 'Kay' })).toEqual(['title', 'tags']);
  expect(changedNames(one, { ...one, content_notes: [] })).toEqual(['content_notes']);
});

const good = { ...newTaleFields(0), author: 'Gerda', category: 'classic', excerpt: 'Once.' };
const FAMILY = '👨‍👩‍👧‍👦';

const CASES: [string, Partial<typeof good>][] = [
  ['a new tale as it stands', { author: '', category: '', excerpt: '' }],
  ['blanks', { title: ' \u200b', author: '\t', category: ' ', excerpt: '\u2060' }],
  ['300 families of emoji', { excerpt: FAMILY.repeat(300) }],
  ['301 families of emoji', { excerpt: FAMILY.repeat(301) }],
  ['301 letters with accents apart', { excerpt: 'e\u0301'.repeat(301) }],
  ['white space at the ends', { excerpt: ` ${'a'.repeat(300)}\n` }],
  ['minutes below nothing', { read_time: -1 }],
  ['half a minute', { read_time: 0.5 }],
  ['too many minutes', { read_time: 1001 }],
  ['no date', { publish_date: '' }],
  ['nothing wrong', {}],
];

test.each(CASES)('%s: the messages of form and server are the same', (_, wrong) => {
  const values = { ...good, ...wrong };
  const { rights: _rights, ...sent } = toNewTale(values, true);
  const issues = TaleInput.safeParse(sent).error?.issues ?? [];
  const onServer = Object.groupBy(issues, (issue) => String(issue.path[0]));
  const here = validateFields(values);
  expect(Object.keys(here).sort()).toEqual(Object.keys(onServer).sort());
  for (const name of ['title', 'author', 'category', 'excerpt', 'publish_date'] as const) {
    expect(here[name]).toEqual(onServer[name]?.map(({ message }) => message).slice(0, 1));
  }
});

test('a new tale has the required fields of the specification', () => {
  expect(validateFields({ ...newTaleFields(0), title: '' })).toEqual({
    title: ['Title is required'],
    author: ['Author is required'],
    category: ['Category is required'],
    excerpt: ['Excerpt is required'],
  });
});

test.each(['', 'abc', 'e\u0301', FAMILY, '🇩🇰🇩🇰', 'ก็', '\r\n'])('%j is as long as on the server', (text) => {
  expect(countCharacters(text)).toBe(countOnServer(text));
});

test('an excerpt is suggested from whole sentences at the beginning of the text', () => {
  expect(suggestExcerpt('<h2>One</h2><p>Once there was a fox. It counted stars.</p>')).toBe('One Once there was a fox. It counted stars.');
  expect(suggestExcerpt(`<p>A fox slept. ${'Very '.repeat(60)}long.</p>`)).toBe('A fox slept.');
  expect(suggestExcerpt(`<p>${'word '.repeat(100)}</p>`)).toMatch(/^(word )+word…$/);
  expect(suggestExcerpt('')).toBe('');
});
