import { WAITING } from './wal/waiting.ts';

/** Settings of the embedded server. Given at each start, so that a new Talewood brings its own to an old database. */

const SETTINGS = {
  // No network: the socket lies in the cluster's folder, which the server makes its current one.
  listen_addresses: '',
  unix_socket_directories: '.',
  unix_socket_permissions: '0700',
  // A machine of 1 or 2 GB that also runs Talewood, on a solid-state disk.
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  random_page_cost: '1.1',
  // Many short queries at once gain nothing from helpers, and containers often have too little /dev/shm for them.
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  // Nobody replicates from it; less is written, and recovery is short.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '512MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The kind of process comes first, so that we can tell trouble of the server from refused statements, and never
  // with the statement or the row: those hold what people wrote.
  log_line_prefix: '%b|',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  lc_messages: 'C',
};

const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };

/** For tests: what is written may be lost when the machine stops, nothing else differs. */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * With an archive each segment of the log is put aside when it is full, and when it is a minute old and not empty. The work is done by a
 * library of Postgres' own: whole files, on the disk, and never two under one name.
 */
export const ARCHIVING = {
  wal_level: 'replica',
  archive_mode: 'on',
  archive_library: 'basic_archive',
  'basic_archive.archive_directory': `../${WAITING}`,
  archive_timeout: '60s',
};

/** The arguments for the postgres program; `more` are settings besides those that it always has. */
export function settingArguments(durable: boolean, more: Record<string, string>): string[] {
  const settings = { ...SETTINGS, ...(durable ? DURABLE : FAST), ...more };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
