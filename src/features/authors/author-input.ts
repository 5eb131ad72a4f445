import { z } from 'zod';
import { ORIGIN } from '#src/features/tales/browse-query.ts';
import { line, paragraphs, required, slug } from '#src/platform/fields.ts';

const YEAR = 'A year from -3000 to 2200';
const year = z.int(YEAR).min(-3000, YEAR).max(2200, YEAR).nullable();

/** An author as an editor writes it. Without `slug` the address is made from the name; without `sort_name` the name to file it under. */
const AuthorInput = z.strictObject({
  name: required('Name is required', 200),
  sort_name: line(200).optional(),
  kind: z.enum(['person', 'tradition'], 'A person or a tradition').optional(),
  dates: line(200).optional(),
  born_year: year.optional(),
  died_year: year.optional(),
  place: line(200).optional(),
  origin: line(60)
    .refine((text) => text === '' || ORIGIN.test(text), 'An origin is a word such as German: letters, spaces and hyphens')
    .optional(),
  biography: paragraphs(10_000).optional(),
  slug: slug(120).optional(),
  other_names: z.array(required('A name is needed', 200)).max(50, 'At most 50 names').optional(),
});

const livedForwards = ({ born_year, died_year }: { born_year?: number | null | undefined; died_year?: number | null | undefined }) =>
  typeof born_year !== 'number' || typeof died_year !== 'number' || born_year <= died_year;
const BACKWARDS = { error: 'This is before the year of birth', path: ['died_year'] };

export const NewAuthor = AuthorInput.refine(livedForwards, BACKWARDS);
export type NewAuthor = z.infer<typeof NewAuthor>;

/** What is left out stays as it is. */
export const AuthorChange = AuthorInput.partial().refine(livedForwards, BACKWARDS);
export type AuthorChange = z.infer<typeof AuthorChange>;
