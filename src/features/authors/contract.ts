import { z } from 'zod';
import { TaleCard } from '#src/features/tales/contract.ts';

export const AuthorCard = z
  .object({
    slug: z.string(),
    name: z.string(),
    sortName: z.string(),
    kind: z.enum(['person', 'tradition']),
    dates: z.string(),
    place: z.string(),
    count: z.int(),
    works: z.array(z.string()).describe('Titles of up to three tales.'),
  })
  .meta({ id: 'AuthorCard', description: 'An author or a tradition in a list.' });
export type AuthorCard = z.infer<typeof AuthorCard>;

export const AuthorRole = z.enum(['author', 'translator', 'editor', 'illustrator']);
export type AuthorRole = z.infer<typeof AuthorRole>;

export const AuthorList = z
  .object({
    role: AuthorRole,
    total: z.object({ count: z.int(), atLeast: z.boolean() }).describe('Number of tales; `atLeast` is true if there are more.'),
    tales: z.array(TaleCard).describe('The newest four; none for the role of `tales`.'),
  })
  .meta({ id: 'AuthorList', description: 'The tales that a person wrote, or is credited on in another role.' });
export type AuthorList = z.infer<typeof AuthorList>;

export const AuthorView = AuthorCard.extend({
  bornYear: z.int().nullable(),
  diedYear: z.int().nullable(),
  origin: z.string(),
  biography: z.string(),
  role: AuthorRole.describe('What the person did for `tales`.'),
  tales: z.array(TaleCard),
  next: z.string().nullable(),
  lists: z.array(AuthorList).describe('All roles with tales; the first is the default.'),
}).meta({ id: 'Author', description: 'An author or a tradition with a page of tales.' });
export type AuthorView = z.infer<typeof AuthorView>;

export const AuthorRow = z
  .object({
    id: z.int(),
    slug: z.string(),
    name: z.string(),
    sort_name: z.string(),
    kind: z.enum(['person', 'tradition']),
    dates: z.string(),
    tales: z.int().describe('Number of all tales, with drafts, scheduled tales and those in the trash.'),
    public_tales: z.int(),
    credited: z.int().describe('Number of all tales that credit the person as translator, editor or illustrator.'),
    version: z.int(),
  })
  .meta({ id: 'AuthorRow', description: 'An author in the list of editors.' });
export type AuthorRow = z.infer<typeof AuthorRow>;

export const AuthorRows = z
  .object({ authors: z.array(AuthorRow), next: z.string().nullable() })
  .meta({ id: 'AuthorRows', description: 'One page of authors.' });
export type AuthorRows = z.infer<typeof AuthorRows>;

export const ManagedAuthor = AuthorRow.extend({
  born_year: z.int().nullable(),
  died_year: z.int().nullable(),
  place: z.string(),
  origin: z.string(),
  biography: z.string(),
  other_names: z.array(z.string()).describe('Further names by which the author is found, former ones included.'),
  old_slugs: z.array(z.string()),
}).meta({ id: 'ManagedAuthor', description: 'An author as editors see it.' });
export type ManagedAuthor = z.infer<typeof ManagedAuthor>;
