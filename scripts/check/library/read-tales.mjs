import { readLibrary } from '#src/features/library/read-library.ts';
import { cleanHtml } from '#src/features/tales/content.ts';
import { htmlToText } from '#src/features/tales/plain-text.ts';
import { inProject } from '../../lib/project.mjs';

/**
 * The starter library as it is brought in: `tales` with their files, fields and plain text (paragraphs parted by empty lines),
 * `authors` and `collections`. Throws an error that names the file for the first that does not fit its schema.
 */
export async function readTales() {
  const { tales, authors, collections } = await readLibrary(inProject('library'));
  return { authors, collections, tales: tales.map((each) => ({ ...each, text: htmlToText(cleanHtml(each.tale.content).html) })) };
}

/** The words of a text as they are compared: small letters, without apostrophes and accents. */
export function wordsOf(text) {
  return (
    text
      .normalize('NFD')
      .replace(/[\p{M}'’‘ʼ]/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** Every run of so many words, as one text each, in their order. */
export function runsOf(words, length) {
  return Array.from({ length: Math.max(0, words.length - length + 1) }, (_, at) => words.slice(at, at + length).join(' '));
}
