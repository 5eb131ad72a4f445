import { expect, test } from 'vitest';
import { OLD_WORDS } from './old-words.ts';

const LONGEST = 120;

test('there are at least 300 words, in the order of the alphabet', () => {
  expect(OLD_WORDS.length).toBeGreaterThanOrEqual(300);
  const slugs = OLD_WORDS.map(({ slug }) => slug.replaceAll('-', ''));
  expect(slugs).toEqual([...slugs].sort());
});

test('no word and no form comes twice', () => {
  const slugs = OLD_WORDS.map(({ slug }) => slug);
  expect(slugs.filter((slug, at) => slugs.indexOf(slug) !== at)).toEqual([]);
  const forms = OLD_WORDS.flatMap((word) => word.forms.map((form) => form.toLowerCase()));
  expect(forms.filter((form, at) => forms.indexOf(form) !== at)).toEqual([]);
});

test('each meaning is one line of plain letters and marks that says something', () => {
  for (const { word, forms, meaning } of OLD_WORDS) {
    expect(meaning, word).toMatch(/^[A-Z][\x20-\x7e]+[.!]$|^[A-Z][\x20-\x7e]+[.!]"$/);
    expect(meaning.length, word).toBeLessThanOrEqual(LONGEST);
    for (const form of [word, ...forms]) expect(form, word).toMatch(/^[A-Za-z' -]+$/);
  }
});
