/** What a file may cost, besides the limits of its bytes (reader/limits.ts). */

/** Of a tale, in bytes: as much as it may have on the site. */
export const MOST_TALE = 2_000_000;
/** Of a tale: paragraphs, or the lines that they are made of. */
export const MOST_LINES = 20_000;
/** Of a table; each costs memory, however short it is. */
export const MOST_ROWS = 200_000;
export const MOST_COLUMNS = 200;
export const MOST_TALES = 20_000;
/** Of a folder; a zip has a limit of its own. */
export const MOST_FILES = 1_000_000;
