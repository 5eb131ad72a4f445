import { z } from 'zod';
import { attachedShape } from '#src/features/files/attachments/contract.ts';
import { TaleCard, TaleOption } from '#src/features/tales/contract.ts';

export const CollectionCard = z
  .object({
    slug: z.string(),
    title: z.string(),
    description: z.string(),
    count: z.int(),
    minutes: z.int().describe('Reading time of all its tales.'),
    covers: z.array(z.string()).describe('URLs of the first three covers, 3:4.'),
  })
  .meta({ id: 'CollectionCard', description: 'A collection in a list.' });
export type CollectionCard = z.infer<typeof CollectionCard>;

export const CollectionView = CollectionCard.extend({ introduction: z.string(), tales: z.array(TaleCard), ...attachedShape }).meta({
  id: 'Collection',
  description: 'A collection with its tales, at most 200, in their order.',
});
export type CollectionView = z.infer<typeof CollectionView>;

export const CollectionRow = z
  .object({
    id: z.int(),
    slug: z.string(),
    title: z.string(),
    description: z.string(),
    tales: z.int().describe('Number of all tales, with drafts and scheduled tales.'),
    public_tales: z.int(),
    version: z.int(),
  })
  .meta({ id: 'CollectionRow', description: 'A collection in the list of editors.' });
export type CollectionRow = z.infer<typeof CollectionRow>;

export const CollectionRows = z
  .object({ collections: z.array(CollectionRow), tag: z.string() })
  .meta({ id: 'CollectionRows', description: 'All collections in their order.' });
export type CollectionRows = z.infer<typeof CollectionRows>;

export const ManagedCollection = CollectionRow.omit({ tales: true })
  .extend({
    introduction: z.string(),
    tales: z.array(TaleOption),
    old_slugs: z.array(z.string()),
  })
  .meta({ id: 'ManagedCollection', description: 'A collection as editors see it.' });
export type ManagedCollection = z.infer<typeof ManagedCollection>;
