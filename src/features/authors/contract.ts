import { z } from 'zod';
import { TaleCard } from '#src/features/tales/contract.ts';

/** An author or a tradition in a list. `works` names up to three tales, for the line under the name. */
export const AuthorCard = z.object({
  slug: z.string(),
  name: z.string(),
  sortName: z.string(),
  kind: z.enum(['person', 'tradition']),
  dates: z.string(),
  place: z.string(),
  count: z.int(),
  works: z.array(z.string()),
});
export type AuthorCard = z.infer<typeof AuthorCard>;

export const AuthorView = AuthorCard.extend({
  bornYear: z.int().nullable(),
  diedYear: z.int().nullable(),
  origin: z.string(),
  biography: z.string(),
  tales: z.array(TaleCard),
  next: z.string().nullable(),
});
export type AuthorView = z.infer<typeof AuthorView>;
