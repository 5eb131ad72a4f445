import { expect, test } from 'vitest';
import { createMatcher } from './components/highlight-words.ts';
import { parseGlossaryLine, unpackForms } from './glossary-line.ts';
import { GLOSSARY, packWordsOf } from './glossary-words.ts';

const LONGEST = 120;

test('there are at least 300 words, in alphabetical order', () => {
  expect(GLOSSARY.length).toBeGreaterThanOrEqual(300);
  const slugs = GLOSSARY.map(({ slug }) => slug.replaceAll('-', ''));
  expect(slugs).toEqual([...slugs].sort());
});

test('words and forms are unique', () => {
  const slugs = GLOSSARY.map(({ slug }) => slug);
  expect(slugs.filter((slug, at) => slugs.indexOf(slug) !== at)).toEqual([]);
  const forms = GLOSSARY.flatMap((word) => word.forms.map((form) => form.toLowerCase()));
  expect(forms.filter((form, at) => forms.indexOf(form) !== at)).toEqual([]);
});

test('each meaning is one line of plain characters', () => {
  for (const { word, forms, meaning } of GLOSSARY) {
    expect(meaning, word).toMatch(/^[A-Z][\x20-\x7e]+[.!]$|^[A-Z][\x20-\x7e]+[.!]"$/);
    expect(meaning.length, word).toBeLessThanOrEqual(LONGEST);
    for (const form of [word, ...forms]) expect(form, word).toMatch(/^[A-Za-z' -]+$/);
  }
});

test('the words packed for a text are those that are found in it', () => {
  const text = "The miller's page said ’tis nigh; for aye shall <em>spindles</em> turn &amp; smite, by the king's page.";
  const words = packWordsOf(`<p>${text}</p>`)
    .split('|')
    .map((line) => parseGlossaryLine(unpackForms(line)));
  const find = (all: typeof words) => createMatcher(all)(text).map(({ start, word }) => `${start} ${word.slug}`);
  expect(find(words)).toEqual(find([...GLOSSARY]));
  expect(find(words).length).toBeGreaterThan(5);
  expect(words.length).toBeLessThan(20);
  expect(packWordsOf('<p>The cat sat.</p>')).toBe('');
});
