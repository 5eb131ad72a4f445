/** API schemas of tale types. The browser imports only the types (`import type`). */
import { z } from 'zod';
import { TaleCard } from '#src/features/tales/contract.ts';

export const TaleVersion = TaleCard.extend({ origin: z.string().describe('Country or people; empty if unknown.') }).meta({
  id: 'TaleVersion',
  description: 'A version of a tale.',
});
export type TaleVersion = z.infer<typeof TaleVersion>;

export const ComparedTale = z
  .object({
    slug: z.string(),
    title: z.string(),
    author: z.string(),
    language: z.string(),
    origin: z.string(),
    taleType: z.string(),
    ageBand: z.string(),
    readTime: z.int(),
    aloudTime: z.int(),
    source: z.string().describe('What it is retold from, else its source.'),
    motifs: z.array(z.string()),
    opening: z.string().describe('The first sentences.'),
    ending: z.string().describe('The last sentences.'),
    questions: z.array(z.string()),
  })
  .meta({ id: 'ComparedTale', description: 'A version in a comparison.' });
export type ComparedTale = z.infer<typeof ComparedTale>;

export const TaleTypeView = z
  .object({
    number: z.int().describe('Number of the type in the Aarne–Thompson–Uther index.'),
    title: z.string(),
    name: z.string().describe('Name of the type, such as Cinderella; `ATU 510` for types without one.'),
    description: z.string(),
    tales: z.array(TaleVersion),
    next: z.string().nullable(),
    comparison: z
      .object({
        versions: z.array(ComparedTale).describe('One to three versions.'),
        options: z
          .array(z.object({ slug: z.string(), title: z.string(), origin: z.string() }))
          .describe('The versions that can be compared: the newest 60 and those requested.'),
      })
      .nullable()
      .describe('With the parameter `first` only.'),
  })
  .meta({ id: 'TaleType', description: 'A type of tale with the tales of that type: versions of one tale.' });
export type TaleTypeView = z.infer<typeof TaleTypeView>;

/** The versions of a comparison: slugs of tales; '' for the automatic choice. `second` and `third` may be `none`. */
export type ComparisonQuery = { first: string; second: string; third: string };

/** Returns null without `first`: the list of versions. */
export function parseComparison(params: URLSearchParams): ComparisonQuery | null {
  const [first, second, third] = ['first', 'second', 'third'].map((name) => (params.get(name) ?? '').slice(0, 200));
  return first ? { first, second: second ?? '', third: third ?? '' } : null;
}
