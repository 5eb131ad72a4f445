import { readFile } from 'node:fs/promises';
import { Hints } from './hints.ts';

const FOLDER = new URL('../hints/', import.meta.url);

/** The hints for a book of Project Gutenberg; most have none and need none. Throws for a file that is not as it should be. */
export async function findHints(gutenbergId: number | null): Promise<Hints | undefined> {
  if (gutenbergId === null || !Number.isSafeInteger(gutenbergId)) return undefined;
  const text = await readFile(new URL(`gutenberg-${gutenbergId}.json`, FOLDER), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? undefined : Hints.parse(JSON.parse(text));
}
