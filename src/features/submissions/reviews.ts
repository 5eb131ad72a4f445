/** What reviewers do with a submission. Each action and its audit log entry are one transaction. */
import { sql } from 'kysely';
import type { SubmissionEmailData } from '#src/emails/emails.ts';
import type { SessionUser } from '#src/features/accounts/accounts.ts';
import { htmlToText } from '#src/features/tale-html/plain-text.ts';
import { COLUMN_NAMES } from '#src/features/tales/field-values.ts';
import { createTale, type PublishCheck } from '#src/features/tales/tales.ts';
import { can } from '#src/permissions.ts';
import { auditPart } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError } from '#src/platform/errors.ts';
import { assertIfMatch } from '#src/platform/http/if-match.ts';
import { invalid } from '#src/platform/http/read-body.ts';
import { urls } from '#src/urls.ts';
import { assertChange, changeState } from './change-state.ts';
import type { SubmissionDeps } from './own-submissions.ts';
import type { TextComparison } from './similar-tales.ts';
import { CONTEXT_LENGTH, REVIEW_STATES, SUBMISSION_FIELDS, type SubmissionFields, withoutSpaces } from './submission-fields.ts';
import { getSubmission, type StoredSubmission, unknownSubmission } from './submission-rows.ts';

export type ReviewDeps = SubmissionDeps & { publishCheck: PublishCheck; texts: TextComparison };

/** A submission with a submitted version. */
export type Submitted = StoredSubmission & { submitted: SubmissionFields };

const MAX_COMMENTS = 200;

/**
 * Returns a submission that reviewers may see, with a submitted version.
 * @throws AppError 404 `unknown_submission`
 */
export async function getForReview(db: Db, id: string, isLocked = false): Promise<Submitted> {
  const submission = await getSubmission(db, { id, isLocked });
  if (!isReviewed(submission)) throw unknownSubmission();
  return submission;
}

function isReviewed(submission: StoredSubmission): submission is Submitted {
  return submission.submitted !== null && REVIEW_STATES.some((state) => state === submission.state);
}

/** Whether a user may review it: not their own, unless they are an administrator. */
export function mayReview({ user_id }: StoredSubmission, { id, role }: SessionUser): boolean {
  return user_id !== id || can(role, 'manageSite');
}

/** @throws AppError 404 `unknown_submission`, 403 `own_submission` */
async function lockForReview(trx: Db, caller: SessionUser, id: string): Promise<Submitted> {
  const submission = await getForReview(trx, id, true);
  assertReviewer(submission, caller);
  return submission;
}

function assertReviewer(submission: StoredSubmission, caller: SessionUser): void {
  if (!mayReview(submission, caller)) throw new AppError(403, 'own_submission', 'You wrote this tale. Another editor has to review it.');
}

type NewComment = { quote: string; prefix: string; suffix: string; text: string };

/**
 * Adds a comment on the version under review. It changes the version, so that another reviewer does not decide without having seen it.
 * @throws AppError 409 `wrong_state`, 422 `invalid` for a passage that is not in the text
 */
export async function addComment(db: Db, caller: SessionUser, id: string, { quote, prefix, suffix, text }: NewComment): Promise<void> {
  await transact(db, async (trx) => {
    const submission = await lockForReview(trx, caller, id);
    assertChange(submission, 'changes_requested');
    const isThere = withoutSpaces(htmlToText(submission.submitted.content)).includes(withoutSpaces(quote));
    if (!isThere) throw invalid({ quote: ['This passage is not in the text. Copy it from the preview.'] });
    const { count } = await trx
      .selectFrom('submission_comments')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('submission_id', '=', id)
      .executeTakeFirstOrThrow();
    if (Number(count) >= MAX_COMMENTS) throw new AppError(409, 'too_many_comments', `A submission has at most ${MAX_COMMENTS} comments.`);
    const around = { prefix: clean(prefix).slice(-CONTEXT_LENGTH), suffix: clean(suffix).slice(0, CONTEXT_LENGTH) };
    await trx
      .insertInto('submission_comments')
      .values({ submission_id: id, number: submission.round, quote, ...around, text, created_by: caller.id })
      .execute();
    await touch(trx, submission);
  });
}

/** Text around a passage only helps to find it, so what cannot be stored is dropped. */
function clean(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}

/** @throws AppError 404 `unknown_submission` for a comment of somebody else, or one that the author has seen */
export async function deleteComment(db: Db, caller: SessionUser, id: string, comment: string): Promise<void> {
  await transact(db, async (trx) => {
    const submission = await lockForReview(trx, caller, id);
    const { numDeletedRows } = await trx
      .deleteFrom('submission_comments')
      .where('id', '=', comment)
      .where('submission_id', '=', id)
      .where('created_by', '=', caller.id)
      .where(isPending(submission))
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) throw unknownSubmission();
    await touch(trx, submission);
  });
}

