/** What other features and the site may call. */
export { findPage } from './find-page.ts';
export { pageEndpoints } from './page-endpoints.ts';
