import { expect, test } from 'vitest';
import { blankTale, changedNames, toNewTale, withDraft } from './tale-values.ts';

const blank = blankTale(Date.parse('2026-03-01T12:00:00Z'));

test('a new tale begins as the specification says', () => {
  expect(blank).toMatchObject({
    ...{ title: 'Untitled Tale', author: '', category: '', excerpt: '', content: '', status: 'draft' },
    publish_date: '2026-03-01T12:00:00.000Z',
  });
});

test('the date of a new tale is sent when it was set by hand, and what is empty is left to the server', () => {
  expect(toNewTale(blank, false)).not.toHaveProperty('publish_date');
  expect(toNewTale(blank, false)).not.toHaveProperty('slug');
  expect(toNewTale({ ...blank, language: '' }, false)).not.toHaveProperty('language');
  expect(toNewTale({ ...blank, slug: 'kay' }, true)).toMatchObject({ slug: 'kay', publish_date: blank.publish_date, language: 'en' });
});

test('a draft is laid over the tale, and what cannot be a field of it is left out', () => {
  const draft = { title: '', tags: ['dark'], status: 'secret', read_time: 'long', content: 4, author: 'Kay', id: 'x', toString: 'y' };
  expect(withDraft(blank, draft)).toEqual({ ...blank, title: '', tags: ['dark'], author: 'Kay' });
  expect(withDraft(blank, JSON.parse('{"__proto__":{"title":"x"},"tags":[1]}'))).toEqual(blank);
});

test('a date is the same in every zone, tags and content notes in every order', () => {
  const one = { ...blank, tags: ['a', 'b'], content_notes: ['drink', 'violence'] };
  expect(
    changedNames(one, { ...one, tags: ['b', 'a'], content_notes: ['violence', 'drink'], publish_date: '2026-03-01T13:00:00+01:00' }),
  ).toEqual([]);
  expect(changedNames(one, { ...one, tags: ['b'], title: 'Kay' })).toEqual(['title', 'tags']);
  expect(changedNames(one, { ...one, content_notes: [] })).toEqual(['content_notes']);
});
