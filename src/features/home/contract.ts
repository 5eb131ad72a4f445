import { z } from 'zod';
import { AuthorCard } from '#src/features/authors/contract.ts';
import { CategoryCard } from '#src/features/categories/contract.ts';
import { TaleCard } from '#src/features/tales/contract.ts';
import { NightTale } from '#src/features/tonight/contract.ts';

/** The home page: up to four featured tales, the three newest others, the categories chosen for it, four authors. */
export const HomeView = z.object({
  talesCount: z.int(),
  featured: z.array(TaleCard),
  /** Null while there is no tale. */
  tonight: NightTale.nullable(),
  recent: z.array(TaleCard),
  categories: z.array(CategoryCard),
  authors: z.array(AuthorCard),
});
export type HomeView = z.infer<typeof HomeView>;
