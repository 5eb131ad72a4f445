import { expect, test } from 'vitest';
import { fc } from '#test/fast-check.ts';
import { mergeValues } from './merge-values.ts';
import { blankTale, FIELD_NAMES, isSame } from './tale-values.ts';

const base = { ...blankTale(0), title: 'Rapunzel', author: 'The Brothers Grimm', category: 'classic', excerpt: 'A tower.' };

test('what only one side changed is taken from that side', () => {
  const mine = { ...base, title: 'Rapunzel and the Tower' };
  const theirs = { ...base, excerpt: 'A tower, a plait.', status: 'published' as const };
  const merged = mergeValues(base, mine, theirs);
  expect(merged.values).toEqual({ ...base, title: mine.title, excerpt: theirs.excerpt, status: 'published' });
  expect(merged.taken).toEqual(['status', 'excerpt']);
  expect(merged.conflicts).toEqual([]);
});

test('what both changed the same way is no conflict', () => {
  const both = { ...base, title: 'Rapunzel!', publish_date: '2026-01-01T00:00:00.000Z' };
  const merged = mergeValues(base, both, { ...both, publish_date: '2026-01-01T01:00:00+01:00' });
  expect(merged).toEqual({ values: both, taken: [], conflicts: [] });
});

test('what both changed differently waits for a choice, with the words typed here', () => {
  const merged = mergeValues(base, { ...base, content: '<p>Mine</p>' }, { ...base, content: '<p>Theirs</p>', rights: 'Public domain' });
  expect(merged.conflicts).toEqual(['content']);
  expect(merged.taken).toEqual(['rights']);
  expect(merged.values.content).toBe('<p>Mine</p>');
});

test('a field put back here to what it was takes what the other side made of it', () => {
  expect(mergeValues(base, { ...base }, { ...base, title: '' }).values.title).toBe('');
});

test('questions are taken whole, and blank lines among them are no change', () => {
  const typed = { ...base, questions: ['Why?', '', ' Who? ', ''] };
  expect(isSame('questions', typed, { ...base, questions: ['Why?', 'Who?'] })).toBe(true);
  expect(isSame('questions', typed, { ...base, questions: ['Who?', 'Why?'] })).toBe(false);
  expect(mergeValues(base, typed, { ...base, questions: ['When?'] }).conflicts).toEqual(['questions']);
  expect(mergeValues(base, base, { ...base, motifs: ['a mill'] }).values.motifs).toEqual(['a mill']);
});

test('of tags both sides count, what each added and what each took away', () => {
  const old = { ...base, tags: ['dark', 'animals', 'romance'] };
  const mine = { ...old, tags: ['animals', 'romance', 'folklore'] };
  const theirs = { ...old, tags: ['dark', 'animals', 'fantasy'] };
  expect(mergeValues(old, mine, theirs).values.tags).toEqual(['animals', 'folklore', 'fantasy']);
});

test('of content notes too', () => {
  const merged = mergeValues(base, { ...base, content_notes: ['drink'] }, { ...base, content_notes: ['violence'] });
  expect([merged.values.content_notes, merged.conflicts]).toEqual([['drink', 'violence'], []]);
});

test('the category that one side chose is no tag of the other', () => {
  const merged = mergeValues(base, { ...base, tags: ['dark'] }, { ...base, category: 'dark' });
  expect(merged.values).toMatchObject({ category: 'dark', tags: [] });
});

const text = fc.constantFrom('a', 'b', 'c');
const fields = fc.record({ title: text, author: text, excerpt: text, content: text, rights: text }).map((some) => ({ ...base, ...some }));

test('nothing that anybody changed is lost without a word', () => {
  fc.assert(
    fc.property(fields, fields, fields, (one, mine, theirs) => {
      const { values, taken, conflicts } = mergeValues(one, mine, theirs);
      for (const name of FIELD_NAMES) {
        if (conflicts.includes(name)) continue;
        if (!isSame(name, one, mine)) expect(isSame(name, values, mine)).toBe(true);
        if (!isSame(name, one, theirs)) expect(isSame(name, values, theirs)).toBe(true);
      }
      expect(taken.filter((name) => conflicts.includes(name))).toEqual([]);
      // The other side's words with none of one's own are simply theirs.
      expect(mergeValues(one, one, theirs).values).toEqual(theirs);
    }),
  );
});
