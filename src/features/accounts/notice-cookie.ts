/** The cookie by which a form says something on the page it has led to: a name of notices.ts. Browser-safe. */
export const NOTICE_COOKIE = 'talewood_notice';
