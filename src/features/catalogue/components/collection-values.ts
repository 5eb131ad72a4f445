import type { ManagedCollection } from '#src/features/collections/contract.ts';
import type { TalePick } from '#src/features/tales/contract.ts';

/** What stands in the fields of the form. */
export type CollectionValues = { title: string; description: string; introduction: string; slug: string; tales: TalePick[] };

export const COLLECTION_LABELS: Record<keyof CollectionValues, string> = {
  title: 'Title',
  description: 'Description',
  introduction: 'Introduction',
  slug: 'Address',
  tales: 'Tales',
};

export function collectionValues(collection: ManagedCollection | null): CollectionValues {
  const { title = '', description = '', introduction = '', slug = '', tales = [] } = collection ?? {};
  return { title, description, introduction, slug, tales };
}

/** As the API takes it: tales by their ids; a blank address is made from the title. */
export function collectionBody({ tales, slug, ...texts }: Partial<CollectionValues>): Record<string, unknown> {
  return { ...texts, ...(slug ? { slug } : {}), ...(tales !== undefined && { tales: tales.map(({ id }) => id) }) };
}
