import { z } from 'zod';
import { isMotif, isPaletteName } from '#src/features/covers/covers.ts';
import { line, required, slug } from '#src/platform/fields.ts';

/** A category as an editor writes it. A name is enough: address, colour, papers and motif are then made from it. */
export const NewCategory = z.strictObject({
  name: required('Name is required', 60),
  description: line(500).optional(),
  colour: z
    .string('This is no colour')
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, 'A colour looks like #2f7570')
    .optional(),
  palette: z.string('Choose one of the list').refine(isPaletteName, 'Choose one of the list').optional(),
  motif: z.string('Choose one of the list').refine(isMotif, 'Choose one of the list').optional(),
  slug: slug(60).optional(),
  on_home: z.boolean('Yes or no').optional(),
});
export type NewCategory = z.infer<typeof NewCategory>;

/** What is left out stays as it is. */
export const CategoryChange = NewCategory.partial();
export type CategoryChange = z.infer<typeof CategoryChange>;
