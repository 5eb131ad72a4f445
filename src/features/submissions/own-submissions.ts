/** What authors do with their submissions. Others' submissions are 404. */
import { sql } from 'kysely';
import type { RenderEmail } from '#src/emails/emails.ts';
import { type SessionUser, tooManyRequests } from '#src/features/accounts/accounts.ts';
import { readSiteSettings } from '#src/features/site-settings/site-settings.ts';
import { definitionOf, listMissingToPublish } from '#src/features/tales/field-values.ts';
import { contentColumns, isPublic, TaleInput } from '#src/features/tales/tales.ts';
import { can } from '#src/permissions.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError, notFound } from '#src/platform/errors.ts';
import { assertIfMatch } from '#src/platform/http/if-match.ts';
import { invalid, problemsByField } from '#src/platform/http/read-body.ts';
import { consume, type RateLimit } from '#src/platform/rate-limit/rate-limit.ts';
import { isBlank } from '#src/platform/text.ts';
import { urls } from '#src/urls.ts';
import { assertChange, changeState } from './change-state.ts';
import type { SavedSubmission } from './contract.ts';
import { EMPTY_SUBMISSION, isDeletable, isEditable, MAX_OPEN, SUBMISSION_FIELDS, type SubmissionFields } from './submission-fields.ts';
import { findLinkedTales, getSubmission, hasTooMany, lockUser, type StoredSubmission } from './submission-rows.ts';

export type SubmissionDeps = { db: Db; publicUrl: string; renderEmail: RenderEmail };

/** Per user: saving sanitizes up to 2 MB, and submitting takes the time of editors. */
const WRITE_LIMIT: RateLimit = { points: 1_500, windowSeconds: 3_600 };
const SUBMIT_LIMIT: RateLimit = { points: 10, windowSeconds: 3_600 };

const CheckedFields = TaleInput.pick(
  Object.fromEntries(SUBMISSION_FIELDS.map((name) => [name, true])) as Record<(typeof SUBMISSION_FIELDS)[number], true>,
);

/** Whether a role may submit tales, or all readers may. */
export async function maySubmit(db: Db, role: string): Promise<boolean> {
  return can(role, 'submitTales') || (await readSiteSettings(db)).readers_may_submit;
}

/** @throws AppError 403 `submissions_closed` */
async function assertMaySubmit(db: Db, role: string): Promise<void> {
  if (await maySubmit(db, role)) return;
  throw new AppError(403, 'submissions_closed', 'Only contributors can submit tales. Ask an administrator of this site to become one.');
}

/** @throws AppError 429 `too_many` */
async function countAttempt(db: Db, key: string, limit: RateLimit): Promise<void> {
  const { isAllowed, retryAfterSeconds } = await consume(db, key, limit);
  if (!isAllowed) throw tooManyRequests(retryAfterSeconds);
}

/**
 * Returns the id of a new draft, with the text of a published tale to translate if given.
 * @throws AppError 403 `submissions_closed`, 404 `unknown_tale`, 409 `too_many_submissions`, 429 `too_many`
 */
export async function createSubmission(db: Db, caller: SessionUser, translate: string | undefined): Promise<string> {
  await assertMaySubmit(db, caller.role);
  if (translate !== undefined && !can(caller.role, 'translateTales'))
    throw new AppError(
      403,
      'submissions_closed',
      'Only translators can submit translations. Ask an administrator of this site to become one.',
    );
  await countAttempt(db, `write submission ${caller.id}`, WRITE_LIMIT);
  const { id: originalId, ...fields } =
    translate === undefined ? { id: null, ...EMPTY_SUBMISSION, author: caller.name } : await copyTale(db, translate, caller.name);
  return transact(db, async (trx) => {
    await lockUser(trx, caller.id);
    if (await hasTooMany(trx, caller.id)) throw tooManySubmissions();
    const { id } = await trx
      .insertInto('submissions')
      .values({ user_id: caller.id, fields: JSON.stringify(fields), original_tale_id: originalId })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });
}

function tooManySubmissions(): AppError {
  return new AppError(409, 'too_many_submissions', `You have ${MAX_OPEN} open submissions. Finish or delete one of them first.`);
}

const MAX_RETOLD_FROM = 500;
const COPIED_FIELDS = SUBMISSION_FIELDS.filter((name) => name !== 'translators');

