/** What a backup says of itself: its last entry but the hash. */
import { z } from 'zod';

export const FORMAT = 1;
export const MANIFEST = 'manifest.json';
export const SECRET = 'secret';

const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const Count = z.int().min(0);

export const Manifest = z.strictObject({
  format: z.literal(FORMAT),
  /** When the snapshot was taken. */
  taken_at: z.iso.datetime(),
  /** Those applied, by name, with the SHA-256 of their text: the schema that the tables are of. */
  migrations: z.array(z.strictObject({ name: z.string(), checksum: Hash })).min(1),
  /** Number of the newest migration of the job queue. */
  jobs_migration: Count,
  /** In the order in which they stand in the file. `sha256` is of the text of COPY, all parts of a table together; `bytes` its length. */
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
  /** Where each counter stands: its last number, or null where it has given none. */
  sequences: z.array(z.strictObject({ name: z.string(), last: z.int().nullable() })),
  media: z.array(z.strictObject({ key: z.string(), bytes: Count, sha256: Hash })),
  /** Files of pictures of the library that the store did not have. */
  missing_media: z.array(z.string()),
  /** Whether the site's secret is in the file: not when it is a setting. */
  has_secret: z.boolean(),
});
export type Manifest = z.infer<typeof Manifest>;

/** The entry of a part of a table, from 1. */
export function partName(table: string, part: number): string {
  return `tables/${table}/${String(part).padStart(6, '0')}.gz`;
}

export function mediaName(key: string): string {
  return `media/${key}`;
}
