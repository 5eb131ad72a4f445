import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ManagedTale, TaleFields } from '#src/features/manage/contract.ts';
import { createFormStore } from '../form-store.ts';
import { blankTale } from '../tale-values.ts';
import { saveChanges, takeIn } from './save-changes.ts';

const base = { ...blankTale(0), title: 'Rapunzel', author: 'The Brothers Grimm', category: 'classic', excerpt: 'A tower.' };
const after = (version: number, changes: Partial<TaleFields>) =>
  ({ ...base, ...changes, id: 't1', version, edited_by: 'Gerda' }) as ManagedTale;

/** The tale as the server has it, with whoever changes it before each of our attempts. */
let tale: ManagedTale;
let meddlers: Partial<TaleFields>[];
let sent: { match: string | undefined; fields: unknown }[];

beforeEach(() => {
  tale = after(7, {});
  meddlers = [];
  sent = [];
  vi.stubGlobal(
    'fetch',
    async (_: string, { method, headers, body }: { method: string; headers: Record<string, string>; body: string }) => {
      if (method === 'GET') return Response.json(tale);
      const meddler = meddlers.shift();
      if (meddler !== undefined) tale = { ...tale, ...meddler, version: tale.version + 1 };
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

test('only what was changed is sent, with the version it was changed in', async () => {
  await saveChanges(openForm({ title: 'Rapunzel!' }), 't1', vi.fn());
  expect(sent).toEqual([{ match: '"7"', fields: { title: 'Rapunzel!' } }]);
});

test('what others changed elsewhere in the tale is brought in, and both are there', async () => {
  meddlers = [{ excerpt: 'A plait.' }];
  const store = openForm({ title: 'Rapunzel!' });
  const onConflict = vi.fn();
  expect((await saveChanges(store, 't1', onConflict))?.tale).toMatchObject({ version: 9, title: 'Rapunzel!', excerpt: 'A plait.' });
  expect(sent.map(({ match }) => match)).toEqual(['"7"', '"8"']);
  expect(store.read().excerpt).toBe('A plait.');
  expect(onConflict).not.toHaveBeenCalled();
});

test('what both changed is asked about, and nothing is sent until somebody has chosen', async () => {
  meddlers = [{ title: 'Persinette', excerpt: 'A plait.' }];
  const store = openForm({ title: 'Rapunzel!' });
  const onConflict = vi.fn();
  expect(await saveChanges(store, 't1', onConflict)).toBeNull();
  expect(onConflict.mock.lastCall?.[0]).toMatchObject({ theirs: { version: 8 }, merged: { conflicts: ['title'], taken: ['excerpt'] } });
  expect(sent).toHaveLength(1);
  // Whoever keeps editing has their own words, and is asked again at the next saving.
  expect([store.read(), store.base().version]).toEqual([{ ...base, title: 'Rapunzel!' }, 7]);
});

test('someone who saves each time before us is given up on, with our words kept', async () => {
  meddlers = ['a', 'b', 'c', 'd', 'e', 'f'].map((rights) => ({ rights }));
  const store = openForm({ title: 'Rapunzel!' });
  await expect(saveChanges(store, 't1', vi.fn())).rejects.toMatchObject({ status: 412 });
  expect(store.read()).toMatchObject({ title: 'Rapunzel!', rights: 'd' });
});

test('taking in saves nothing', async () => {
  tale = after(9, { excerpt: 'A plait.', rights: 'Public domain' });
  const store = openForm({ title: 'Rapunzel!' });
  expect(await takeIn(store, 't1', vi.fn())).toEqual(['excerpt', 'rights']);
  expect([sent, store.base().version, store.changed()]).toEqual([[], 9, ['title']]);
});
