import { marked } from 'marked';
import { z } from 'zod';
import type { AuthorValues } from '#src/features/authors/authors.ts';
import { cleanHtml, htmlToText } from '#src/features/tales/tales.ts';
import { parseLibraryFile } from './library-file.ts';

const Text = (most: number) =>
  z
    .string()
    .transform((text) => text.normalize('NFC').trim())
    .refine((text) => text.length <= most, `at most ${most} characters`);
const Name = Text(200).refine((text) => text !== '', 'must not be empty');

const FrontMatter = z.strictObject({
  name: Name,
  sort_name: Name,
  kind: z.enum(['person', 'tradition']),
  dates: Text(200).default(''),
  born_year: z.int().min(-3000).max(2200).optional(),
  died_year: z.int().min(-3000).max(2200).optional(),
  place: Text(200).default(''),
  origin: Text(60).default(''),
});

/** Reads library/authors/SLUG.md. The body becomes the biography, as plain text. Throws a LibraryFileError. */
export function parseAuthorFile(file: string, text: string): AuthorValues {
  const { slug, fields, body } = parseLibraryFile(file, text, FrontMatter);
  const { born_year = null, died_year = null, ...rest } = fields;
  return { ...rest, slug, born_year, died_year, biography: toPlainText(body) };
}

/** Markdown as plain text, paragraphs parted by empty lines. */
export function toPlainText(markdown: string): string {
  const html = marked.parse(markdown.normalize('NFC'), { async: false });
  return htmlToText(cleanHtml(html).html);
}
