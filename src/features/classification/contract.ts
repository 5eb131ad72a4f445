/** Reasons for the classification of an imported tale, shown to editors. */
import { z } from 'zod';

export const Reason = z
  .object({ what: z.string().describe('The decision, as in “Category: Dark”.'), why: z.string().describe('The reason, as a sentence.') })
  .meta({ id: 'ClassificationReason', description: 'A decision of the classification and the reason for it.' });
export type Reason = z.infer<typeof Reason>;

export const TaleReasons = z
  .object({
    reasons: z.array(Reason),
    made_at: z.string().nullable().describe('When it was classified; null for tales that were written here.'),
  })
  .meta({ id: 'TaleClassification', description: 'Why an imported tale is classified as it is. Empty for tales that were written here.' });
export type TaleReasons = z.infer<typeof TaleReasons>;
