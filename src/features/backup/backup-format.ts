/** Format of a backup file: its manifest, the last entry before the checksum, and the names of its entries. */
import { z } from 'zod';
import { StartError } from '#src/platform/start-errors.ts';

export const FORMAT = 1;
export const MANIFEST = 'manifest.json';
export const SECRET = 'secret';

const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const Count = z.int().min(0);
const StoredFiles = z.array(z.strictObject({ key: z.string(), bytes: Count, sha256: Hash }));

export const Manifest = z.strictObject({
  format: z.literal(FORMAT),
  /** Time of the snapshot. */
  taken_at: z.iso.datetime(),
  /** Applied migrations with the SHA-256 of their text: they define the schema of the tables. */
  migrations: z.array(z.strictObject({ name: z.string(), checksum: Hash })).min(1),
  /** Number of the newest migration of the job queue. */
  jobs_migration: Count,
  /** In file order. `sha256` and `bytes`: of the COPY text of a table, all parts together. */
  tables: z.array(
    z.strictObject({
      name: z.string(),
      columns: z.array(z.string()),
      rows: Count,
      parts: Count,
      bytes: Count,
      sha256: Hash,
    }),
  ),
  /** Last value of each sequence; null if unused. */
  sequences: z.array(z.strictObject({ name: z.string(), last: z.int().nullable() })),
  media: StoredFiles,
  /** Used images that were missing in the store. */
  missing_media: z.array(z.string()),
  /** Files of the file library, in parts, and previews. Older backups have none. */
  files: StoredFiles.default([]),
  missing_files: z.array(z.string()).default([]),
  /** Whether the file contains the site's secret: not if it is set by SECRET. */
  has_secret: z.boolean(),
});
export type Manifest = z.infer<typeof Manifest>;

/** Returns the entry name of a part of a table, counted from 1. */
export function partName(table: string, part: number): string {
  return `tables/${table}/${String(part).padStart(6, '0')}.gz`;
}

/** A backup cannot be created or used. The message is for the operator. Nothing was changed. */
export class BackupError extends StartError {
  override name = 'BackupError';
}
