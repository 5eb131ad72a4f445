import { z } from 'zod';
import { line, paragraphs, required } from '#src/platform/fields.ts';
import { MOST_PARTS } from './components/letter-words.ts';
import { PartKind } from './contract.ts';

const PartInput = z.strictObject({ kind: PartKind, taleId: z.uuid('There is no such tale'), note: paragraphs(500).default('') });

/** A letter as an editor changes it; what is left out stays as it is. */
export const IssueChange = z
  .strictObject({
    subject: required('A letter needs a subject', 150),
    opening: paragraphs(2_000),
    send_at: z.iso.datetime({ offset: true, error: 'Choose a day and a time' }).transform((text) => new Date(text)),
    parts: z
      .array(PartInput)
      .max(MOST_PARTS, `At most ${MOST_PARTS} tales`)
      .refine((parts) => new Set(parts.map(({ taleId }) => taleId)).size === parts.length, 'Each tale can be in it once'),
  })
  .partial();
export type IssueChange = z.infer<typeof IssueChange>;

/** Which page of the letters that are no drafts any more. */
export const IssueQuery = z.strictObject({ after: line(400).default('') });
