import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { findArchiveState } from '#src/features/backup/backup.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { Panel } from '../contract.ts';

export type DiskPlaces = { dataDir: string; archiveDir: string | undefined; isInBucket: boolean };

/** What is left of the disk, and what lies on it. Throws as the file system and the database do. */
export async function readDisk(db: Db, { dataDir, archiveDir, isInBucket }: DiskPlaces): Promise<Panel<'disk'>> {
  const [disk, pictures, archive] = await Promise.all([
    statfs(dataDir),
    sql<{ count: number; bytes: number }>`
      select count(*)::integer as count, coalesce(sum(bytes), 0)::float8 as bytes
      from media where ready_at is not null and removed_at is null`.execute(db),
    archiveDir === undefined ? null : readArchive({ dataDir, archiveDir }),
  ]);
  return {
    // Free is what we may use: some of it is kept for root.
    folder: { bytes: disk.blocks * disk.bsize, free: disk.bavail * disk.bsize },
    pictures: { ...(pictures.rows[0] ?? { count: 0, bytes: 0 }), is_in_bucket: isInBucket },
    archive,
  };
}

async function readArchive(place: { dataDir: string; archiveDir: string }): Promise<NonNullable<Panel<'disk'>['archive']>> {
  const { bases, lastArchived, waiting } = await findArchiveState(place);
  return {
    since: bases[0]?.startedAt.toISOString() ?? null,
    bases: bases.length,
    last_base: bases.at(-1)?.startedAt.toISOString() ?? null,
    last_archived: lastArchived?.toISOString() ?? null,
    waiting: waiting.count,
    waiting_since: waiting.oldest?.toISOString() ?? null,
  };
}
