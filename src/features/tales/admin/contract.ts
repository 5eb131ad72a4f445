/** Tales as editors see them. Fields have the names of their columns; times are ISO 8601 in UTC. */
import { z } from 'zod';
import { Slug, TaleFields } from '#src/features/tales/contract.ts';
import { ListCursor, SearchText } from '#src/platform/http/list-query.ts';

const Time = z.string();

export const TaleState = z
  .enum(['draft', 'scheduled', 'published', 'bin'])
  .meta({ id: 'TaleState', description: '`scheduled`: published with a date in the future. `bin`: in the trash, restorable for 30 days.' });
export type TaleState = z.infer<typeof TaleState>;

const SORTS = ['created', 'updated', 'title', 'author', 'category', 'status', 'publish_date'] as const;
export type Sort = (typeof SORTS)[number];

/**
 * Parameters of the list. `q`: part of title, author or category. `author` and `category` are slugs. By default times are sorted newest
 * first, texts from A to Z.
 */
export const TaleListQuery = z.strictObject({
  q: SearchText,
  state: TaleState.optional().describe('Only tales in this state. By default all except those in the trash.'),
  category: Slug.optional(),
  author: Slug.optional(),
  language: z.string().max(40).optional(),
  sort: z.enum(SORTS).default('created'),
  order: z.enum(['asc', 'desc']).optional(),
  after: ListCursor,
});
export type TaleListQuery = z.infer<typeof TaleListQuery>;

export const TaleRow = z
  .object({
    id: z.uuid(),
    slug: z.string(),
    title: z.string(),
    author: z.string(),
    category: z.string(),
    category_name: z.string(),
    language: z.string(),
    status: z.enum(['draft', 'published']),
    state: TaleState,
    publish_date: Time,
    created_at: Time,
    updated_at: Time,
    deleted_at: Time.nullable(),
    version: z.int(),
    cover: z.string(),
  })
  .meta({ id: 'TaleRow', description: 'A tale in the list of editors.' });
export type TaleRow = z.infer<typeof TaleRow>;

export const ManagedTale = TaleRow.extend(TaleFields.shape)
  .extend({
    words: z.int(),
    minutes: z.int().describe('Reading time as shown to readers.'),
    featured_rank: z.int().nullable().describe('Position among the pinned tales; null if not pinned.'),
    edited_by: z.string().nullable().describe('Who saved this version; null for imports and deleted accounts.'),
    suggested_by: z.string().nullable().describe('The reader who suggested the changes of this version, if any.'),
  })
  .meta({ id: 'ManagedTale', description: 'A tale with all its fields, as editors see it.' });
export type ManagedTale = z.infer<typeof ManagedTale>;

export const SaveResult = z
  .object({ tale: ManagedTale, tidied: z.boolean() })
  .meta({ id: 'SavedTale', description: 'A tale after saving.' });
export type SaveResult = z.infer<typeof SaveResult>;

export const ManagedTalePage = z
  .object({
    tales: z.array(TaleRow),
    next: z.string().nullable().describe('Pass it back as `after` for the next page.'),
  })
  .meta({ id: 'ManagedTalePage', description: 'One page of tales.' });
export type ManagedTalePage = z.infer<typeof ManagedTalePage>;

export const BulkChange = z
  .strictObject({
    action: z.enum(['publish', 'unpublish', 'categorise', 'bin', 'restore', 'delete']),
    ids: z.array(z.uuid().toLowerCase()).min(1, 'Select at least one tale.').max(200, 'At most 200 tales at once.'),
    category: Slug.optional(),
  })
  .refine(({ action, category }) => (action === 'categorise') === (category !== undefined), {
    path: ['category'],
    message: 'Give a category with categorise only.',
  })
  .meta({ id: 'BulkChange', description: 'One action for many tales. `category`, a slug, is given with `categorise` only.' });
export type BulkChange = z.infer<typeof BulkChange>;

export const BulkResult = z
  .object({
    done: z.array(z.string()).describe('Ids of the tales that were changed.'),
    refused: z
      .array(z.object({ id: z.string(), title: z.string(), reason: z.string() }))
      .describe('Tales that were not changed, each with the reason. `title` is empty for a tale that does not exist.'),
  })
  .meta({ id: 'BulkResult', description: 'Which tales were changed and which were not.' });
export type BulkResult = z.infer<typeof BulkResult>;

const Option = z.object({ slug: z.string(), name: z.string() });

export const TaleOptions = z
  .object({
    categories: z.array(Option),
    languages: z.array(z.string()),
    origins: z.array(z.string()),
    tale_types: z.array(z.string()),
    publish_requires_source: z.boolean().describe('A setting of the site: tales are published only with a source and rights.'),
  })
  .meta({
    id: 'TaleOptions',
    description: 'Options of tale fields: all categories in their order; for the other fields the values in use.',
  });
export type TaleOptions = z.infer<typeof TaleOptions>;
export const AuthorOptions = z
  .object({ authors: z.array(Option) })
  .meta({ id: 'AuthorOptions', description: 'Authors that match, at most 20.' });
export type AuthorOptions = z.infer<typeof AuthorOptions>;
