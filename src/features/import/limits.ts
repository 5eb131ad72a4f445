/** Limits on imported files, measured while reading and not taken from what the file states about itself. */
const MB = 1024 * 1024;

export const MAX_PACKED = 60 * MB;
export const MAX_UNPACKED = 200 * MB;
export const MAX_ENTRIES = 5000;
export const MAX_ENTRY = 20 * MB;
/** The compression ratio, for files of more than `RATIO_FROM` bytes. */
export const MAX_RATIO = 200;
export const RATIO_FROM = MB;
/** Of all chapters. The longest known books have 5 MB. */
export const MAX_TEXT = 16 * MB;
/** Of a file that is parsed as a tree: package document, table of contents. */
export const MAX_XML = 4 * MB;
export const MAX_ELEMENTS = 50_000;
export const MAX_DEPTH = 256;
/** Of a title, name or entry of the table of contents, in UTF-16 units. Longer ones are cut. */
export const MAX_METADATA_LINE = 500;

/** The text of a tale in bytes, as on the site. */
export const MAX_TALE = 2_000_000;
/** Paragraphs of a tale, or their lines. */
export const MAX_LINES = 20_000;
/** Rows of a table; each costs memory, however short it is. */
export const MAX_ROWS = 200_000;
export const MAX_COLUMNS = 200;
export const MAX_TALES = 20_000;
/** Files in a folder; ZIP archives have their own limit. */
export const MAX_FILES = 1_000_000;
