import { checkPhrases, checkTales } from './check-tales.mjs';
import { checkWhole } from './check-whole.mjs';
import { comparePassages, findBooks } from './plagiarism.mjs';
import { readTales } from './read-tales.mjs';

/** Returns a sentence for each problem of the starter library. */
export async function checkLibrary() {
  try {
    const library = await readTales();
    return [...checkWhole(library), ...checkTales(library.tales), ...checkPhrases(library.tales)];
  } catch (error) {
    return [error.message];
  }
}

/** Returns a sentence for each passage copied from a reference book; undefined (skipped) where there are no reference books. */
export async function checkPlagiarism() {
  const folder = findBooks();
  if (folder === undefined) return undefined;
  const { tales } = await readTales();
  return comparePassages(tales, folder);
}
