/** What may be sent. Browser-safe. */

/** Of a file that is sent, in bytes: as much as the importer opens. */
export const MOST_BYTES = 60 * 1024 * 1024;
/** Of an import. */
export const MOST_FILES = 200;
