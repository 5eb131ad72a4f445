import { z } from 'zod';
import { line, paragraphs, required, slug } from '#src/platform/fields.ts';
import { urls } from '#src/urls.ts';

export const MOST_TALES = 200;
/** Pages of the site's own that stand where collections do. */
export const RESERVED = [urls.myCollection()].map((path) => path.slice(path.lastIndexOf('/') + 1));

/** A collection as an editor writes it. `tales` are ids in their order. Without `slug` the address is made from the title. */
export const NewCollection = z.strictObject({
  title: required('Title is required', 200),
  description: line(500).optional(),
  introduction: paragraphs(10_000).optional(),
  slug: slug(120)
    .refine((value) => !RESERVED.includes(value), 'This address belongs to a page of the site')
    .optional(),
  tales: z
    .array(z.uuid('There is no such tale'))
    .max(MOST_TALES, `At most ${MOST_TALES} tales`)
    .refine((ids) => new Set(ids).size === ids.length, 'Each tale can be in it once')
    .optional(),
});
export type NewCollection = z.infer<typeof NewCollection>;

/** What is left out stays as it is. */
export const CollectionChange = NewCollection.partial();
export type CollectionChange = z.infer<typeof CollectionChange>;
