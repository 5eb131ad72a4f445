/** What an editor has typed and not saved yet, as browser and server speak of it. Times are ISO date-times in UTC. */
import { z } from 'zod';
import { TaleFields } from '#src/features/manage/contract.ts';

const FIELD_CHARACTERS = 4_500_000;
const MOST_IN_LIST = 500;

/** A field as it was typed: also half a number, a date that is none, more than may be saved. */
const Typed = z.union([
  z.string().max(FIELD_CHARACTERS),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.string().max(FIELD_CHARACTERS)).max(MOST_IN_LIST),
]);

/** Any of the fields of a tale, as typed. */
export const DraftFields = z.strictObject(
  Object.fromEntries(Object.keys(TaleFields.shape).map((name) => [name, Typed.optional()])) as Record<
    keyof typeof TaleFields.shape,
    z.ZodOptional<typeof Typed>
  >,
);
export type DraftFields = z.infer<typeof DraftFields>;

/**
 * `tale_id` and `base_version` are null for a tale that was never saved. `replaces`: the draft that was taken up again in this one,
 * which goes.
 */
export const DraftInput = z.strictObject({
  tale_id: z.uuid().nullable(),
  base_version: z.int().positive().nullable(),
  fields: DraftFields,
  replaces: z.uuid().optional(),
});
export type DraftInput = z.infer<typeof DraftInput>;

/** With a `base_version` and no `tale_id` it is of a tale that has been deleted since. */
export const DraftRow = z.object({
  id: z.uuid(),
  tale_id: z.uuid().nullable(),
  title: z.string(),
  base_version: z.int().nullable(),
  saved_at: z.string(),
});
export type DraftRow = z.infer<typeof DraftRow>;

export const Draft = DraftRow.extend({ fields: DraftFields });
export type Draft = z.infer<typeof Draft>;

/** `now`: the server's clock, by which those of devices are put right. */
export const DraftList = z.object({ drafts: z.array(DraftRow), now: z.string() });
export type DraftList = z.infer<typeof DraftList>;

/** `replaced`: another page of the same person had been writing a draft of this tale; this one has taken its place. */
export const SavedDraft = z.object({ saved_at: z.string(), replaced: z.boolean() });
export type SavedDraft = z.infer<typeof SavedDraft>;

/** The events of a tale's stream. `is_me`: by any page of the person who watches. */
export const PeopleEvent = z.object({ people: z.array(z.object({ name: z.string(), since: z.string(), is_me: z.boolean() })) });
export type PeopleEvent = z.infer<typeof PeopleEvent>;

export const SavedEvent = z.object({ version: z.int(), edited_by: z.string().nullable(), is_me: z.boolean() });
export type SavedEvent = z.infer<typeof SavedEvent>;
