import { z } from 'zod';
import { Link } from '#src/features/tales/contract.ts';

export const Suggestions = z
  .object({
    tales: z.array(z.object({ slug: z.string(), title: z.string(), author: z.string(), coverImage: z.string() })),
    authors: z.array(Link),
    categories: z.array(Link),
  })
  .meta({ id: 'Suggestions', description: 'Search suggestions.' });
export type Suggestions = z.infer<typeof Suggestions>;
