import { z } from 'zod';
import { TaleCard, TalePick } from '#src/features/tales/contract.ts';

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

/** A collection as editors see it in the list, in their order. Fields are named as the columns are. */
export const CollectionRow = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  /** All tales: drafts and scheduled ones too. */
  tales: z.int(),
  public_tales: z.int(),
  version: z.int(),
});
export type CollectionRow = z.infer<typeof CollectionRow>;

/** The ETag of the list is that of its order; `tag` is the same without quotes. */
export const CollectionRows = z.object({ collections: z.array(CollectionRow), tag: z.string() });
export type CollectionRows = z.infer<typeof CollectionRows>;

export const ManagedCollection = CollectionRow.omit({ tales: true }).extend({
  introduction: z.string(),
  tales: z.array(TalePick),
  old_slugs: z.array(z.string()),
});
export type ManagedCollection = z.infer<typeof ManagedCollection>;
