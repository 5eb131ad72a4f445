import { z } from 'zod';

/**
 * What no general rule can know of a book, as data: hints/gutenberg-NNN.json. Titles are as the book prints them; case, signs and
 * numbers do not matter.
 */
export const Hints = z.strictObject({
  /** Why they are needed, for people. */
  why: z.string().min(1),
  /** Frame stories: they lead from tale to tale and are left out. */
  frame: z.array(z.string()).optional(),
  /** Other sections that are no tales. */
  left: z.array(z.string()).optional(),
  /** Sections whose titled chapters are tales. */
  split: z.array(z.string()).optional(),
  /** Verse and centred lines before the text of each tale belong to the book, not to the tale. */
  interludes: z.literal('verse').optional(),
});
export type Hints = z.infer<typeof Hints>;
