import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { beforeEach, expect, test, vi } from 'vitest';
import { updateKept } from '#src/features/bookshelf/store/kept-state.ts';
import { keepDevice, tellLosses } from './log-out.ts';
import { markOf } from './mark-of.ts';

const [ME, OTHER] = [markOf('gerda@t.example'), markOf('kay@t.example')];
let storage: Map<string, string>;
vi.mock('#src/features/offline/components/count-kept.ts', () => ({ countKept: async () => 0 }));

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
  updateKept((state) => ({ ...state, owner: ME }));
  return () => {
    updateKept((state) => ({ ...state, owner: null }));
    vi.unstubAllGlobals();
  };
});

const draft = (owner: string) => JSON.stringify({ id: 'x', owner, fields: { title: 'The Mill' } });

test('what is of the device stays, voice and speed too, and what waits for other accounts; the rest goes', () => {
  const stays = {
    'talewood.theme': 'night',
    'talewood.aloud': '{"voice":"Daniel","rate":1.2}',
    'talewood.draft.2': draft(OTHER),
    [`talewood.answer.${OTHER}.1`]: 'Dear Kay',
    'talewood.sealed-changes': '[]',
  };
  const goes = { 'talewood.draft.1': draft(ME), [`talewood.answer.${ME}.1`]: 'Dear Gerda', 'talewood.name': 'Gerda' };
  for (const [key, text] of Object.entries({ ...stays, ...goes })) storage.set(key, text);
  const restore = keepDevice();
  storage.clear();
  restore();
  expect(Object.fromEntries(storage)).toEqual(stays);
});

test('before own drafts are lost that are on this device alone, it says so', async () => {
  expect(await tellLosses()).toBe('');
  storage.set('talewood.draft.2', draft(OTHER));
  expect(await tellLosses()).toBe('');
  storage.set('talewood.draft.1', draft(ME));
  expect(await tellLosses()).toBe('1 draft saved only on this device would be lost.');
  storage.set(`talewood.answer.${ME}.1`, 'Dear Gerda');
  expect(await tellLosses()).toBe('2 drafts saved only on this device would be lost.');
});

/** Those that a logout removes on purpose, and names that are none of the local storage. */
const REMOVED = ['bookshelf', 'unsent', 'name', 'draft', 'answer'];
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
  'renewed',
  'rewrites',
  'tale',
  'sent',
  'texts',
];

test('of every name in the local storage it is decided whether it survives a logout', async () => {
  const names = new Set<string>();
  for await (const file of glob('src/**/*.{ts,tsx}')) {
    if (file.includes('.test.')) continue;
    for (const [, name] of readFileSync(file, 'utf8').matchAll(/['`]talewood\.([a-z-]+)/g)) names.add(name ?? '');
  }
  for (const name of names) storage.set(`talewood.${name}`, 'x');
  const restore = keepDevice();
  storage.clear();
  restore();
  const kept = [...storage.keys()].map((key) => key.replace('talewood.', ''));
  expect([...names].filter((name) => !kept.includes(name) && !REMOVED.includes(name) && !ELSEWHERE.includes(name))).toEqual([]);
});
