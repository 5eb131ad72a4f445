/** The front door of managing tales. */
export { readVersion, setVersion } from './etag.ts';
export { getManagedTale, unknownTale } from './get-tale.ts';
export { taleEndpoints } from './tale-endpoints.ts';
