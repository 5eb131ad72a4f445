import { checkBorrowed, findBooks } from './borrowed.mjs';
import { checkTales } from './check-tales.mjs';
import { checkWhole } from './check-whole.mjs';
import { checkPhrases } from './phrases.mjs';
import { readTales } from './read-tales.mjs';

/** All that a machine can say of the starter library, a sentence each. */
export async function checkLibrary() {
  try {
    const library = await readTales();
    return [...checkWhole(library), ...checkTales(library.tales), ...checkPhrases(library.tales)];
  } catch (error) {
    return [error.message];
  }
}

/** Whether a tale says what an old book says; undefined where there are no old books to compare with. */
export async function checkBorrowing() {
  const folder = findBooks();
  if (folder === undefined) return undefined;
  const { tales } = await readTales();
  return checkBorrowed(tales, folder);
}
