import { z } from 'zod';
import { TaleCard } from '#src/features/tales/contract.ts';

/** An editors' collection in a list; `minutes` adds up its tales, `covers` are the first three (3:4). */
export const CollectionCard = z.object({
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  count: z.int(),
  minutes: z.int(),
  covers: z.array(z.string()),
});
export type CollectionCard = z.infer<typeof CollectionCard>;

/** At most 200 tales, in the editors' order. */
export const CollectionView = CollectionCard.extend({ introduction: z.string(), tales: z.array(TaleCard) });
export type CollectionView = z.infer<typeof CollectionView>;
