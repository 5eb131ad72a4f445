import { expect, test } from 'vitest';
import { baseOf, type Voice, voicesFor } from './voices.ts';

const voice = (name: string, lang: string, change: Partial<Voice> = {}): Voice => ({
  ...{ id: name, name, lang, isLocal: true, isDefault: false },
  ...change,
});

test('the voices of a language: local ones first, then those of the region, good ones and the usual one; those made for fun last', () => {
  const voices = [
    voice('Bells', 'en-US'),
    voice('Far', 'en-US', { isLocal: false, isDefault: true }),
    voice('Anna', 'de-DE'),
    voice('Daniel', 'en_GB'),
    voice('Samantha', 'en-US'),
    voice('Zoe (Premium)', 'en-US'),
  ];
  expect(voicesFor(voices, 'en-US').map(({ name }) => name)).toEqual(['Zoe (Premium)', 'Samantha', 'Daniel', 'Bells', 'Far']);
  expect(voicesFor(voices, 'de').map(({ name }) => name)).toEqual(['Anna']);
  expect(voicesFor(voices, 'fr')).toEqual([]);
});

test('a language is the same with a region and without', () => {
  expect(['en', 'en-GB', 'en_us', 'EN'].map(baseOf)).toEqual(['en', 'en', 'en', 'en']);
});
