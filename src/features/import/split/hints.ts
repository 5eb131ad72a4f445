/** Corrections for single books that no general rule can know, from `hints/gutenberg-NUMBER.json`. */
import { readFile } from 'node:fs/promises';

/** Titles are spelt as the book prints them; case, punctuation and numbers are ignored. */
export type Hints = {
  /** Why the hints are needed. */
  why: string;
  /** Frame stories, which lead from tale to tale and are skipped. */
  frame?: string[] | undefined;
  /** Other sections that are not tales. */
  left?: string[] | undefined;
  /** Sections whose titled chapters are tales of their own. */
  split?: string[] | undefined;
  /** `verse`: verse and centred lines before the text of each tale belong to the book, not to the tale. */
  interludes?: 'verse' | undefined;
};

const FOLDER = new URL('../hints/', import.meta.url);

/**
 * Returns the hints for a Project Gutenberg book; undefined for most books. The files are not validated here: a test checks them, since
 * loading Zod would take the worker longer than reading most books.
 */
export async function loadHints(gutenbergId: number | null): Promise<Hints | undefined> {
  if (gutenbergId === null || !Number.isSafeInteger(gutenbergId)) return undefined;
  const text = await readFile(new URL(`gutenberg-${gutenbergId}.json`, FOLDER), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? undefined : (JSON.parse(text) as Hints);
}
