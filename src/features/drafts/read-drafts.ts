import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import type { Draft, DraftFields, DraftRow } from './contract.ts';

const KEPT_DAYS = 30;

/** All of the person's drafts without their fields, the latest first. */
export async function listDrafts(db: Db, personId: string): Promise<DraftRow[]> {
  const rows = await db
    .selectFrom('tale_drafts')
    .select(['id', 'tale_id', 'title', 'base_version', 'saved_at'])
    .where('person_id', '=', personId)
    .orderBy('saved_at', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, saved_at: row.saved_at.toISOString() }));
}

export async function findDraft(db: Db, personId: string, id: string): Promise<Draft | undefined> {
  const drafts = db.selectFrom('tale_drafts').select(['id', 'tale_id', 'title', 'base_version', 'saved_at', 'fields']);
  const row = await drafts.where('person_id', '=', personId).where('id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : { ...row, fields: row.fields as DraftFields, saved_at: row.saved_at.toISOString() };
}

export async function deleteDraft(db: Db, personId: string, id: string): Promise<void> {
  await db.deleteFrom('tale_drafts').where('person_id', '=', personId).where('id', '=', id).execute();
}

/** For the copy of all of a person's data. */
export async function exportDrafts(db: Db, personId: string): Promise<object[]> {
  const drafts = db.selectFrom('tale_drafts').select(['tale_id', 'title', 'base_version', 'saved_at', 'fields']);
  return drafts.where('person_id', '=', personId).orderBy('saved_at', 'desc').execute();
}

/** Removes drafts that nobody has written to for 30 days; for a job. Returns how many there were. */
export async function removeOldDrafts(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('tale_drafts')
    .where('saved_at', '<=', sql<Date>`clock_timestamp() - ${KEPT_DAYS} * interval '1 day'`)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
