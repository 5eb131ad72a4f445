/** When the site was last backed up: a row for each backup that was written, so that somebody sees when there is none. */
import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '#src/platform/db/db.ts';

/** `at`: the moment that it holds. `tales`: null where nobody has counted them. `isVerified`: it was read to its end and found whole. */
export type NewBackup = { at: Date; kind: 'file' | 'base'; bytes: number; tales: number | null; isVerified: boolean };

export type BackupMade = { at: Date; kind: 'file' | 'base'; bytes: number; tales: number | null; verifiedAt: Date | null };

const KEPT_DAYS = 400;

/** Throws as the database does, also where its schema is older than this. */
export async function noteBackup(client: pg.ClientBase, { at, kind, bytes, tales, isVerified }: NewBackup): Promise<void> {
  await client.query(
    'insert into backups_made (at, kind, bytes, tales, verified_at) values ($1, $2, $3, $4, case when $5 then clock_timestamp() end)',
    [at, kind, bytes, tales, isVerified],
  );
}

/** Notes that the file of this moment was found whole. False when no such backup was noted here. Throws as the database does. */
export async function noteVerified(client: pg.ClientBase, at: Date): Promise<boolean> {
  const { rowCount } = await client.query("update backups_made set verified_at = clock_timestamp() where kind = 'file' and at = $1", [at]);
  return (rowCount ?? 0) > 0;
}

/** The last one of each kind that was made. */
export async function listLastBackups(db: Db): Promise<BackupMade[]> {
  const { rows } = await sql<BackupMade>`
    select distinct on (kind) at, kind, bytes, tales, verified_at as "verifiedAt" from backups_made order by kind, at desc, id desc`.execute(
    db,
  );
  return rows;
}

/** Forgets backups of more than 400 days ago; for a job. Returns how many there were. The files are left alone. */
export async function removeOldBackupNotes(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('backups_made')
    .where('at', '<', sql<Date>`clock_timestamp() - ${KEPT_DAYS} * interval '1 day'`)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
