/** The front door: what other features and the application may call. */
export { judgePublication } from './endpoints.ts';
export { findPreview } from './previews.ts';
