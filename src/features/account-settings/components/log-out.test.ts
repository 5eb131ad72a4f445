import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { beforeEach, expect, test, vi } from 'vitest';
import { hashEmail } from '#src/api-client/account-header.ts';
import { updateState } from '#src/features/reader-library/store/library-state.ts';
import { describeUnsyncedData, preserveDevicePreferences } from './log-out.tsx';

const [ME, OTHER] = [hashEmail('gerda@t.example'), hashEmail('kay@t.example')];
let storage: Map<string, string>;
vi.mock('#src/features/offline/components/use-offline-data.ts', () => ({ countOfflineTales: async () => 0 }));

beforeEach(() => {
  storage = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => void storage.set(key, text),
    removeItem: (key: string) => void storage.delete(key),
    key: (index: number) => [...storage.keys()][index] ?? null,
    get length() {
      return storage.size;
    },
  });
  updateState((state) => ({ ...state, owner: ME }));
  return () => {
    updateState((state) => ({ ...state, owner: null }));
    vi.unstubAllGlobals();
  };
});

const draft = (owner: string) => JSON.stringify({ id: 'x', owner, fields: { title: 'The Mill' } });

test('a logout keeps device preferences and unsynced data of other accounts, and removes the rest', () => {
  const stays = {
    'talewood.theme': 'night',
    'talewood.aloud': '{"voice":"Daniel","rate":1.2}',
    'talewood.draft.2': draft(OTHER),
    [`talewood.answer.${OTHER}.1`]: 'Dear Kay',
    'talewood.sealed-changes': '[]',
  };
  const goes = { 'talewood.draft.1': draft(ME), [`talewood.answer.${ME}.1`]: 'Dear Gerda', 'talewood.name': 'Gerda' };
  for (const [key, text] of Object.entries({ ...stays, ...goes })) storage.set(key, text);
  const restore = preserveDevicePreferences();
  storage.clear();
  restore();
  expect(Object.fromEntries(storage)).toEqual(stays);
});

test('unsynced drafts of the user are reported before a logout', async () => {
  expect(await describeUnsyncedData()).toBe('');
  storage.set('talewood.draft.2', draft(OTHER));
  expect(await describeUnsyncedData()).toBe('');
  storage.set('talewood.draft.1', draft(ME));
  expect(await describeUnsyncedData()).toBe('1 draft saved only on this device will be lost.');
  storage.set(`talewood.answer.${ME}.1`, 'Dear Gerda');
  expect(await describeUnsyncedData()).toBe('2 drafts saved only on this device will be lost.');
});

/** Keys that a logout removes intentionally, and names that are not local storage keys. */
const REMOVED = ['bookshelf', 'unsent', 'name', 'draft', 'answer', 'suggestion', 'submission', 'last-category', 'setup'];
const ELSEWHERE = [
  'collection',
  'drafts',
  'evening',
  'faces',
  'focus',
  'kept',
  'lan',
  'listening',
  'me',
  'random',
  'reloaded',
  'scroll',
  'renewed',
  'rewrites',
  'tale',
  'sent',
  'search',
  'together',
];

test('every local storage key is listed as surviving a logout or not', async () => {
  const names = new Set<string>();
  for await (const file of glob('src/**/*.{ts,tsx}')) {
    if (file.includes('.test.')) continue;
    for (const [, name] of readFileSync(file, 'utf8').matchAll(/['`]talewood\.([a-z-]+)/g)) names.add(name ?? '');
  }
  for (const name of names) storage.set(`talewood.${name}`, 'x');
  const restore = preserveDevicePreferences();
  storage.clear();
  restore();
  const kept = [...storage.keys()].map((key) => key.replace('talewood.', ''));
  expect([...names].filter((name) => !kept.includes(name) && !REMOVED.includes(name) && !ELSEWHERE.includes(name))).toEqual([]);
});
