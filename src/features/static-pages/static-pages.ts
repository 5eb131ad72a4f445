/** Public server API of the static pages. */

export { pageEndpoints } from './page-endpoints.ts';
export { findPage } from './page-queries.ts';
