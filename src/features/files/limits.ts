/** Limits of the file library, without the schemas. Browser-safe. */

/** Bytes. Larger files are uploaded in parts. */
export const MAX_SINGLE_BYTES = 6 * 1024 * 1024;
export const MAX_FILE_BYTES = 500 * 1024 * 1024;
export const MAX_PDF_BYTES = 100 * 1024 * 1024;
/** Text is checked as a whole, and JSON is parsed. */
export const MAX_TEXT_BYTES = 20 * 1024 * 1024;
export const MAX_FOLDER_DEPTH = 8;
/** Of a folder. */
export const MAX_SUBFOLDERS = 200;
export const DEFAULT_LIMIT = 100;
export const MAX_LIMIT = 1000;
/** Seconds that a temporary link is valid. */
export const MIN_LINK_SECONDS = 60;
export const MAX_LINK_SECONDS = 30 * 86_400;

/** Extensions of the accepted files. Browsers show the first three groups; the rest is downloaded. */
export const FILE_EXTENSIONS = [
  'png',
  'jpg',
  'jpeg',
  'webp',
  'avif',
  'gif',
  'pdf',
  'mp3',
  'm4a',
  'ogg',
  'oga',
  'opus',
  'wav',
  'flac',
].concat(['txt', 'md', 'csv', 'json', 'epub']);

export const ACCESS = ['public', 'members', 'private'] as const;
