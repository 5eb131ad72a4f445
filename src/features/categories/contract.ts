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