/** Comments that the author has not seen yet. */
function isPending({ decided_at }: StoredSubmission) {
  return sql<boolean>`created_at > coalesce(${decided_at}::timestamptz, '-infinity')`;
}

async function touch(trx: Db, { id, version }: StoredSubmission): Promise<void> {
  await trx
    .updateTable('submissions')
    .set({ version: version + 1 })
    .where('id', '=', id)
    .execute();
}

type Decision = { caller: SessionUser; id: string; read: string; note: string };

/**
 * Returns the tale to its author with a note and the comments.
 * @throws AppError 403 `own_submission`, 409 `wrong_state`, 412 `changed_since`, 422 `invalid` without a note and comments
 */
export async function requestChanges(deps: ReviewDeps, { caller, id, read, note }: Decision): Promise<void> {
  const submission = await getForReview(deps.db, id);
  assertReviewer(submission, caller);
  assertIfMatch(read, submission.version);
  assertChange(submission, 'changes_requested');
  const comments = await deps.db
    .selectFrom('submission_comments')
    .select(['quote', 'text'])
    .where('submission_id', '=', id)
    .where(isPending(submission))
    .orderBy('id')
    .execute();
  if (note === '' && comments.length === 0) throw invalid({ note: ['Write a note or at least one comment.'] });
  const mail = await render(deps, submission, { kind: 'submission-changes', note, comments });
  await decide(deps, { caller, id, read, note }, { to: 'changes_requested', mail });
}

/** @throws AppError 403 `own_submission`, 409 `wrong_state`, 412 `changed_since` */
export async function decline(deps: ReviewDeps, { caller, id, read, note }: Decision): Promise<void> {
  const submission = await getForReview(deps.db, id);
  assertReviewer(submission, caller);
  const mail = await render(deps, submission, { kind: 'submission-declined', reason: note });
  await decide(deps, { caller, id, read, note }, { to: 'declined', mail });
}

type Part<Data> = Data extends unknown ? Omit<Data, 'name' | 'title' | 'link'> : never;
type Mail = Awaited<ReturnType<typeof render>>;

async function render({ renderEmail, publicUrl }: SubmissionDeps, submission: Submitted, data: Part<SubmissionEmailData>, path?: string) {
  const { id, by, submitted } = submission;
  const common = { name: by ?? '', title: submitted.title, link: publicUrl + (path ?? urls.submissions(id)) };
  return { template: data.kind, ...(await renderEmail({ ...common, ...data })) };
}

async function decide(
  { db }: ReviewDeps,
  { caller, id, read, note }: Decision,
  change: { to: 'changes_requested' | 'declined'; mail: Mail },
) {
  await transact(db, async (trx) => {
    const submission = await lockForReview(trx, caller, id);
    assertIfMatch(read, submission.version);
    await changeState(trx, submission, { ...change, actor: caller.id, note });
  });
}

type Acceptance = Omit<Decision, 'note'> & { category: string; publish: boolean };

/**
 * Creates a tale from the submission, credited to the author it names.
 * @throws AppError 403 `own_submission`, 409 `wrong_state`, 412 `changed_since`, 422 `invalid` with the fields that prevent it
 */
export async function accept(deps: ReviewDeps, { caller, id, read, category, publish }: Acceptance): Promise<void> {
  const { db, publishCheck } = deps;
  const before = await getForReview(db, id);
  assertReviewer(before, caller);
  const accepted = await render(deps, before, { kind: 'submission-accepted', isPublished: false });
  await transact(db, async (trx) => {
    const submission = await lockForReview(trx, caller, id);
    assertIfMatch(read, submission.version);
    assertChange(submission, 'accepted');
    const { submitted, original_tale_id } = submission;
    const fields = { ...(await readOriginal(trx, original_tale_id)), ...submitted, category, status: publish ? 'published' : 'draft' };
    const outcome = await createTale(trx, fields, {
      ...{ editor: caller.id, judge: publishCheck, textLater: true },
      beside: (tale) =>
        auditPart({ actor: caller.id, action: 'tale.created', subject: { kind: 'tale', id: tale.id }, details: { title: tale.title } }),
    });
    if (outcome.outcome === 'invalid') throw invalid(outcome.problems);
    const { tale } = outcome;
    // The address is known only now; the template is loaded already.
    const mail = publish
      ? await render(deps, submission, { kind: 'submission-accepted', isPublished: true }, urls.tale(tale.slug))
      : accepted;
    await changeState(trx, submission, { to: 'accepted', actor: caller.id, taleId: tale.id, mail });
  });
}

/** Fields of the original that authors do not see, for its translation. */
const FROM_ORIGINAL = COLUMN_NAMES.filter(
  (name) => !SUBMISSION_FIELDS.some((own) => own === name) && name !== 'status' && name !== 'publish_date' && name !== 'read_time',
);

async function readOriginal(trx: Db, id: string | null): Promise<object> {
  if (id === null) return {};
  return (await trx.selectFrom('tales').select(FROM_ORIGINAL).where('id', '=', id).executeTakeFirst()) ?? {};
}
