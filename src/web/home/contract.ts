import { z } from 'zod';
import { AuthorCard } from '#src/features/authors/contract.ts';
import { CategoryCard } from '#src/features/categories/contract.ts';
import { CollectionCard } from '#src/features/collections/contract.ts';
import { NightTale } from '#src/features/tale-of-the-day/contract.ts';
import { FacetOption, TaleCard } from '#src/features/tales/contract.ts';

export const HomeView = z
  .object({
    talesCount: z.int().describe('Number of public tales.'),
    featured: z.array(TaleCard).describe('Up to four featured tales.'),
    tonight: NightTale.nullable().describe('The tale of the day; null if there are no tales.'),
    collections: z.array(CollectionCard).describe('The first three collections.'),
    ages: z.array(FacetOption).describe('Age groups with tales.'),
    origins: z.array(FacetOption).describe('Up to twelve origins, the most frequent first.'),
    recent: z.array(TaleCard).describe('The three newest tales that are not featured.'),
    categories: z.array(CategoryCard),
    authors: z.array(AuthorCard),
  })
  .meta({ id: 'Home', description: 'The content of the home page.' });
export type HomeView = z.infer<typeof HomeView>;
