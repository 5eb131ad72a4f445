import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DrawLetter } from './letter-content.ts';

/** Draws letters with the templates of the build, which are loaded at the first one. `root`: the folder of the project. */
export function loadDrawLetter(root: string): DrawLetter {
  const file = pathToFileURL(path.join(root, 'dist/server/letters.js')).href;
  return async (content) => {
    // A file of the build, which the compiler has not seen.
    const { drawLetter } = (await import(file)) as { drawLetter: DrawLetter };
    return drawLetter(content);
  };
}
