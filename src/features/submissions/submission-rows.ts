/** Queries of submissions: for their authors and reviewers, the export of an account, and retention. */
import { sql } from 'kysely';
import { isPublic } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import { notFound } from '#src/platform/errors.ts';
import type { SubmissionComment } from './contract.ts';
import { EMPTY_SUBMISSION, MAX_OPEN, type SubmissionFields, type SubmissionState } from './submission-fields.ts';

/** `submitted`: the version that was submitted last. */
export type StoredSubmission = {
  id: string;
  user_id: string | null;
  state: SubmissionState;
  version: number;
  round: number;
  fields: SubmissionFields;
  submitted: SubmissionFields | null;
  words: number;
  original_tale_id: string | null;
  tale_id: string | null;
  note: string;
  updated_at: Date;
  submitted_at: Date | null;
  decided_at: Date | null;
  by: string | null;
  email: string | null;
  decided_by: string | null;
};

type Which = { id: string; userId?: string; isLocked?: boolean };

/**
 * Returns a submission, of this user if given. Locked, others wait until the end of the transaction.
 * @throws AppError 404 `unknown_submission`
 */
export async function getSubmission(db: Db, { id, userId, isLocked = false }: Which): Promise<StoredSubmission> {
  const { rows } = await sql<StoredSubmission>`
    select s.id, s.user_id, s.state, s.version, s.round, s.fields, v.fields as submitted, coalesce(v.words, 0) as words, s.original_tale_id,
      s.tale_id, s.note, s.updated_at, s.submitted_at, s.decided_at, u.name as by, case when u.disabled_at is null then u.email end as email,
      reviewer.name as decided_by
    from submissions s left join submission_versions v on v.submission_id = s.id and v.number = s.round
      left join users u on u.id = s.user_id left join users reviewer on reviewer.id = s.decided_by
    where s.id = ${id}::uuid ${userId === undefined ? sql`` : sql`and s.user_id = ${userId}::uuid`}
    ${isLocked ? sql`for update of s` : sql``}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw unknownSubmission();
  // Fields added later have their defaults.
  return { ...row, fields: { ...EMPTY_SUBMISSION, ...row.fields }, submitted: row.submitted && { ...EMPTY_SUBMISSION, ...row.submitted } };
}

export function unknownSubmission() {
  return notFound('This submission does not exist.', 'unknown_submission');
}

/** Serializes the changes that one user makes to the number of their submissions. */
export async function lockUser(trx: Db, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`submissions ${userId}`}, 0))`.execute(trx);
}

/** Whether a user has as many open submissions as they may, without the one of this id. */
export async function hasTooMany(db: Db, userId: string, except: string | null = null): Promise<boolean> {
  const { count } = await db
    .selectFrom('submissions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('state', 'not in', ['accepted', 'declined'])
    .where(sql<boolean>`id is distinct from ${except}::uuid`)
    .executeTakeFirstOrThrow();
  return Number(count) >= MAX_OPEN;
}

type LinkedTale = { id: string; slug: string; title: string; language: string; is_public: boolean };

/** Returns tales by id. */
export async function findLinkedTales(db: Db, ids: readonly (string | null)[]): Promise<Map<string | null, LinkedTale>> {
  const { rows } = await sql<LinkedTale>`
    select t.id, t.slug, t.title, t.language, ${isPublic} as is_public from tales t
    where t.id = any(${ids.filter((id) => id !== null)}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the comments in the order in which they were written, as `userId` sees them. */
export async function listComments(db: Db, { id, decided_at }: StoredSubmission, userId: string): Promise<SubmissionComment[]> {
  const rows = await db
    .selectFrom('submission_comments as c')
    .leftJoin('users as u', 'u.id', 'c.created_by')
    .select(['c.id', 'number', 'quote', 'prefix', 'suffix', 'text', 'u.name as by', 'c.created_at', 'resolved_at', 'created_by'])
    .where('submission_id', '=', id)
    .orderBy('c.id')
    .execute();
  return rows.map(({ created_at, resolved_at, created_by, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    is_resolved: resolved_at !== null,
    is_pending: decided_at === null || created_at > decided_at,
    is_me: created_by === userId,
  }));
}

/** Returns the submissions of a user with all versions and the comments that they got and wrote, for the export of their data. */
export async function exportSubmissions(db: Db, userId: string): Promise<object[]> {
  const { rows } = await sql<object>`
    select s.id, s.state, s.fields, s.note, s.created_at, s.updated_at, s.submitted_at, s.decided_at,
      coalesce((select json_agg(json_build_object('number', v.number, 'submitted_at', v.submitted_at, 'fields', v.fields) order by v.number)
        from submission_versions v where v.submission_id = s.id), '[]') as versions,
      coalesce((select json_agg(json_build_object('quote', c.quote, 'text', c.text, 'created_at', c.created_at) order by c.id)
        from submission_comments c where c.submission_id = s.id and c.created_at <= s.decided_at), '[]') as comments
    from submissions s where s.user_id = ${userId}::uuid order by s.id`.execute(db);
  return rows;
}

/** Returns the comments that a user wrote as a reviewer, for the export of their data. */
export async function exportReviewComments(db: Db, userId: string): Promise<object[]> {
  const comments = db.selectFrom('submission_comments').select(['submission_id', 'number', 'quote', 'text', 'created_at']);
  return comments.where('created_by', '=', userId).orderBy('id').execute();
}

/** Deletes the submissions of an account that is deleted, except those that became tales. */
export async function deleteSubmissionsOf(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('submissions').where('user_id', '=', userId).where('state', '!=', 'accepted').execute();
}

const RETENTION_MONTHS = 12;

/** Deletes submissions that were declined or withdrawn, or whose tale was deleted, twelve months after the last change. Returns the number deleted. */
export async function removeOldSubmissions(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('submissions')
    .where(sql<boolean>`(state in ('declined', 'withdrawn') or (state = 'accepted' and tale_id is null))`)
    .where(sql<boolean>`updated_at <= clock_timestamp() - ${RETENTION_MONTHS} * interval '1 month'`)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
