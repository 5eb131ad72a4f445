/** The front door: what other features and the application may call. */
export { findPreview } from './previews.ts';
export { listPublishProblems } from './publish-rules.ts';
