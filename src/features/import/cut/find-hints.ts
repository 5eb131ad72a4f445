import { readFile } from 'node:fs/promises';
import type { Hints } from './hints.ts';

const FOLDER = new URL('../hints/', import.meta.url);

/**
 * The hints for a book of Project Gutenberg; most have none and need none. The files are ours, and a test checks them by their schema: a
 * process that reads one book does without it, as to load Zod would take longer than most books.
 */
export async function findHints(gutenbergId: number | null): Promise<Hints | undefined> {
  if (gutenbergId === null || !Number.isSafeInteger(gutenbergId)) return undefined;
  const text = await readFile(new URL(`gutenberg-${gutenbergId}.json`, FOLDER), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? undefined : (JSON.parse(text) as Hints);
}
