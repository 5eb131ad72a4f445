import { sql, type Transaction } from 'kysely';
import { z } from 'zod';
import type { Db } from '#src/platform/db/db.ts';
import type { Database } from '#src/platform/db/schema.gen.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError, notFound } from '#src/platform/errors.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import { TaleFields } from '../../contract.ts';

/** Drafts: unsaved input of the tale form. Times are ISO 8601 in UTC. */

const MAX_FIELD_CHARACTERS = 4_500_000;
const MAX_LIST_ITEMS = 500;

/** A field as typed, which may be incomplete, invalid or too long. */
const TypedValue = z.union([
  z.string().max(MAX_FIELD_CHARACTERS),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.string().max(MAX_FIELD_CHARACTERS)).max(MAX_LIST_ITEMS),
]);

export const DraftFields = z
  .strictObject(
    Object.fromEntries(Object.keys(TaleFields.shape).map((name) => [name, TypedValue.optional()])) as Record<
      keyof typeof TaleFields.shape,
      z.ZodOptional<typeof TypedValue>
    >,
  )
  .meta({ id: 'DraftFields', description: 'Any fields of a tale, as typed.' });
export type DraftFields = z.infer<typeof DraftFields>;

export const DraftInput = z
  .strictObject({
    tale_id: z.uuid().nullable().describe('Null for a tale that was never saved.'),
    base_version: z.int().positive().nullable().describe('The version on which the draft is based; null for a tale that was never saved.'),
    fields: DraftFields,
    replaces: z.uuid().optional().describe('Id of a draft that this one continues, which is deleted.'),
  })
  .meta({ id: 'DraftInput', description: 'Unsaved input of the tale form.' });
export type DraftInput = z.infer<typeof DraftInput>;

export const DraftRow = z
  .object({
    id: z.uuid(),
    tale_id: z.uuid().nullable(),
    title: z.string(),
    base_version: z.int().nullable(),
    saved_at: z.string(),
  })
  .meta({ id: 'DraftRow', description: 'A draft in a list. One with a `base_version` but no `tale_id` belongs to a deleted tale.' });
export type DraftRow = z.infer<typeof DraftRow>;

export const Draft = DraftRow.extend({ fields: DraftFields }).meta({ id: 'Draft', description: 'A draft with its fields.' });
export type Draft = z.infer<typeof Draft>;

export const DraftList = z
  .object({ drafts: z.array(DraftRow), now: z.string().describe('Time of the server, to correct the clock of the device.') })
  .meta({ id: 'DraftList', description: 'Your drafts.' });
export type DraftList = z.infer<typeof DraftList>;

export const SavedDraft = z
  .object({
    saved_at: z.string(),
    replaced: z.boolean().describe('Whether it replaced a draft of the same tale from another tab or device.'),
  })
  .meta({ id: 'SavedDraft', description: 'Result of saving a draft.' });
export type SavedDraft = z.infer<typeof SavedDraft>;

const DraftId = z.strictObject({ id: z.uuid() });

/** Endpoints for drafts of the current user. Drafts of others are not accessible. */
export function draftEndpoints({ db }: { db: Db }): Endpoint<{ id: string }>[] {
  return [
    endpoint({
      id: 'listDrafts',
      method: 'GET',
      path: '/drafts',
      summary: 'List your drafts',
      description: 'Your unsaved drafts, latest first. Drafts of other people are not visible.',
      response: DraftList,
      run: async ({ caller }) => ({ drafts: await listDrafts(db, caller.id), now: new Date().toISOString() }),
    }),
    endpoint({
      id: 'getDraft',
      method: 'GET',
      path: '/drafts/{id}',
      summary: 'Get a draft',
      description: 'One of your drafts with its fields as typed.',
      params: DraftId,
      response: Draft,
      run: async ({ caller, params }) => {
        const draft = await findDraft(db, caller.id, params.id);
        if (draft === undefined) throw notFound('You have no such draft.', 'unknown_draft');
        return draft;
      },
    }),
    endpoint({
      id: 'saveDraft',
      method: 'PUT',
      path: '/drafts/{id}',
      summary: 'Save a draft',
      description: 'Stores unsaved input under an id that the client generates (UUID). There is one draft per tale; the latest wins.',
      params: DraftId,
      body: DraftInput,
      response: SavedDraft,
      errors: { 409: 'You have too many drafts' },
      run: ({ caller, params, body }) => saveDraft(db, caller.id, params.id, body),
    }),
    endpoint({
      id: 'deleteDraft',
      method: 'DELETE',
      path: '/drafts/{id}',
      summary: 'Delete a draft',
      description: 'Deletes one of your drafts. Also 204 if it does not exist.',
      params: DraftId,
      run: async ({ caller, params }) => {
        await deleteDraft(db, caller.id, params.id);
        return undefined;
      },
    }),
  ];
}

