/**
 * State changes of an import, each allowed from certain states only: of two concurrent ones, one gets 409. Starts queued work: two imports
 * at a time over the whole site, in the order of their requests.
 */
import { sql } from 'kysely';
import { FileFault, parseMapping } from '#src/features/import/import.ts';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError } from '#src/platform/errors.ts';
import { invalid } from '#src/platform/http/read-body.ts';
import { addJob } from '#src/platform/jobs/add-job.ts';
import type { ObjectStore } from '#src/platform/objects/object-store.ts';
import type { ImportHow, ImportUpload } from './contract.ts';
import { notEditable } from './upload-files.ts';
import { getUpload, isEditable, isRunning, lockUpload } from './upload-rows.ts';

type Editor = { id: string };

export async function createUpload(db: Db, editor: Editor, how: ImportHow): Promise<ImportUpload> {
  validateMap(how.map);
  const { id } = await db
    .insertInto('import_uploads')
    .values({ created_by: editor.id, options: JSON.stringify(how) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return getUpload(db, id);
}

/**
 * Requests a check; fields missing in `change` stay.
 * @throws AppError 404, 409; 422 by field
 */
export async function requestCheck(db: Db, editor: Editor, id: string, change: Partial<ImportHow>): Promise<ImportUpload> {
  return transact(db, async (trx) => {
    const { state, how, files } = await lockUpload(trx, id);
    if (!isEditable(state)) throw notEditable(state);
    if (files === 0) throw new AppError(409, 'no_files', 'This import has no files yet.');
    const wanted = { ...how, ...change };
    validateMap(wanted.map);
    await queueWork(trx, editor, id, { state: 'checking', how: wanted });
    return getUpload(trx, id);
  });
}

/**
 * Replaces the list of excluded tales.
 * @throws AppError 404, 409
 */
export async function excludeTales(db: Db, id: string, exclude: string[]): Promise<ImportUpload> {
  return transact(db, async (trx) => {
    const { state, how } = await lockUpload(trx, id);
    if (state === 'done' || isRunning(state)) throw notEditable(state);
    if (state !== 'checked')
      throw new AppError(409, 'not_checked', 'The files have changed since the last preview. Preview the import again.');
    const now = JSON.stringify({ ...how, exclude });
    await sql`update import_uploads set options = ${now}::jsonb, updated_at = now() where id = ${id}::uuid`.execute(trx);
    return getUpload(trx, id);
  });
}

/**
 * Requests the import of what the last check found.
 * @throws AppError 404, 409
 */
export async function requestImport(db: Db, editor: Editor, id: string): Promise<ImportUpload> {
  return transact(db, async (trx) => {
    const { state, how } = await lockUpload(trx, id);
    if (state === 'done' || isRunning(state)) throw notEditable(state);
    if (state !== 'checked')
      throw new AppError(409, 'not_checked', 'The files have changed since the last preview. Preview the import again.');
    await queueWork(trx, editor, id, { state: 'importing', how });
    return getUpload(trx, id);
  });
}

/**
 * Stops a queued or running check or import. What was written stays.
 * @throws AppError 404, 409
 */
export async function stopUpload(db: Db, id: string): Promise<ImportUpload> {
  return transact(db, async (trx) => {
    const { state } = await lockUpload(trx, id);
    if (!isRunning(state)) throw new AppError(409, 'not_at_work', 'This import is not running.');
    if (state === 'checking') {
      await sql`update import_uploads set state = 'collecting', problem = null, attempt_token = attempt_token + 1, updated_at = now() where id = ${id}::uuid`.execute(
        trx,
      );
    } else await failImport(trx, id, 'The import was stopped.');
    await startQueued(trx);
    return getUpload(trx, id);
  });
}

/** Marks a running import as failed, in a transaction that has locked its row. `why`: a sentence; what was written is added to it. */
export async function failImport(trx: Db, id: string, why: string): Promise<void> {
  const { rows } = await sql<{ run: number | null }>`select run_id as run from import_uploads where id = ${id}::uuid`.execute(trx);
  const run = rows[0]?.run ?? null;
  const written =
    run === null
      ? 'Nothing was imported.'
      : `Tales imported so far are kept as import ${run}. Preview the files again to continue it, or undo it.`;
  await sql`
    update import_uploads set state = 'failed', problem = ${`${why} ${written}`}, attempt_token = attempt_token + 1, updated_at = now() where id = ${id}::uuid`.execute(
    trx,
  );
  if (run !== null) await auditWritten(trx, id, 'import.broken-off');
}

/** @throws AppError 404; 409 while it is writing */
export async function deleteUpload({ db, store }: { db: Db; store: ObjectStore }, id: string): Promise<void> {
  await transact(db, async (trx) => {
    const { state } = await lockUpload(trx, id);
    if (state === 'importing') throw notEditable(state);
    await trx.deleteFrom('import_uploads').where('id', '=', id).execute();
    await startQueued(trx);
  });
  await store.remove(id);
}

/** A run that was undone or is being undone is not continued. */
async function queueWork(
  trx: Db,
  editor: Editor,
  id: string,
  { state, how }: { state: 'checking' | 'importing'; how: ImportHow },
): Promise<void> {
  await trx.deleteFrom('import_upload_books').where('upload_id', '=', id).execute();
  await sql`
    update import_uploads u set state = ${state}, options = ${JSON.stringify(how)}::jsonb, problem = null, attempt_token = attempt_token + 1, updated_at = now(), requested_at = now(),
      requested_by = ${editor.id}::uuid, started_at = null, progress = null, is_dry = ${state === 'checking'}, problems = '[]', skipped_files = '[]',
      run_id = (select id from import_runs r where r.id = u.run_id and r.undone_at is null
        and not exists (select from graphile_worker.jobs where key = 'undo:' || r.id))
    where id = ${id}::uuid`.execute(trx);
  await startQueued(trx);
}

function validateMap(map: string): void {
  try {
    parseMapping(map);
  } catch (error) {
    throw error instanceof FileFault ? invalid({ map: [error.sentence] }) : error;
  }
}

export const IMPORT_FILES = 'import_files';
/** Attempts of a job, within a minute and a half if each fails immediately. */
export const MAX_ATTEMPTS = 5;

/** Jobs of one queue run one after the other. */
const QUEUES = ['imports 1', 'imports 2'];
/** Advisory lock. */
const LOCK = 7_412_028;

/** `attemptToken`: identifies one check or import; later ones have higher numbers. */
export type Work = { id: string; attemptToken: number };

function payloadOf({ id, attemptToken }: Work) {
  return { id, turn: attemptToken };
}

function jobKey({ id, attemptToken }: Work): string {
  return `import:${id}:${attemptToken}`;
}

/**
 * Assigns free queues to the longest waiting imports, in the caller's transaction. Call it whenever work is requested or has ended. `own`:
 * the calling job, which counts as finished.
 */
export async function startQueued(trx: Db, own?: Work): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
  await failCrashed(trx);
  const { rows: free } = await sql<{ queue: string }>`
    select queue from unnest(${QUEUES}::text[]) queue where not exists (select from graphile_worker.jobs
      where queue_name = queue and key is distinct from ${own === undefined ? null : jobKey(own)} and (attempts < max_attempts or locked_at is not null))
    order by queue`.execute(trx);
  const { rows: waiting } = await sql<Work>`
    select id, attempt_token as "attemptToken" from import_uploads u where state in ('checking', 'importing')
      and not exists (select from graphile_worker.jobs where key = 'import:' || u.id || ':' || u.attempt_token)
    order by requested_at limit ${free.length}`.execute(trx);
  for (const [index, work] of waiting.entries())
    await addJob(trx, IMPORT_FILES, payloadOf(work), { key: jobKey(work), queue: free[index]?.queue ?? '', tries: MAX_ATTEMPTS });
}

/** Continues the work in another job, since the time of this one is used up. */
export async function requeue(trx: Db, work: Work): Promise<void> {
  const { rows } = await sql<{ queue: string }>`select queue_name as queue from graphile_worker.jobs where key = ${jobKey(work)}`.execute(
    trx,
  );
  await addJob(trx, IMPORT_FILES, payloadOf(work), {
    key: jobKey(work),
    queue: rows[0]?.queue ?? (QUEUES[0] as string),
    tries: MAX_ATTEMPTS,
  });
}

/** A job killed in its last attempt cannot report that itself. */
async function failCrashed(trx: Db): Promise<void> {
  await sql`
    update import_uploads u set state = 'failed', updated_at = now(),
      problem = 'The import failed repeatedly because of a server problem. Contact an administrator.'
    where state in ('checking', 'importing') and exists (select from graphile_worker.jobs
      where key = 'import:' || u.id || ':' || u.attempt_token and attempts >= max_attempts and locked_at is null)`.execute(trx);
}

/** Writes an audit entry: who imported how many books and tales. */
export async function auditWritten(trx: Db, id: string, action: 'import.done' | 'import.broken-off'): Promise<void> {
  type Row = { actor: string | null; run: number; books: number; made: number; changed: number };
  const { rows } = await sql<Row>`
    select u.requested_by as actor, u.run_id as run, n.* from import_uploads u cross join lateral (
      select count(*) as books, coalesce(sum((report ->> 'made')::integer), 0)::integer as made, coalesce(sum((report ->> 'changed')::integer), 0)::integer as changed
      from import_upload_books where upload_id = u.id and report ->> 'outcome' = 'read') n
    where u.id = ${id}::uuid and u.run_id is not null`.execute(trx);
  const [row] = rows;
  if (row === undefined) return;
  const { actor, run, ...details } = row;
  await audit(trx, { actor, action, subject: { kind: 'import', id: String(run) }, details });
}

const ABANDONED_DAYS = 7;
const DONE_DAYS = 1;
const PARTIAL_UPLOAD_MS = 60 * 60_000;

/**
 * Removes imports untouched for a week, completed ones after a day, and files without a row, as a crash may leave behind. Tales stay.
 * Returns the number removed.
 */
export async function removeOldUploads({ db, store }: { db: Db; store: ObjectStore }): Promise<number> {
  // First fail imports whose jobs were lost, so that they are no longer running.
  await transact(db, (trx) => startQueued(trx));
  const { rows } = await sql<{ id: string }>`
    delete from import_uploads where state not in ('checking', 'importing')
      and updated_at < now() - case state when 'done' then ${DONE_DAYS}::integer else ${ABANDONED_DAYS}::integer end * interval '1 day' returning id`.execute(
    db,
  );
  for (const { id } of rows) await store.remove(id);
  await store.removePartialFiles(PARTIAL_UPLOAD_MS);
  return rows.length + (await removeStrays({ db, store }));
}

/** Safe, since a row exists before its first file. */
async function removeStrays({ db, store }: { db: Db; store: ObjectStore }): Promise<number> {
  const folders = await store.list();
  const { rows } = await sql<{ folder: string }>`
    select folder from unnest(${folders}::text[]) folder where not exists (select from import_uploads where id::text = folder)`.execute(db);
  for (const { folder } of rows) await store.remove(folder);
  return rows.length;
}
