/** Most characters of a page. Browser-safe. */
export const MOST_TITLE = 120;
export const MOST_MARKDOWN = 60_000;
