import { z } from 'zod';
import { countCharacters, isBlank, isBroken } from '#src/platform/text.ts';

/** What a reader keeps, as the API shows it. Times are ISO date-times in UTC with milliseconds; a tale is named by its id. */

const Id = z.uuid().toLowerCase();
const Time = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString());
const NAME_LIMIT = 80;

/** NFC, without blanks at its ends; at most 80 characters as a reader counts them. */
const ShelfName = z
  .string()
  .max(1000, `Name must be at most ${NAME_LIMIT} characters`)
  .refine((name) => !isBroken(name), 'Name cannot be kept')
  .transform((name) => name.normalize('NFC').replace(/\s+/g, ' ').trim())
  .refine((name) => !isBlank(name), 'Name is required')
  .refine((name) => countCharacters(name) <= NAME_LIMIT, `Name must be at most ${NAME_LIMIT} characters`);

/** Where one is in a tale: number of the block in its text, a dot, characters into the block. No setting changes it. */
const Place = z.string().regex(/^\d{1,5}\.\d{1,7}$/, 'This is no place in a tale');

/**
 * The words by which the place is found when the text was edited elsewhere (src/features/reading/text/places.ts), as NFC. Missing in
 * places of before.
 */
const Quote = z
  .string()
  .max(200, 'This is no place in a tale')
  .refine((quote) => !isBroken(quote), 'This is no place in a tale')
  .transform((quote) => quote.normalize('NFC').slice(0, 200));

const Position = z.strictObject({
  tale: Id,
  place: Place,
  quote: Quote.optional(),
  progress: z.number().min(0).max(1),
  finished: z.boolean(),
  at: Time,
});

export const Change = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('favorite'), at: Time, tale: Id, on: z.boolean() }),
  z.strictObject({ op: z.literal('shelf'), at: Time, shelf: Id, name: ShelfName }),
  z.strictObject({ op: z.literal('shelf_gone'), at: Time, shelf: Id }),
  z.strictObject({ op: z.literal('shelve'), at: Time, shelf: Id, tale: Id, on: z.boolean() }),
  Position.extend({ op: z.literal('position') }),
  z.strictObject({ op: z.literal('position_gone'), at: Time, tale: Id }),
]);
export type Change = z.infer<typeof Change>;

export const ChangeList = z.strictObject({ changes: z.array(Change).min(1).max(200) });

export type Kept = { tale: string; at: string };
/** `at`: when it got its name. The newest tale comes first. */
export type Shelf = { id: string; name: string; kind: 'read_later' | 'own'; at: string; tales: Kept[] };
export type Position = z.infer<typeof Position>;

/** Everything, each list with its newest first; shelves by name, Read later before them while it holds a tale. */
export type Bookshelf = { favorites: Kept[]; shelves: Shelf[]; positions: Position[] };

/** Why a change was not made: no such public tale; no more room; Read later has its name and its place for ever. */
export type RefusalReason = 'unknown_tale' | 'full' | 'fixed_shelf';
export type Refusal = { index: number; reason: RefusalReason };
export type ChangesAnswer = { bookshelf: Bookshelf; refused: Refusal[] };
