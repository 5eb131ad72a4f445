/** What a book may cost. Measured on the zip as it is read, never believed of what it says about itself. */
const MB = 1024 * 1024;

export const MOST_PACKED = 60 * MB;
export const MOST_UNPACKED = 200 * MB;
export const MOST_ENTRIES = 5000;
export const MOST_ENTRY = 20 * MB;
/** A file of more than `RATIO_FROM` bytes may be at most so many times as long as what is packed of it. */
export const MOST_RATIO = 200;
export const RATIO_FROM = MB;
/** Of the chapters together. The longest books have 5 MB; what is larger would fill the site's memory and no reader's evening. */
export const MOST_TEXT = 16 * MB;
/** Of a file that only says what is in the book: its package, its table of contents. Read as a tree. */
export const MOST_XML = 4 * MB;
export const MOST_ELEMENTS = 50_000;
export const MOST_DEPTH = 256;
/** Of a title, a name, an entry of the table of contents, in UTF-16 units. Longer ones are cut. */
export const LONGEST_LINE = 500;
