import { readFileSync } from 'node:fs';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  applyReadingSettings,
  changeReadingSettings,
  DEFAULT_SETTINGS,
  onReadingSettingsChange,
  parseReadingSettings,
  READING_KEY,
} from './reading-settings.ts';

const dataset: Record<string, string> = {};
const storage = new Map<string, string>();

beforeEach(() => {
  for (const name of Object.keys(dataset)) delete dataset[name];
  storage.clear();
  vi.stubGlobal('document', { documentElement: { dataset } });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => storage.set(key, text),
  });
  return () => vi.unstubAllGlobals();
});

test('invalid parts get the default, one by one', () => {
  for (const text of [null, '', '{', 'null', '7', '[]', '{"size":99,"face":"fraktur","hyphens":"no"}'])
    expect(parseReadingSettings(text)).toEqual(DEFAULT_SETTINGS);
  const newer = JSON.stringify({ face: 'clear', size: 6, spacing: 'airy', glow: true });
  expect(parseReadingSettings(newer)).toEqual({ ...DEFAULT_SETTINGS, face: 'clear', size: 6 });
});

test('the document has attributes for values other than the default', () => {
  applyReadingSettings({ ...DEFAULT_SETTINGS, face: 'sans', size: 7, hyphens: false });
  expect(dataset).toEqual({ face: 'sans', size: '7', hyphens: 'false' });
  applyReadingSettings(DEFAULT_SETTINGS);
  expect(dataset).toEqual({});
});

test('a choice is applied, stored and reported', () => {
  const told = vi.fn();
  onReadingSettingsChange(told);
  changeReadingSettings({ measure: 'wide' });
  expect(dataset).toEqual({ measure: 'wide' });
  expect(parseReadingSettings(storage.get(READING_KEY) ?? null)).toEqual({ ...DEFAULT_SETTINGS, measure: 'wide' });
  expect(told).toHaveBeenCalledExactlyOnceWith({ ...DEFAULT_SETTINGS, measure: 'wide' });
});

test('with full storage the choice lasts as long as the page', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('forbidden');
    },
    setItem: () => {
      throw new Error('full');
    },
  });
  changeReadingSettings({ alignment: 'justified' });
  expect(dataset.alignment).toBe('justified');
});

test('the styles know all attributes applied before the first paint', () => {
  const early = readFileSync('src/web/before-paint.ts', 'utf8');
  const styles = readFileSync(new URL('./styles/reader-look.css', import.meta.url), 'utf8');
  for (const [, name, values = ''] of early.matchAll(/^ {2}(face|size|spacing|measure|hyphens|alignment): '([^']+)'/gm))
    for (const value of values.split(' ')) expect(styles).toContain(`[data-${name}="${value}"]`);
});
