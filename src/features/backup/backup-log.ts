/** Log of written backups, so that the status page can warn when there is none. */
import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '#src/platform/db/db.ts';

/** `at`: time of the snapshot. `tales`: null if not counted. `isVerified`: read back and found intact. */
type NewBackup = { at: Date; kind: 'file' | 'base'; bytes: number; tales: number | null; isVerified: boolean };

type LoggedBackup = { at: Date; kind: 'file' | 'base'; bytes: number; tales: number | null; verifiedAt: Date | null };

const RETENTION_DAYS = 400;

/** Adds a backup to the log. @throws the database error, also for an older schema */
export async function logBackup(client: pg.ClientBase, { at, kind, bytes, tales, isVerified }: NewBackup): Promise<void> {
  await client.query(
    'insert into backup_log (at, kind, bytes, tales, verified_at) values ($1, $2, $3, $4, case when $5 then clock_timestamp() end)',
    [at, kind, bytes, tales, isVerified],
  );
}

/** Marks the backup file of this snapshot as verified. Returns false if it is not in the log. */
export async function logVerification(client: pg.ClientBase, at: Date): Promise<boolean> {
  const { rowCount } = await client.query("update backup_log set verified_at = clock_timestamp() where kind = 'file' and at = $1", [at]);
  return (rowCount ?? 0) > 0;
}

/** Returns the last backup of each kind. */
export async function listLastBackups(db: Db): Promise<LoggedBackup[]> {
  const { rows } = await sql<LoggedBackup>`
    select distinct on (kind) at, kind, bytes, tales, verified_at as "verifiedAt" from backup_log order by kind, at desc, id desc`.execute(
    db,
  );
  return rows;
}

/** Deletes log entries of backups older than 400 days, not their files. Returns the number deleted. */
export async function removeOldBackupLogs(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('backup_log')
    .where('at', '<', sql<Date>`clock_timestamp() - ${RETENTION_DAYS} * interval '1 day'`)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
