export const FORMAT = 1;
/** Written last: a folder without it is no whole export. */
export const EXPORT_FILE = 'export.json';
