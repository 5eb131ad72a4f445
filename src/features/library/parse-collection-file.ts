import { z } from 'zod';
import type { CollectionValues } from '#src/features/collections/collections.ts';
import { parseLibraryFile } from './library-file.ts';
import { toPlainText } from './parse-author-file.ts';

const FrontMatter = z.strictObject({
  title: z.string().min(1).max(200),
  description: z.string().max(500).default(''),
  position: z.int().default(0),
  tales: z
    .array(z.string())
    .min(1, 'it has no tales')
    .refine((slugs) => new Set(slugs).size === slugs.length, 'it names a tale twice'),
});

/** Reads library/collections/SLUG.md: the collection, and the slugs of its tales in their order. Throws a LibraryFileError. */
export function parseCollectionFile(file: string, text: string): { collection: CollectionValues; tales: string[] } {
  const { slug, fields, body } = parseLibraryFile(file, text, FrontMatter);
  const { tales, title, description, position } = fields;
  const collection = {
    slug,
    title: title.normalize('NFC').trim(),
    description: description.normalize('NFC').trim(),
    introduction: toPlainText(body),
    position,
  };
  return { collection, tales };
}
