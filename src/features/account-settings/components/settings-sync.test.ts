import { beforeEach, expect, test, vi } from 'vitest';
import { apiRequest } from '#src/api-client/api-request.ts';
import { readSettings } from '#src/features/accounts/settings-schemas.ts';
import { updateState } from '#src/features/reader-library/store/library-state.ts';
import { changeReadingSettings, DEFAULT_SETTINGS, readReadingSettings } from '#src/ui/reading-settings.ts';
import { applyAccountSettings, startSettingsSync } from './settings-sync.ts';

vi.mock('#src/api-client/api-request.ts', () => ({ apiRequest: vi.fn(async () => {}) }));
const sent = vi.mocked(apiRequest);
const ACCOUNT = { reading: { theme: null }, hiddenAges: [] };

startSettingsSync();

beforeEach(() => {
  const storage = new Map<string, string>();
  vi.stubGlobal('document', { documentElement: { dataset: {}, toggleAttribute: () => false } });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => storage.set(key, text),
    removeItem: (key: string) => storage.delete(key),
  });
  applyAccountSettings(ACCOUNT);
  sent.mockClear();
  return () => {
    applyAccountSettings(null);
    vi.unstubAllGlobals();
  };
});

test('settings of another device are applied without sending them back', () => {
  applyAccountSettings({ ...ACCOUNT, reading: { theme: null, look: { ...DEFAULT_SETTINGS, size: 6 } } });
  expect(readReadingSettings().size).toBe(6);
  expect(sent).not.toHaveBeenCalled();
});

test('a choice is saved to the account', async () => {
  changeReadingSettings({ face: 'clear' });
  await expect.poll(() => sent).toHaveBeenCalledTimes(1);
  expect(sent.mock.calls[0]).toEqual([
    'PUT',
    '/account/settings',
    { ...ACCOUNT, reading: { theme: null, look: { ...DEFAULT_SETTINGS, face: 'clear' } } },
  ]);
});

test('an unsent choice wins over the account and is sent again', async () => {
  sent.mockRejectedValueOnce(new Error('unreachable'));
  changeReadingSettings({ size: 8 });
  await expect.poll(() => sent).toHaveBeenCalledTimes(1);
  await Promise.resolve();
  applyAccountSettings({ ...ACCOUNT, reading: { theme: null, look: { ...DEFAULT_SETTINGS, size: 2 } } });
  expect(readReadingSettings().size).toBe(8);
  await expect.poll(() => sent).toHaveBeenCalledTimes(2);
  expect(sent.mock.calls[1]?.[2]).toMatchObject({ reading: { look: { size: 8 } } });
});

test('an unsent choice survives a page load, and is sent to the same account only', async () => {
  updateState((state) => ({ ...state, owner: 'gerda' }));
  sent.mockRejectedValue(new Error('unreachable'));
  changeReadingSettings({ size: 7 });
  await expect.poll(() => sent).toHaveBeenCalledTimes(1);
  sent.mockReset();
  const openLater = async () => {
    vi.resetModules();
    const kept = await import('#src/features/reader-library/store/library-state.ts');
    return {
      ...(await import('./settings-sync.ts')),
      updateState: kept.updateState,
      again: vi.mocked((await import('#src/api-client/api-request.ts')).apiRequest),
    };
  };
  const account = { ...ACCOUNT, reading: { theme: null, look: { ...DEFAULT_SETTINGS, size: 2 } } };
  const other = await openLater();
  other.updateState((state) => ({ ...state, owner: 'kay' }));
  other.applyAccountSettings(account);
  expect(other.again).not.toHaveBeenCalled();
  const later = await openLater();
  later.updateState((state) => ({ ...state, owner: 'gerda' }));
  later.applyAccountSettings(account);
  await expect.poll(() => later.again).toHaveBeenCalledTimes(1);
  expect(later.again.mock.calls[0]?.[2]).toMatchObject({ reading: { look: { size: 7 } } });
  await expect.poll(() => localStorage.getItem('talewood.unsent')).toBe(null);
});

test('unknown settings stored by a newer version are ignored', () => {
  const stored = { reading: { theme: 'moonlight', look: { size: 5, glow: 1 }, extra: {} }, hiddenAges: ['3-5'], more: true };
  expect(readSettings(stored)).toEqual({ reading: { theme: null, look: { ...DEFAULT_SETTINGS, size: 5 } }, hiddenAges: ['3-5'] });
});