/** Per user. Bounds the storage that one account can use. */
const MAX_DRAFTS = 50;
const MAX_TITLE_CHARACTERS = 300;
const RETENTION_DAYS = 30;

/**
 * Stores unsaved input. There is one draft per user and tale: a later page replaces the draft of an earlier one. The draft of a deleted
 * tale is stored without `tale_id`.
 * @throws AppError 409 `too_many_drafts`
 */
async function saveDraft(db: Db, userId: string, id: string, input: DraftInput): Promise<SavedDraft> {
  return transact(db, async (trx) => {
    // Serializes the pages of one user: otherwise two could both add a draft of the same tale.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`draft ${userId}`}, 0))`.execute(trx);
    const taleId = await lockTale(trx, input.tale_id);
    const removed = await trx
      .deleteFrom('tale_drafts')
      .where('user_id', '=', userId)
      .where('id', '!=', id)
      .where(({ eb, or }) => or([eb('tale_id', '=', taleId), eb('id', '=', input.replaces ?? null)]))
      .returning('id')
      .execute();
    await assertBelowLimit(trx, userId, id);
    const draft = {
      tale_id: taleId,
      base_version: input.base_version,
      title: titleOf(input.fields.title),
      fields: JSON.stringify(input.fields),
      saved_at: sql<Date>`clock_timestamp()`,
    };
    const { saved_at } = await trx
      .insertInto('tale_drafts')
      .values({ user_id: userId, id, ...draft })
      .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet(draft))
      .returning('saved_at')
      .executeTakeFirstOrThrow();
    return { saved_at: saved_at.toISOString(), replaced: removed.some((other) => other.id !== input.replaces) };
  });
}

/** Returns null if the tale does not exist. */
async function lockTale(trx: Transaction<Database>, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const tale = await trx.selectFrom('tales').select('id').where('id', '=', id).forKeyShare().executeTakeFirst();
  return tale?.id ?? null;
}

async function assertBelowLimit(trx: Transaction<Database>, userId: string, id: string): Promise<void> {
  const { others } = await trx
    .selectFrom('tale_drafts')
    .select(({ fn }) => fn.countAll<number>().as('others'))
    .where('user_id', '=', userId)
    .where('id', '!=', id)
    .executeTakeFirstOrThrow();
  if (others < MAX_DRAFTS) return;
  throw new AppError(409, 'too_many_drafts', `You have ${MAX_DRAFTS} unsaved drafts. Save or discard one of them first.`);
}

/** Returns the title as text that Postgres can store: well-formed, without NUL, and cut to the column's length. */
function titleOf(typed: unknown): string {
  const text = typeof typed === 'string' ? typed.toWellFormed().replaceAll('\0', '') : '';
  return [...text.slice(0, 2 * MAX_TITLE_CHARACTERS)].slice(0, MAX_TITLE_CHARACTERS).join('').toWellFormed();
}

async function listDrafts(db: Db, userId: string): Promise<DraftRow[]> {
  const rows = await db
    .selectFrom('tale_drafts')
    .select(['id', 'tale_id', 'title', 'base_version', 'saved_at'])
    .where('user_id', '=', userId)
    .orderBy('saved_at', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, saved_at: row.saved_at.toISOString() }));
}

async function findDraft(db: Db, userId: string, id: string): Promise<Draft | undefined> {
  const drafts = db.selectFrom('tale_drafts').select(['id', 'tale_id', 'title', 'base_version', 'saved_at', 'fields']);
  const row = await drafts.where('user_id', '=', userId).where('id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : { ...row, fields: row.fields as DraftFields, saved_at: row.saved_at.toISOString() };
}

async function deleteDraft(db: Db, userId: string, id: string): Promise<void> {
  await db.deleteFrom('tale_drafts').where('user_id', '=', userId).where('id', '=', id).execute();
}

/** Returns all drafts of a user, for the export of their data. */
export async function exportDrafts(db: Db, userId: string): Promise<object[]> {
  const drafts = db.selectFrom('tale_drafts').select(['tale_id', 'title', 'base_version', 'saved_at', 'fields']);
  return drafts.where('user_id', '=', userId).orderBy('saved_at', 'desc').execute();
}

/** Deletes drafts that have not changed for 30 days, for a job. Returns their number. */
export async function deleteOldDrafts(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('tale_drafts')
    .where('saved_at', '<=', sql<Date>`clock_timestamp() - ${RETENTION_DAYS} * interval '1 day'`)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
