/** What other features and the site may call. */
export { countRoutes } from './count-routes.ts';
export { type Counter, createCounter } from './create-counter.ts';
export { mayCount } from './may-count.ts';
export { readCounts } from './read-counts.ts';
export { removeOldCounts } from './remove-old-counts.ts';
