import { z } from 'zod';
import { TaleCard } from '#src/features/tales/contract.ts';

export const CategoryCard = z
  .object({
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    colour: z.string(),
    coverImage: z.string(),
    count: z.int().describe('Number of public tales in the category or tagged with it.'),
  })
  .meta({ id: 'CategoryCard', description: 'A category in a list.' });
export type CategoryCard = z.infer<typeof CategoryCard>;

export const CategoryView = CategoryCard.extend({ tales: z.array(TaleCard), next: z.string().nullable() }).meta({
  id: 'Category',
  description: 'A category with a page of tales.',
});
export type CategoryView = z.infer<typeof CategoryView>;

export const ManagedCategory = z
  .object({
    id: z.int(),
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    colour: z.string().describe('Accent colour, as in `#2f7570`.'),
    palette: z.string().describe('Name of the palette of its generated covers.'),
    motif: z.string().describe('Name of the motif of its own image.'),
    on_home: z.boolean().describe('Whether the home page shows it.'),
    tales: z.int().describe('Number of all tales of this category, with drafts, scheduled tales and those in the trash.'),
    tagged: z.int().describe('Number of all tales tagged with it.'),
    public_tales: z.int(),
    version: z.int(),
    cover: z.string(),
    old_slugs: z.array(z.string()),
  })
  .meta({ id: 'ManagedCategory', description: 'A category as editors see it.' });
export type ManagedCategory = z.infer<typeof ManagedCategory>;

export const ManagedCategories = z
  .object({
    categories: z.array(ManagedCategory),
    palettes: z.array(z.string()),
    motifs: z.array(z.string()),
    /** The ETag without its quotes. */
    tag: z.string(),
  })
  .meta({ id: 'ManagedCategories', description: 'All categories in their order, with the options for their images.' });
export type ManagedCategories = z.infer<typeof ManagedCategories>;
