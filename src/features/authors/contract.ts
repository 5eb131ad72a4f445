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

/** An author as editors see it in the list. Fields are named as the columns are. */
export const AuthorRow = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  sort_name: z.string(),
  kind: z.enum(['person', 'tradition']),
  dates: z.string(),
  /** All tales: drafts, scheduled ones and the bin too. */
  tales: z.int(),
  public_tales: z.int(),
  version: z.int(),
});
export type AuthorRow = z.infer<typeof AuthorRow>;

export const AuthorRows = z.object({ authors: z.array(AuthorRow), next: z.string().nullable() });
export type AuthorRows = z.infer<typeof AuthorRows>;

/** `other_names` and `old_slugs` lead to this author: names and addresses of before, and of authors merged into this one. */
export const ManagedAuthor = AuthorRow.extend({
  born_year: z.int().nullable(),
  died_year: z.int().nullable(),
  place: z.string(),
  origin: z.string(),
  biography: z.string(),
  other_names: z.array(z.string()),
  old_slugs: z.array(z.string()),
});
export type ManagedAuthor = z.infer<typeof ManagedAuthor>;
