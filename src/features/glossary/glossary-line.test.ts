import { expect, test } from 'vitest';
import { packForms, unpackForms } from './glossary-line.ts';
import { GLOSSARY_LINES } from './glossary-words.ts';

test('forms are packed by their common beginning', () => {
  expect(packForms('*apothecary, apothecaries, pothecary')).toBe('*apothecary, 1ies, pothecary');
  expect(packForms("page [page boy, king's page]")).toBe("page [page boy, king's page]");
});

test('every line of the glossary is the same after packing and unpacking', () => {
  const lines = GLOSSARY_LINES.map((line) => line.replace(/: .+/, ''));
  expect(lines.map(packForms).map(unpackForms)).toEqual(lines);
});
