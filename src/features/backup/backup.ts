/** What other features may call. */
export { listLastBackups } from './backups-made.ts';
export { findArchiveState } from './base/archive-state.ts';
