/** Tales as those who work on them see them. Fields are named as the columns are; times are ISO date-times in UTC. */
import { z } from 'zod';
import { After, Words } from '#src/features/staff/contract.ts';
import { Slug } from '#src/features/tales/contract.ts';

const Time = z.string();

/** How a tale stands: `scheduled` is published with a date that has not come, `bin` deleted and to be restored for 30 days. */
export const TALE_STATES = ['draft', 'scheduled', 'published', 'bin'] as const;
export const TaleState = z.enum(TALE_STATES);
export type TaleState = z.infer<typeof TaleState>;

export const SORTS = ['created', 'updated', 'title', 'author', 'category', 'status', 'publish_date'] as const;
export type Sort = (typeof SORTS)[number];

/**
 * What is asked of the list. `q`: part of title, author or category. Without `state` all but those in the bin. `author` is a slug.
 * Without `order` times run from the newest, words from A.
 */
export const TaleListQuery = z.strictObject({
  q: Words,
  state: TaleState.optional(),
  category: Slug.optional(),
  author: Slug.optional(),
  language: z.string().max(40).optional(),
  sort: z.enum(SORTS).default('created'),
  order: z.enum(['asc', 'desc']).optional(),
  after: After,
});
export type TaleListQuery = z.infer<typeof TaleListQuery>;

/** A tale in the list. `category` is a slug, `cover` the address of what is shown as its cover. */
export const TaleRow = z.object({
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
});
export type TaleRow = z.infer<typeof TaleRow>;

/** The fields that an editor writes; those of the form. `tags` are slugs of further categories. */
export const TaleFields = z.object({
  title: z.string(),
  author: z.string(),
  category: z.string(),
  excerpt: z.string(),
  content: z.string(),
  status: z.enum(['draft', 'published']),
  publish_date: Time,
  cover_image: z.string(),
  read_time: z.int(),
  slug: z.string(),
  tags: z.array(z.string()),
  language: z.string(),
  origin: z.string(),
  tale_type: z.string(),
  age_band: z.string(),
  /** Former versions of before there were such fields, and drafts of then, have none of these four. */
  content_notes: z.array(z.string()).default([]),
  motifs: z.array(z.string()).default([]),
  why_it_matters: z.string().default(''),
  questions: z.array(z.string()).default([]),
  retold_from: z.string(),
  source: z.string(),
  rights: z.string(),
});
export type TaleFields = z.infer<typeof TaleFields>;

/** A tale with all its fields. Its ETag is `"VERSION"`, as in `"7"`. */
export const ManagedTale = TaleRow.extend(TaleFields.shape).extend({
  words: z.int(),
  /** Minutes as shown to readers. */
  minutes: z.int(),
  featured_rank: z.int().nullable(),
  /** Who saved this version; null for imports, and when the account is gone. */
  edited_by: z.string().nullable(),
});
export type ManagedTale = z.infer<typeof ManagedTale>;

/** `tidied`: something was taken out of the text. */
export const SavedAnswer = z.object({ tale: ManagedTale, tidied: z.boolean() });
export type SavedAnswer = z.infer<typeof SavedAnswer>;

export const TaleListPage = z.object({
  tales: z.array(TaleRow),
  next: z.string().nullable().describe('Pass it back as `after` for the next page.'),
});
export type TaleListPage = z.infer<typeof TaleListPage>;

export const BULK_ACTIONS = ['publish', 'unpublish', 'categorise', 'bin', 'restore', 'delete'] as const;
export const BulkAction = z.enum(BULK_ACTIONS);
export type BulkAction = z.infer<typeof BulkAction>;

/** One deed to many tales. `category`, a slug, goes with `categorise` alone. */
export const BulkChange = z
  .strictObject({
    action: BulkAction,
    ids: z.array(z.uuid().toLowerCase()).min(1, 'Choose at least one tale.').max(200, 'At most 200 tales at once.'),
    category: Slug.optional(),
  })
  .refine(({ action, category }) => (action === 'categorise') === (category !== undefined), {
    path: ['category'],
    message: 'A category goes with categorise.',
  });
export type BulkChange = z.infer<typeof BulkChange>;

/** `refused`: those that stay as they were, each with a sentence why. `title` is blank for a tale that is not there any more. */
export const BulkAnswer = z.object({
  done: z.array(z.string()),
  refused: z.array(z.object({ id: z.string(), title: z.string(), reason: z.string() })),
});
export type BulkAnswer = z.infer<typeof BulkAnswer>;

const Choice = z.object({ slug: z.string(), name: z.string() });

/** What a form or a filter may offer: all categories in their order; of the others what tales have by now, sorted. */
export const Choices = z.object({
  categories: z.array(Choice),
  languages: z.array(z.string()),
  origins: z.array(z.string()),
  tale_types: z.array(z.string()),
  publish_requires_source: z.boolean().describe('A setting of the site: tales are published only with a source and rights.'),
});
export type Choices = z.infer<typeof Choices>;

export const AuthorChoicesQuery = z.strictObject({ q: Words });
/** At most 20; those whose name begins with `q` first. */
export const AuthorChoices = z.object({ authors: z.array(Choice) });
export type AuthorChoices = z.infer<typeof AuthorChoices>;
