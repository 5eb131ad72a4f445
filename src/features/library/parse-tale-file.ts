import { marked } from 'marked';
import { z } from 'zod';
import { isContentNote } from '#src/features/tales/content-notes.ts';
import type { TaleInput } from '#src/features/tales/tales.ts';
import { LibraryFileError, parseLibraryFile } from './library-file.ts';

/** Tales of the library appear in the morning of their day. */
const HOUR = '06:00:00Z';

const FrontMatter = z.strictObject({
  title: z.string(),
  author: z.string(),
  retold_from: z.string().optional(),
  category: z.string(),
  tags: z.array(z.string()).default([]),
  excerpt: z.string(),
  origin: z.string().optional(),
  tale_type: z.string().optional(),
  age_band: z.string().optional(),
  content_notes: z.array(z.string().refine(isContentNote, 'There is no such content note')).optional(),
  motifs: z.array(z.string()).optional(),
  why_it_matters: z.string().optional(),
  questions: z.array(z.string()).optional(),
  source: z.string().optional(),
  rights: z.string().optional(),
  language: z.string().default('en'),
  publish_date: z.iso.date(),
});

/** Reads library/tales/SLUG.md into what `createTale` takes: published, its text as HTML. Throws a LibraryFileError. */
export function parseTaleFile(file: string, text: string): TaleInput & { slug: string } {
  const { slug, fields, body } = parseLibraryFile(file, text, FrontMatter);
  if (body.trim() === '') throw new LibraryFileError(file, ['it has no text']);
  const { publish_date: day, age_band: age, ...rest } = fields;
  const ageBand = age === undefined ? {} : { age_band: age as Exclude<TaleInput['age_band'], undefined> };
  // One line end between blocks, whether they are written as Markdown or as HTML.
  const content = marked.parse(body, { async: false }).replace(/\n{2,}/g, '\n');
  return { ...rest, ...ageBand, slug, status: 'published', publish_date: `${day}T${HOUR}`, content };
}
