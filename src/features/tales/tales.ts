/** The front door of the tales: what other features and the application may call. */
export { BROWSE_PAGE, browseTales, newestFitting, newestTales, recentTales } from './browse.ts';
export { cardsByIds, FEATURED, isPublic, listFeaturedIds } from './cards.ts';
export { cleanHtml, htmlToText } from './content.ts';
export { facetOptions } from './facet-options.ts';
export { countSets, countTales, toGroups } from './facets.ts';
export { findTale, findTaleForCover } from './find-tale.ts';
export { randomTale } from './random-tale.ts';
export { createTale, deleteTale, type SavedTale, updateTale } from './save-tale.ts';
export type { TaleInput } from './tale-input.ts';
