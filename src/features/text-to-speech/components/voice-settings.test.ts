import { expect, test } from 'vitest';
import { baseLanguage, type Voice, voicesFor } from './voice-settings.ts';

const voice = (name: string, lang: string, change: Partial<Voice> = {}): Voice => ({
  ...{ id: name, name, lang, isLocal: true, isDefault: false },
  ...change,
});

test('voices of a language: local first, then region, quality and default; novelty voices last', () => {
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

test('languages are compared without region', () => {
  expect(['en', 'en-GB', 'en_us', 'EN'].map(baseLanguage)).toEqual(['en', 'en', 'en', 'en']);
});
