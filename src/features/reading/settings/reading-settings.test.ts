import { readFileSync } from 'node:fs';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  changeReadingSettings,
  onReadingChosen,
  PRINTED,
  parseReadingSettings,
  READING_KEY,
  showReadingSettings,
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

test('what makes no sense is the printed page, part by part', () => {
  for (const text of [null, '', '{', 'null', '7', '[]', '{"size":99,"face":"fraktur","hyphens":"no"}'])
    expect(parseReadingSettings(text)).toEqual(PRINTED);
  const newer = JSON.stringify({ face: 'clear', size: 6, spacing: 'airy', glow: true });
  expect(parseReadingSettings(newer)).toEqual({ ...PRINTED, face: 'clear', size: 6 });
});

test('the document carries what differs from the printed page, and nothing else', () => {
  showReadingSettings({ ...PRINTED, face: 'sans', size: 7, hyphens: false });
  expect(dataset).toEqual({ face: 'sans', size: '7', hyphens: 'false' });
  showReadingSettings(PRINTED);
  expect(dataset).toEqual({});
});

test('a choice is shown, kept and told', () => {
  const told = vi.fn();
  onReadingChosen(told);
  changeReadingSettings({ measure: 'wide' });
  expect(dataset).toEqual({ measure: 'wide' });
  expect(parseReadingSettings(storage.get(READING_KEY) ?? null)).toEqual({ ...PRINTED, measure: 'wide' });
  expect(told).toHaveBeenCalledExactlyOnceWith({ ...PRINTED, measure: 'wide' });
});

test('storage that is full keeps the choice for as long as the page', () => {
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

test('what is applied before the first paint is known to the styles', () => {
  const early = readFileSync(new URL('../../../browser/before-paint.ts', import.meta.url), 'utf8');
  const styles = readFileSync(new URL('../../../ui/styles/reader-look.css', import.meta.url), 'utf8');
  for (const [, name, values = ''] of early.matchAll(/^ {2}(face|size|spacing|measure|hyphens|alignment): '([^']+)'/gm))
    for (const value of values.split(' ')) expect(styles).toContain(`[data-${name}="${value}"]`);
});
