/** Server API of tales for other features and the application. */
export { BROWSE_PAGE, browseTales, facetOptions, findMovedQuery, newestMatching, newestTales, recentTales } from './browse.ts';
export { cardsByIds, FEATURED_COUNT, findTaleOptions, isPublic, listFeaturedIds, taleOptionsByIds } from './cards.ts';
export { contentColumns, type PublishCheck, type ReadTale, readNewTale } from './check-tale.ts';
export { createTales } from './create-tales.ts';
export { countSets, countTales, toFacetGroups } from './facets.ts';
export { getFeaturedPins, MAX_PINS, pinTales } from './featured.ts';
export {
  findTale,
  findTaleForCover,
  findTaleForPreview,
  type PreviewedTale,
  type TaleRecord,
  taleRecords,
  taleRecordsBySlugs,
} from './find-tale.ts';
export { randomTale } from './random-tale.ts';
export { relatedTales } from './related-tales.ts';
export { createTale, deleteTale, type SavedTale, type SaveOptions, updateTale, type WrittenTale } from './save-tale.ts';
export { lockTalesOf, rewriteTales } from './tale-references.ts';
export { TaleInput, toPageFields } from './tale-schemas.ts';
export { moveTale, purgeTales } from './trash.ts';
