/**
 * What a tale looks like outside its tables, and what may be asked of the list of tales.
 * The schemas are for the server; the browser imports only the types (`import type`) and `browse-query.ts`.
 */
import { z } from 'zod';

export const Slug = z
  .string()
  .max(200)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);

export const Link = z.object({ slug: z.string(), name: z.string() });
export type Link = z.infer<typeof Link>;

/** A passage of a tale around the words searched for; `mark` is true for the words themselves. */
export const Passage = z.array(z.object({ text: z.string(), mark: z.boolean() }));
export type Passage = z.infer<typeof Passage>;

/** A tale in a list. `readTime` and `aloudTime` are whole minutes, `publishDate` an ISO date-time in UTC. */
export const TaleCard = z.object({
  id: z.uuid(),
  slug: z.string(),
  title: z.string(),
  excerpt: z.string(),
  author: Link,
  category: Link,
  /** Addresses of the cover, 3:4 and 16:9. */
  coverImage: z.string(),
  coverWide: z.string(),
  readTime: z.int(),
  aloudTime: z.int(),
  isFeatured: z.boolean(),
  publishDate: z.string(),
  language: z.string(),
  /** As 6-8; blank where nobody has said. */
  ageBand: z.string(),
  passage: Passage.optional(),
});
export type TaleCard = z.infer<typeof TaleCard>;

export const TaleNeighbour = z.object({ slug: z.string(), title: z.string(), coverImage: z.string() });
export type TaleNeighbour = z.infer<typeof TaleNeighbour>;

/** A tale like the one just read, with what they have in common in a few words. */
export const RelatedTale = TaleCard.extend({ reason: z.string() });
export type RelatedTale = z.infer<typeof RelatedTale>;

/** A tale as read. `content` is clean HTML. */
export const TaleView = TaleCard.extend({
  content: z.string(),
  words: z.int(),
  tags: z.array(Link),
  origin: z.string(),
  taleType: z.string(),
  /** For parents; what they mean is in content-notes.ts. */
  contentNotes: z.array(z.string()),
  /** In plain words, as `a helpful animal`. */
  motifs: z.array(z.string()),
  /** A sentence for the grown-up who chooses; blank where nobody has said. */
  whyItMatters: z.string(),
  /** To talk about after the tale, in their order. */
  questions: z.array(z.string()),
  retoldFrom: z.string(),
  source: z.string(),
  /** By what right it is shown, as a line. */
  rights: z.string(),
  shareImage: z.string(),
  updatedAt: z.string(),
  prevTale: TaleNeighbour.nullable(),
  nextTale: TaleNeighbour.nullable(),
  /** Up to three, none of them the previous or the next. */
  related: z.array(RelatedTale),
});
export type TaleView = z.infer<typeof TaleView>;

/** One choice of a filter with the number of tales it would leave. */
export const FacetOption = z.object({ value: z.string(), label: z.string(), count: z.int() });
export type FacetOption = z.infer<typeof FacetOption>;

export const Facets = z.object({
  category: z.array(FacetOption),
  minutes: z.array(FacetOption),
  age: z.array(FacetOption),
  origin: z.array(FacetOption),
  language: z.array(FacetOption),
  author: z.array(FacetOption),
});
export type Facets = z.infer<typeof Facets>;

/** One page of tales. `total.atLeast` says that there are more than `total.count` (a search stops counting at 1,000). */
export const TaleList = z.object({
  tales: z.array(TaleCard),
  next: z.string().nullable(),
  total: z.object({ count: z.int(), atLeast: z.boolean() }),
  /** All tales of the site, for the tab "All". */
  facets: Facets,
  /** The spelling searched for instead, when the asked one was found nowhere. */
  corrected: z.string().nullable(),
  /** What to try where a search found nothing: words that find something, nearest first, and tales. Null where there is something. */
  suggestions: z.object({ words: z.array(z.string()), tales: z.array(TaleCard) }).nullable(),
});
export type TaleList = z.infer<typeof TaleList>;

/** A page of a plain list, newest first. */
export const TalePage = z.object({ tales: z.array(TaleCard), next: z.string().nullable() });
export type TalePage = z.infer<typeof TalePage>;

/** A tale as editors pick it for a collection or for Featured. `cover` is 3:4. */
export const TalePick = z.object({
  id: z.uuid(),
  slug: z.string(),
  title: z.string(),
  author: z.string(),
  state: z.enum(['draft', 'scheduled', 'published', 'bin']),
  cover: z.string(),
});
export type TalePick = z.infer<typeof TalePick>;

/**
 * `pins` in their order, of which the first four that readers may see are shown; `fill`: the newest that fill up to
 * four; `tag`: the ETag without its quotes. */
export const FeaturedPins = z.object({ pins: z.array(TalePick), fill: z.array(TalePick), tag: z.string() });
export type FeaturedPins = z.infer<typeof FeaturedPins>;
