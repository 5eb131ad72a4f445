/** API schemas of tales. The browser imports only the types (`import type`). */
import { z } from 'zod';
import { attachedShape } from '#src/features/files/attachments/contract.ts';
import { editorShape, pageShape } from './tale-schemas.ts';

export const Slug = z
  .string()
  .max(200)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);

export const Link = z
  .object({ slug: z.string(), name: z.string() })
  .meta({ id: 'Link', description: 'Slug and name of an author, a category or a tag.' });
export type Link = z.infer<typeof Link>;

export const Passage = z
  .array(z.object({ text: z.string(), mark: z.boolean() }))
  .meta({ id: 'Passage', description: 'An excerpt of a tale around the search terms; `mark` is true for the terms themselves.' });
export type Passage = z.infer<typeof Passage>;

export const TaleCard = z
  .object({
    id: z.uuid(),
    slug: z.string(),
    title: z.string(),
    excerpt: z.string(),
    author: Link,
    category: Link,
    coverImage: z.string().describe('URL of the cover, 3:4.'),
    coverWide: z.string().describe('URL of the cover, 16:9.'),
    readTime: z.int(),
    aloudTime: z.int(),
    isFeatured: z.boolean(),
    publishDate: z.string(),
    language: z.string(),
    ageBand: z.string().describe('Age group such as 6-8; empty if unknown.'),
    passage: Passage.optional().describe('Where the search terms were found; in search results only.'),
  })
  .meta({ id: 'TaleCard', description: 'A tale in a list.' });
export type TaleCard = z.infer<typeof TaleCard>;

export const TaleNeighbour = z
  .object({ slug: z.string(), title: z.string(), coverImage: z.string() })
  .meta({ id: 'TaleNeighbour', description: 'The previous or next tale.' });
export type TaleNeighbour = z.infer<typeof TaleNeighbour>;

export const RelatedTale = TaleCard.extend({ reason: z.string().describe('What the two tales have in common.') }).meta({
  id: 'RelatedTale',
  description: 'A similar tale.',
});
export type RelatedTale = z.infer<typeof RelatedTale>;

export const Credit = z
  .object({
    role: z.enum(['translator', 'editor', 'illustrator']),
    name: z.string(),
    slug: z.string().describe('Slug of the person’s page.'),
  })
  .meta({ id: 'Credit', description: 'A person credited on a tale beside the author.' });
export type Credit = z.infer<typeof Credit>;

export const TaleView = TaleCard.extend({
  content: z.string().describe('The text as sanitized HTML.'),
  words: z.int(),
  tags: z.array(Link),
  ...pageShape,
  credits: z.array(Credit).describe('Translators, editors of the edition and illustrators, in this order.'),
  ...attachedShape,
  shareImage: z.string().describe('URL of the image for link previews.'),
  updatedAt: z.string(),
  variantType: z.int().nullable().describe('Number of the tale type, if other public tales have it.'),
  allowsSuggestions: z.boolean().describe('Whether readers may suggest changes.'),
  prevTale: TaleNeighbour.nullable(),
  nextTale: TaleNeighbour.nullable(),
  related: z.array(RelatedTale).describe('Up to three similar tales; never the previous or the next one.'),
}).meta({ id: 'Tale', description: 'A tale with its text.' });
export type TaleView = z.infer<typeof TaleView>;

export const TaleFields = z.object(editorShape).meta({ id: 'TaleFields', description: 'The fields of a tale that editors write.' });
export type TaleFields = z.infer<typeof TaleFields>;

export const FacetOption = z
  .object({ value: z.string(), label: z.string(), count: z.int().describe('Number of tales it would leave.') })
  .meta({ id: 'FacetOption', description: 'An option of a filter.' });
export type FacetOption = z.infer<typeof FacetOption>;

export const Facets = z
  .object({
    category: z.array(FacetOption),
    minutes: z.array(FacetOption),
    age: z.array(FacetOption),
    calm: z.array(FacetOption).describe('One option: tales without anything scary.'),
    mood: z.array(FacetOption),
    origin: z.array(FacetOption),
    language: z.array(FacetOption),
    author: z.array(FacetOption),
  })
  .meta({ id: 'Facets', description: 'The options of all filters.' });
export type Facets = z.infer<typeof Facets>;

export const TaleList = z
  .object({
    tales: z.array(TaleCard),
    next: z.string().nullable(),
    total: z
      .object({ count: z.int(), atLeast: z.boolean() })
      .describe('Number of tales found; `atLeast` is true if there are more (a search stops counting at 1,000).'),
    facets: Facets.describe('Options of the filters for this query.'),
    corrected: z.string().nullable().describe('The spelling that was searched for instead, if the given one was not found.'),
    suggestions: z
      .object({ words: z.array(z.string()), tales: z.array(TaleCard) })
      .nullable()
      .describe(
        'Alternatives for a search without results: terms that find something, nearest first, and tales. Null if there are results.',
      ),
  })
  .meta({ id: 'TaleList', description: 'One page of tales with the options of all filters.' });
export type TaleList = z.infer<typeof TaleList>;

export const TalePage = z
  .object({ tales: z.array(TaleCard), next: z.string().nullable() })
  .meta({ id: 'TalePage', description: 'One page of tales, newest first.' });
export type TalePage = z.infer<typeof TalePage>;

export const TaleOption = z
  .object({
    id: z.uuid(),
    slug: z.string(),
    title: z.string(),
    author: z.string(),
    state: z.enum(['draft', 'scheduled', 'published', 'bin']),
    cover: z.string().describe('URL of the cover, 3:4.'),
  })
  .meta({ id: 'TaleOption', description: 'A tale as an option of a choice.' });
export type TaleOption = z.infer<typeof TaleOption>;

export const FeaturedPins = z
  .object({
    pins: z.array(TaleOption).describe('The pinned tales in their order. The first four that are public are shown.'),
    fill: z.array(TaleOption).describe('The newest tales, which fill up the four places.'),
    tag: z.string(),
  })
  .meta({ id: 'FeaturedTales', description: 'The featured tales.' });
export type FeaturedPins = z.infer<typeof FeaturedPins>;
