import { z } from 'zod';
import { TaleCard } from '#src/features/tales/contract.ts';

/** A category with its number of public tales (its own and those that carry it as a tag). */
export const CategoryCard = z.object({
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  colour: z.string(),
  coverImage: z.string(),
  count: z.int(),
});
export type CategoryCard = z.infer<typeof CategoryCard>;

export const CategoryView = CategoryCard.extend({ tales: z.array(TaleCard), next: z.string().nullable() });
export type CategoryView = z.infer<typeof CategoryView>;

/** A category as editors see it. Fields are named as the columns are. */
export const ManagedCategory = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  /** As #2f7570: of small things beside its name. */
  colour: z.string(),
  /** The papers its covers are cut from, by name, and the motif of its own picture. */
  palette: z.string(),
  motif: z.string(),
  on_home: z.boolean(),
  /** Tales of which it is the category, and those that carry it as a tag: drafts, scheduled ones and the bin too. */
  tales: z.int(),
  tagged: z.int(),
  public_tales: z.int(),
  version: z.int(),
  cover: z.string(),
  old_slugs: z.array(z.string()),
});
export type ManagedCategory = z.infer<typeof ManagedCategory>;

/** In the editors' order, with what may be chosen for pictures. The ETag of the list is that of its order. */
export const ManagedCategories = z.object({
  categories: z.array(ManagedCategory),
  palettes: z.array(z.string()),
  motifs: z.array(z.string()),
  /** The ETag without its quotes. */
  tag: z.string(),
});
export type ManagedCategories = z.infer<typeof ManagedCategories>;
