import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { FORMS } from './mirror-paths.ts';

const CATALOGUE = new URL('catalogue.json', import.meta.url);

const People = z.array(z.string().min(1)).default([]);

/** A book of Project Gutenberg. Facts that are not sure are left out. */
const ClassicEntry = z.strictObject({
  /** The number of the eBook. */
  id: z.int().min(1),
  title: z.string().min(1),
  /** Who wrote or retold it; nobody where the tales are traditional or by many. */
  authors: People,
  translators: People,
  /** Who collected or chose the tales. */
  editors: People,
  language: z.string().regex(/^[a-z]{2}$/),
  /** Of the edition, or of the first where the eBook does not tell. */
  year: z.int().min(1500).max(1960).optional(),
  /** Where most of its tales were told first. */
  origin: z.string().min(1).optional(),
  /** How many tales readers count in it, where somebody has counted. */
  tales: z.int().min(1).optional(),
  /** In which form its tales are found best, when that is not the usual one. */
  form: z.enum(FORMS).optional(),
});
export type ClassicEntry = z.output<typeof ClassicEntry>;
/** As it stands in the catalogue. */
export type WrittenEntry = z.input<typeof ClassicEntry>;

/** The catalogue (docs/classics.md), in the order of the numbers. Throws for a file that is not as it should be. */
export async function listClassics(): Promise<ClassicEntry[]> {
  return z.array(ClassicEntry).parse(JSON.parse(await readFile(CATALOGUE, 'utf8')));
}
