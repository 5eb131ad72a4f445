import { z } from 'zod';

/** Schema of `after`: the cursor returned with the previous page of a list. */
export const ListCursor = z
  .string()
  .regex(/^[A-Za-z0-9_-]{0,600}$/, 'Unknown list position.')
  .default('');
/** Schema of `q`: the search text of a list, without control characters. */
export const SearchText = z
  .string()
  .max(200, 'Search text must be 200 characters or fewer.')
  .transform((text) =>
    text
      .normalize('NFC')
      .replace(/[\p{Cc}\p{Cs}]/gu, ' ')
      .trim(),
  )
  .default('');
