/** The front door of the library: its files, as they are read. */
export { parseAuthorFile } from './parse-author-file.ts';
export { parseCollectionFile } from './parse-collection-file.ts';
export { parseTaleFile } from './parse-tale-file.ts';
