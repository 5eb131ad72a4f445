import { z } from 'zod';
import { countCharacters, hasLoneSurrogate, isBlank } from '#src/platform/text.ts';

/** The reader's library in the API. Times are ISO date-times in UTC with milliseconds; tales are referenced by id. */

const Id = z.uuid().toLowerCase();
const Time = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString());
const MAX_NAME = 80;

/** Normalized to NFC and trimmed; at most 80 characters (graphemes). */
export const ShelfName = z
  .string()
  .max(1000, `Name must be at most ${MAX_NAME} characters`)
  .refine((name) => !hasLoneSurrogate(name), 'Name contains invalid characters')
  .transform((name) => name.normalize('NFC').replace(/\s+/g, ' ').trim())
  .refine((name) => !isBlank(name), 'Name is required')
  .refine((name) => countCharacters(name) <= MAX_NAME, `Name must be at most ${MAX_NAME} characters`);

/** Reading position: block index, a dot, character offset in the block. Independent of display settings. */
const Place = z.string().regex(/^\d{1,5}\.\d{1,7}$/, 'Invalid reading position');

/**
 * Words that locate the position after the text was edited (src/features/reading/text/reading-position.ts), as NFC. Missing in older
 * positions.
 */
const Quote = z
  .string()
  .max(200, 'Invalid reading position')
  .refine((quote) => !hasLoneSurrogate(quote), 'Invalid reading position')
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

export type SavedTale = { tale: string; at: string };
/** `at`: when it was named. Tales are newest first. */
export type Shelf = { id: string; name: string; kind: 'read_later' | 'own'; at: string; tales: SavedTale[] };
export type Position = z.infer<typeof Position>;

/** Lists are newest first; shelves are sorted by name, "Read later" first if it holds a tale. */
export type Bookshelf = { favorites: SavedTale[]; shelves: Shelf[]; positions: Position[] };

/** No such public tale; limit reached; "Read later" cannot be changed. */
export type RefusalReason = 'unknown_tale' | 'full' | 'fixed_shelf';
export type Refusal = { index: number; reason: RefusalReason };
export type ChangesAnswer = { bookshelf: Bookshelf; refused: Refusal[] };
