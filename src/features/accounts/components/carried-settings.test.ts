import { beforeEach, expect, test, vi } from 'vitest';
import { updateKept } from '#src/features/bookshelf/store/kept-state.ts';
import { changeReadingSettings, PRINTED, readReadingSettings } from '#src/features/reading/settings/reading-settings.ts';
import { readSettings } from '../settings/account-forms.ts';
import { carrySettings } from './carried-settings.ts';
import { send } from './send.ts';

vi.mock('./send.ts', () => ({ send: vi.fn(async () => {}) }));
const sent = vi.mocked(send);
const ACCOUNT = { reading: { theme: null }, hiddenAges: [] };

beforeEach(() => {
  const storage = new Map<string, string>();
  vi.stubGlobal('document', { documentElement: { dataset: {}, toggleAttribute: () => false } });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => storage.set(key, text),
    removeItem: (key: string) => storage.delete(key),
  });
  carrySettings(ACCOUNT);
  sent.mockClear();
  return () => {
    carrySettings(null);
    vi.unstubAllGlobals();
  };
});

test('another device follows, and says nothing back', () => {
  carrySettings({ ...ACCOUNT, reading: { theme: null, look: { ...PRINTED, size: 6 } } });
  expect(readReadingSettings().size).toBe(6);
  expect(sent).not.toHaveBeenCalled();
});

test('a choice goes to the account', async () => {
  changeReadingSettings({ face: 'clear' });
  await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(1));
  expect(sent.mock.calls[0]).toEqual([
    'PUT',
    '/account/settings',
    { ...ACCOUNT, reading: { theme: null, look: { ...PRINTED, face: 'clear' } } },
  ]);
});

test('a choice that did not get through is later than what the account says, and is sent again', async () => {
  sent.mockRejectedValueOnce(new Error('unreachable'));
  changeReadingSettings({ size: 8 });
  await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(1));
  await Promise.resolve();
  carrySettings({ ...ACCOUNT, reading: { theme: null, look: { ...PRINTED, size: 2 } } });
  expect(readReadingSettings().size).toBe(8);
  await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(2));
  expect(sent.mock.calls[1]?.[2]).toMatchObject({ reading: { look: { size: 8 } } });
});

test('a choice that could not be sent outlasts the page, and goes to the account of the same person alone', async () => {
  updateKept((state) => ({ ...state, owner: 'gerda' }));
  sent.mockRejectedValue(new Error('unreachable'));
  changeReadingSettings({ size: 7 });
  await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(1));
  sent.mockReset();
  const openLater = async () => {
    vi.resetModules();
    const kept = await import('#src/features/bookshelf/store/kept-state.ts');
    return { ...(await import('./carried-settings.ts')), updateKept: kept.updateKept, again: vi.mocked((await import('./send.ts')).send) };
  };
  const account = { ...ACCOUNT, reading: { theme: null, look: { ...PRINTED, size: 2 } } };
  const other = await openLater();
  other.updateKept((state) => ({ ...state, owner: 'kay' }));
  other.carrySettings(account);
  expect(other.again).not.toHaveBeenCalled();
  const later = await openLater();
  later.updateKept((state) => ({ ...state, owner: 'gerda' }));
  later.carrySettings(account);
  await vi.waitFor(() => expect(later.again).toHaveBeenCalledTimes(1));
  expect(later.again.mock.calls[0]?.[2]).toMatchObject({ reading: { look: { size: 7 } } });
  await vi.waitFor(() => expect(localStorage.getItem('talewood.unsent')).toBe(null));
});

test('what a newer version has stored is taken as far as it is known', () => {
  const stored = { reading: { theme: 'moonlight', look: { size: 5, glow: 1 }, extra: {} }, hiddenAges: ['3-5'], more: true };
  expect(readSettings(stored)).toEqual({ reading: { theme: null, look: { ...PRINTED, size: 5 } }, hiddenAges: ['3-5'] });
});
