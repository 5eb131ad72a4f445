import { readLibrary } from '#src/features/starter-library/import-library.ts';
import { htmlToText } from '#src/features/tale-html/plain-text.ts';
import { sanitizeHtml } from '#src/features/tale-html/sanitize-html.ts';
import { inProject } from '../../lib/project.mjs';

/**
 * Returns the starter library as it is imported: `tales` with their files, fields and plain text (paragraphs separated by empty lines),
 * `authors` and `collections`. Throws an error with the file name for the first record that does not match its schema.
 */
export async function readTales() {
  const { tales, authors, collections } = await readLibrary(inProject('library'));
  return { authors, collections, tales: tales.map((each) => ({ ...each, text: htmlToText(sanitizeHtml(each.tale.content).html) })) };
}

/** Returns the words of a text in the form in which they are compared: lower case, without apostrophes and accents. */
export function wordsOf(text) {
  return (
    text
      .normalize('NFD')
      .replace(/[\p{M}'’‘ʼ]/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** Returns every run of `length` words, joined by spaces, in order. */
export function runsOf(words, length) {
  return Array.from({ length: Math.max(0, words.length - length + 1) }, (_, at) => words.slice(at, at + length).join(' '));
}
