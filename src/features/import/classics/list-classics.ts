import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { FORMS } from './mirror.ts';

const CATALOGUE = new URL('catalogue.json', import.meta.url);

const People = z.array(z.string().min(1)).default([]);

/** A book of Project Gutenberg. Uncertain facts are omitted. */
const ClassicEntry = z.strictObject({
  /** The number of the eBook. */
  id: z.int().min(1),
  title: z.string().min(1),
  /** Writers or retellers; empty for traditional tales and anthologies. */
  authors: People,
  translators: People,
  /** Collectors or compilers. */
  editors: People,
  language: z.string().regex(/^[a-z]{2}$/),
  /** Of the edition, or of the first edition where the eBook names none. */
  year: z.int().min(1500).max(1960).optional(),
  /** Where most of its tales were first told. */
  origin: z.string().min(1).optional(),
  /** The number of tales, where somebody has counted them. */
  tales: z.int().min(1).optional(),
  /** The format in which its tales are found best, when it is not the default. */
  form: z.enum(FORMS).optional(),
});
export type ClassicEntry = z.output<typeof ClassicEntry>;
/** An entry as written in the catalogue. */
export type WrittenEntry = z.input<typeof ClassicEntry>;

/** Returns the catalogue (docs/editors/classics.md), sorted by number. Throws for an invalid file. */
export async function listClassics(): Promise<ClassicEntry[]> {
  return z.array(ClassicEntry).parse(JSON.parse(await readFile(CATALOGUE, 'utf8')));
}
