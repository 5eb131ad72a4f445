/** What other features and the site may call. */
export { draftEndpoints } from './draft-endpoints.ts';
export { createPresence, type Presence } from './presence.ts';
export { presenceEndpoint } from './presence-endpoint.ts';
export { exportDrafts, removeOldDrafts } from './read-drafts.ts';