/** Returns the fields of a published tale for its translation. The language is left to the translator. */
async function copyTale(db: Db, slug: string, translator: string): Promise<SubmissionFields & { id: string }> {
  const tale = await db
    .selectFrom('tales as t')
    .select(['t.id', ...COPIED_FIELDS.map((name) => `t.${name}` as const)])
    .where('t.slug', '=', slug)
    .where(isPublic)
    .executeTakeFirst();
  if (tale === undefined) throw notFound('There is no such published tale.', 'unknown_tale');
  const retold_from = `Translated from “${tale.title}”`.slice(0, MAX_RETOLD_FROM);
  return { ...(tale as unknown as SubmissionFields & { id: string }), language: '', retold_from, translators: [translator] };
}

type Save = { userId: string; id: string; read: string };

/** @throws AppError 404 `unknown_submission`, 409 `wrong_state`, 412 `changed_since`, 422 `invalid`, 429 `too_many` */
export async function saveFields(db: Db, { userId, id, read }: Save, given: Partial<SubmissionFields>): Promise<SavedSubmission> {
  await getSubmission(db, { id, userId });
  await countAttempt(db, `write submission ${userId}`, WRITE_LIMIT);
  const text = given.content === undefined ? undefined : contentColumns(given.content);
  if (text?.isTooDeep) throw invalid({ content: ['The text is nested too deeply'] });
  const change = { ...given, ...(text && { content: text.columns.content }) };
  return transact(db, async (trx) => {
    const { state, version, fields } = await getSubmission(trx, { id, userId, isLocked: true });
    if (!isEditable(state))
      throw new AppError(409, 'wrong_state', 'This submission cannot be edited while it is reviewed or after a decision.');
    assertIfMatch(read, version);
    const { updated_at } = await trx
      .updateTable('submissions')
      .set({ fields: JSON.stringify({ ...fields, ...change }), version: version + 1, updated_at: sql<Date>`now()` })
      .where('id', '=', id)
      .returning('updated_at')
      .executeTakeFirstOrThrow();
    return { version: version + 1, updated_at: updated_at.toISOString() };
  });
}

/** @throws AppError 403 `submissions_closed`, 404 `unknown_submission`, 409 `wrong_state`, 412 `changed_since`, 422 `invalid`, 429 `too_many` */
export async function submit({ db, publicUrl, renderEmail }: SubmissionDeps, caller: SessionUser, id: string, read: string): Promise<void> {
  const before = await getSubmission(db, { id, userId: caller.id });
  await assertMaySubmit(db, caller.role);
  assertIfMatch(read, before.version);
  assertChange(before, 'submitted');
  const submitted = await checkFields(db, before);
  await countAttempt(db, `submit tale ${caller.id}`, SUBMIT_LIMIT);
  const template = 'submission-received';
  const { title } = submitted.fields;
  const mail = await renderEmail({ kind: template, name: caller.name, title, link: publicUrl + urls.submissions(id) });
  await transact(db, async (trx) => {
    const submission = await getSubmission(trx, { id, userId: caller.id, isLocked: true });
    assertIfMatch(read, submission.version);
    await changeState(trx, submission, { to: 'submitted', actor: caller.id, submitted, mail: { ...mail, template } });
  });
}

/** Returns the fields as a tale has them. @throws AppError 422 `invalid` with messages by field */
async function checkFields(db: Db, { fields, original_tale_id }: StoredSubmission): Promise<{ fields: SubmissionFields; words: number }> {
  const parsed = CheckedFields.safeParse(fields);
  const problems = parsed.success ? {} : problemsByField(parsed.error);
  const { columns } = contentColumns(fields.content);
  if (isBlank(columns.content_text)) problems.content = ['Write the text of the tale'];
  const { publish_requires_source } = await readSiteSettings(db);
  for (const name of publish_requires_source ? listMissingToPublish(fields) : [])
    problems[name] ??= [definitionOf(name).requiredToPublish ?? ''];
  const original = (await findLinkedTales(db, [original_tale_id])).get(original_tale_id);
  if (original !== undefined && parsed.data?.language === original.language)
    problems.language = ['Choose the language of your translation, not that of the original'];
  if (!parsed.success || Object.keys(problems).length > 0) throw invalid(problems);
  return { fields: { ...fields, ...(parsed.data as Partial<SubmissionFields>), content: columns.content }, words: columns.words };
}

/** @throws AppError 404 `unknown_submission`, 409 `wrong_state` */
export async function deleteSubmission(db: Db, userId: string, id: string): Promise<void> {
  await transact(db, async (trx) => {
    const { state } = await getSubmission(trx, { id, userId, isLocked: true });
    if (!isDeletable(state)) throw new AppError(409, 'wrong_state', 'Withdraw this submission before you delete it.');
    await trx.deleteFrom('submissions').where('id', '=', id).execute();
  });
}
