import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fc } from '#test/fast-check.ts';
import type { TaleFields } from '../../contract.ts';
import { FORM_ORDER, isSameValue } from '../../field-values.ts';
import type { ManagedTale } from '../contract.ts';
import { createFormStore } from './form-store.ts';
import { newTaleFields } from './form-values.ts';
import { mergeSaved, mergeTale, saveChanges } from './use-save.ts';

const base = { ...newTaleFields(0), title: 'Rapunzel', author: 'The Brothers Grimm', category: 'classic', excerpt: 'A tower.' };
const after = (version: number, changes: Partial<TaleFields>) =>
  ({ ...base, ...changes, id: 't1', version, edited_by: 'Gerda' }) as ManagedTale;

/** The tale on the server, and the changes that others save before each attempt. */
let tale: ManagedTale;
let otherChanges: Partial<TaleFields>[];
let sent: { match: string | undefined; fields: unknown }[];

beforeEach(() => {
  tale = after(7, {});
  otherChanges = [];
  sent = [];
  vi.stubGlobal(
    'fetch',
    async (_: string, { method, headers, body }: { method: string; headers: Record<string, string>; body: string }) => {
      if (method === 'GET') return Response.json(tale);
      const otherChange = otherChanges.shift();
      if (otherChange !== undefined) tale = { ...tale, ...otherChange, version: tale.version + 1 };
      const fields = JSON.parse(body);
      sent.push({ match: headers['if-match'], fields });
      if (headers['if-match'] !== `"${tale.version}"`) return Response.json({ code: 'changed_since' }, { status: 412 });
      tale = { ...tale, ...fields, version: tale.version + 1 };
      return Response.json({ tale, tidied: false });
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

function openForm(changes: Partial<TaleFields>) {
  const store = createFormStore({ version: 7, fields: base });
  store.replace({ ...base, ...changes });
  return store;
}

test('only changed fields are sent, with the version they are based on', async () => {
  await saveChanges(openForm({ title: 'Rapunzel!' }), 't1', vi.fn());
  expect(sent).toEqual([{ match: '"7"', fields: { title: 'Rapunzel!' } }]);
});

test('publishing sends the status with the changes, and again after a merge; the form stays a draft', async () => {
  otherChanges = [{ excerpt: 'A plait.' }];
  const store = openForm({ source: 'Told' });
  const publication = { status: 'published', publish_date: 'now' } as const;
  await saveChanges(store, 't1', vi.fn(), publication);
  expect(sent.map(({ fields }) => fields)).toEqual(Array(2).fill({ source: 'Told', ...publication }));
  expect(store.read().status).toBe('draft');
});

test('changes of others to other fields are merged', async () => {
  otherChanges = [{ excerpt: 'A plait.' }];
  const store = openForm({ title: 'Rapunzel!' });
  const onConflict = vi.fn();
  expect((await saveChanges(store, 't1', onConflict))?.tale).toMatchObject({ version: 9, title: 'Rapunzel!', excerpt: 'A plait.' });
  expect(sent.map(({ match }) => match)).toEqual(['"7"', '"8"']);
  expect(store.read().excerpt).toBe('A plait.');
  expect(onConflict).not.toHaveBeenCalled();
});

test('a conflict is reported, and nothing is sent until it is resolved', async () => {
  otherChanges = [{ title: 'Persinette', excerpt: 'A plait.' }];
  const store = openForm({ title: 'Rapunzel!' });
  const onConflict = vi.fn();
  expect(await saveChanges(store, 't1', onConflict)).toBeNull();
  expect(onConflict.mock.lastCall?.[0]).toMatchObject({ theirs: { version: 8 }, merged: { conflicts: ['title'], taken: ['excerpt'] } });
  expect(sent).toHaveLength(1);
  // The form keeps its values and base, so that the next save reports the conflict again.
  expect([store.read(), store.base().version]).toEqual([{ ...base, title: 'Rapunzel!' }, 7]);
});

test('saving gives up if others keep saving first, and keeps the values', async () => {
  otherChanges = ['a', 'b', 'c', 'd', 'e', 'f'].map((rights) => ({ rights }));
  const store = openForm({ title: 'Rapunzel!' });
  await expect(saveChanges(store, 't1', vi.fn())).rejects.toMatchObject({ status: 412 });
  expect(store.read()).toMatchObject({ title: 'Rapunzel!', rights: 'd' });
});

test('mergeSaved does not save', async () => {
  tale = after(9, { excerpt: 'A plait.', rights: 'Public domain' });
  const store = openForm({ title: 'Rapunzel!' });
  expect(await mergeSaved(store, 't1', vi.fn())).toEqual(['excerpt', 'rights']);
  expect([sent, store.base().version, store.changed()]).toEqual([[], 9, ['title']]);
});

test('a field changed on one side gets the value of that side', () => {
  const mine = { ...base, title: 'Rapunzel and the Tower' };
  const theirs = { ...base, excerpt: 'A tower, a plait.', status: 'published' as const };
  const merged = mergeTale(base, mine, theirs);
  expect(merged.values).toEqual({ ...base, title: mine.title, excerpt: theirs.excerpt, status: 'published' });
  expect(merged.taken).toEqual(['status', 'excerpt']);
  expect(merged.conflicts).toEqual([]);
});

test('the same change on both sides is no conflict', () => {
  const both = { ...base, title: 'Rapunzel!', publish_date: '2026-01-01T00:00:00.000Z' };
  const merged = mergeTale(base, both, { ...both, publish_date: '2026-01-01T01:00:00+01:00' });
  expect(merged).toEqual({ values: both, taken: [], conflicts: [] });
});

test('different changes of both sides are a conflict, with the own value', () => {
  const merged = mergeTale(base, { ...base, content: '<p>Mine</p>' }, { ...base, content: '<p>Theirs</p>', rights: 'Public domain' });
  expect(merged.conflicts).toEqual(['content']);
  expect(merged.taken).toEqual(['rights']);
  expect(merged.values.content).toBe('<p>Mine</p>');
});

test('a field reset to its base value takes the value of the other side', () => {
  expect(mergeTale(base, { ...base }, { ...base, title: '' }).values.title).toBe('');
});

test('lists are merged as a whole, and blank lines are no change', () => {
  const typed = { ...base, questions: ['Why?', '', ' Who? ', ''] };
  expect(isSameValue('questions', typed, { ...base, questions: ['Why?', 'Who?'] })).toBe(true);
  expect(isSameValue('questions', typed, { ...base, questions: ['Who?', 'Why?'] })).toBe(false);
  expect(mergeTale(base, typed, { ...base, questions: ['When?'] }).conflicts).toEqual(['questions']);
  expect(mergeTale(base, base, { ...base, motifs: ['a mill'] }).values.motifs).toEqual(['a mill']);
});

test('additions and removals of tags are merged', () => {
  const old = { ...base, tags: ['dark', 'animals', 'romance'] };
  const mine = { ...old, tags: ['animals', 'romance', 'folklore'] };
  const theirs = { ...old, tags: ['dark', 'animals', 'fantasy'] };
  expect(mergeTale(old, mine, theirs).values.tags).toEqual(['animals', 'folklore', 'fantasy']);
});

test('content notes are merged as well', () => {
  const merged = mergeTale(base, { ...base, content_notes: ['drink'] }, { ...base, content_notes: ['violence'] });
  expect([merged.values.content_notes, merged.conflicts]).toEqual([['drink', 'violence'], []]);
});

test('a new category is removed from the tags', () => {
  const merged = mergeTale(base, { ...base, tags: ['dark'] }, { ...base, category: 'dark' });
  expect(merged.values).toMatchObject({ category: 'dark', tags: [] });
});

const text = fc.constantFrom('a', 'b', 'c');
const fields = fc.record({ title: text, author: text, excerpt: text, content: text, rights: text }).map((some) => ({ ...base, ...some }));

test('no change is lost unless it is reported as a conflict', () => {
  fc.assert(
    fc.property(fields, fields, fields, (one, mine, theirs) => {
      const { values, taken, conflicts } = mergeTale(one, mine, theirs);
      for (const name of FORM_ORDER) {
        if (conflicts.includes(name)) continue;
        if (!isSameValue(name, one, mine)) expect(isSameValue(name, values, mine)).toBe(true);
        if (!isSameValue(name, one, theirs)) expect(isSameValue(name, values, theirs)).toBe(true);
      }
      expect(taken.filter((name) => conflicts.includes(name))).toEqual([]);
      // Without own changes, the result is their version.
      expect(mergeTale(one, one, theirs).values).toEqual(theirs);
    }),
  );
});
