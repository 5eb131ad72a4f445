/** Public server API of the backup feature. */
export { listLastBackups } from './backup-log.ts';
export { findArchiveState } from './base/archive-state.ts';
