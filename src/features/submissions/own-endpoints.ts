/** The submissions of the signed-in user: write, submit, withdraw and delete. Others' submissions are 404. */
import type { Context } from 'hono';
import { sql } from 'kysely';
import { z } from 'zod';
import type { SessionUser } from '#src/features/accounts/accounts.ts';
import { Slug } from '#src/features/tales/contract.ts';
import { isListName } from '#src/features/tales/field-values.ts';
import { TaleInput } from '#src/features/tales/tales.ts';
import { can } from '#src/permissions.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import { assertIfMatch, etagOf, readIfMatch } from '#src/platform/http/if-match.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { urls } from '#src/urls.ts';
import { changeState } from './change-state.ts';
import { OwnSubmissions, SavedSubmission, Submission } from './contract.ts';
import { createSubmission, deleteSubmission, maySubmit, type SubmissionDeps, saveFields, submit } from './own-submissions.ts';
import { MAX_OPEN, SUBMISSION_FIELDS, type SubmissionFields, type SubmissionState } from './submission-fields.ts';
import { findLinkedTales, getSubmission, listComments, unknownSubmission } from './submission-rows.ts';

const MAX_TEXT = 10_000;
const MAX_ITEMS = 100;

/** A field as typed, which may be incomplete or invalid. Characters that cannot be stored are dropped. */
const Typed = z
  .string()
  .max(MAX_TEXT)
  .transform((text) => text.toWellFormed().replaceAll('\0', ''));
const typedShape = Object.fromEntries(
  SUBMISSION_FIELDS.map((name) => [name, isListName(name) ? z.array(Typed).max(MAX_ITEMS).optional() : Typed.optional()]),
);
const SubmissionInput = z
  .strictObject({ ...typedShape, content: TaleInput.shape.content })
  .meta({ id: 'SubmissionInput', description: 'Changed fields as typed; they are checked when the tale is submitted.' });

const NewSubmission = z
  .strictObject({ translate: Slug.optional().describe('The published tale to translate.') })
  .meta({ id: 'NewSubmission', description: 'A new submission.' });
const Id = z.strictObject({ id: z.uuid() });
const CommentId = z.strictObject({ id: z.uuid(), comment: z.uuid().describe('Id of the comment.') });
const Resolved = z.strictObject({ resolved: z.boolean() });

const CLOSED = 'You may not submit tales (`submissions_closed`)';

/** Endpoints below /account, for the signed-in user. */
export function ownSubmissionEndpoints(deps: SubmissionDeps): Endpoint<SessionUser>[] {
  const { db } = deps;
  const one = { params: Id, response: Submission };
  return [
    endpoint({
      ...{ id: 'listSubmissions', method: 'GET', path: '/account/submissions', summary: 'List your submissions' },
      description: 'Tales that you write or have submitted for review.',
      response: OwnSubmissions,
      run: ({ caller }) => listSubmissions(db, caller),
    }),
    endpoint({
      ...{ id: 'createSubmission', method: 'POST', path: '/account/submissions', summary: 'Start a submission' },
      description: `Creates a draft, empty or with the text of a published tale to translate. At most ${MAX_OPEN} submissions are open.`,
      ...{ body: NewSubmission, response: Submission, status: 201 },
      errors: { 403: CLOSED, 404: 'There is no such published tale', 409: 'Too many open submissions', 429: 'Too many requests' },
      run: async ({ c, caller, body }) => {
        const id = await createSubmission(db, caller, body.translate);
        c.header('Location', urls.api(`/account/submissions/${id}`));
        return show(c, db, caller, id);
      },
    }),
    endpoint({
      ...{ id: 'getSubmission', method: 'GET', path: '/account/submissions/{id}', summary: 'Get a submission', ...one },
      description: 'One of your submissions with its text and the comments of reviewers.',
      run: ({ c, caller, params }) => show(c, db, caller, params.id),
    }),
    endpoint({
      ...{ id: 'saveSubmission', method: 'PATCH', path: '/account/submissions/{id}', summary: 'Save a submission' },
      description: 'Changes the given fields. Unsupported HTML is removed from the text.',
      ...{ params: Id, body: SubmissionInput, response: SavedSubmission, ifMatch: true },
      errors: { 409: 'It cannot be edited in its state (`wrong_state`)', 429: 'Too many requests' },
      run: async ({ c, caller, params, body }) => {
        const saved = await saveFields(db, { userId: caller.id, id: params.id, read: readIfMatch(c) }, body as Partial<SubmissionFields>);
        c.header('ETag', etagOf(saved.version));
        return saved;
      },
    }),
    endpoint({
      ...{ id: 'submitSubmission', method: 'POST', path: '/account/submissions/{id}/submit', summary: 'Submit a tale', ...one },
      description: 'Checks the saved fields and submits them for review.',
      ifMatch: true,
      errors: { 403: CLOSED, 409: 'It is being reviewed or decided', 422: 'Fields are invalid', 429: 'More than 10 in an hour' },
      run: async ({ c, caller, params }) => {
        await submit(deps, caller, params.id, readIfMatch(c));
        return show(c, db, caller, params.id);
      },
    }),
    endpoint({
      ...{ id: 'withdrawSubmission', method: 'POST', path: '/account/submissions/{id}/withdraw', summary: 'Withdraw a submission', ...one },
      description: 'Takes a submitted tale back. You can edit it and submit it again.',
      ...{ ifMatch: true, errors: { 409: 'It is not under review' } },
      run: async ({ c, caller, params }) => {
        const read = readIfMatch(c);
        await transact(db, async (trx) => {
          const submission = await getSubmission(trx, { id: params.id, userId: caller.id, isLocked: true });
          assertIfMatch(read, submission.version);
          await changeState(trx, submission, { to: 'withdrawn', actor: caller.id });
        });
        return show(c, db, caller, params.id);
      },
    }),
    endpoint({
      ...{ id: 'deleteSubmission', method: 'DELETE', path: '/account/submissions/{id}', summary: 'Delete a submission' },
      description: 'Deletes a draft, or a withdrawn or declined submission, with its history.',
      ...{ params: Id, errors: { 409: 'Withdraw it first (`wrong_state`)' } },
      run: async ({ caller, params }) => {
        await deleteSubmission(db, caller.id, params.id);
        return undefined;
      },
    }),
    endpoint({
      ...{ method: 'PUT', path: '/account/submissions/{id}/comments/{comment}', id: 'resolveComment', summary: 'Resolve a comment' },
      description: 'Marks a comment of a reviewer as done, or not.',
      ...{ params: CommentId, body: Resolved },
      run: async ({ caller, params, body }) => {
        await getSubmission(db, { id: params.id, userId: caller.id });
        const { numUpdatedRows } = await db
          .updateTable('submission_comments')
          .set({ resolved_at: body.resolved ? sql<Date>`now()` : null })
          .where('id', '=', params.comment)
          .where('submission_id', '=', params.id)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) throw unknownSubmission();
        return undefined;
      },
    }),
  ];
}

async function listSubmissions(db: Db, { id, role }: SessionUser): Promise<OwnSubmissions> {
  const rows = await db
    .selectFrom('submissions')
    .select(['id', 'state', 'updated_at', 'submitted_at', 'original_tale_id'])
    .select([sql<string>`fields ->> 'title'`.as('title'), sql<string>`fields ->> 'language'`.as('language')])
    .where('user_id', '=', id)
    .orderBy('updated_at', 'desc')
    .execute();
  return { submissions: rows.map((row) => toRow(row)), may_submit: await maySubmit(db, role), may_translate: can(role, 'translateTales') };
}

type RowColumns = { id: string; state: string; updated_at: Date; submitted_at: Date | null; original_tale_id: string | null };

function toRow({ id, state, updated_at, submitted_at, original_tale_id, ...rest }: RowColumns & { title: string; language: string }) {
  return {
    ...{ id, title: rest.title, language: rest.language, state: state as SubmissionState, is_translation: original_tale_id !== null },
    updated_at: updated_at.toISOString(),
    submitted_at: submitted_at?.toISOString() ?? null,
  };
}

/** Returns a submission for its author, without comments that the reviewer has not released yet, and sets its ETag. */
async function show(c: Context<AppEnv>, db: Db, { id: userId }: SessionUser, id: string): Promise<Submission> {
  const submission = await getSubmission(db, { id, userId });
  const { version, round, fields, submitted, note, decided_at, original_tale_id, tale_id } = submission;
  const tales = await findLinkedTales(db, [original_tale_id, tale_id]);
  const comments = await listComments(db, submission, userId);
  c.header('ETag', etagOf(version));
  return {
    ...toRow({ ...submission, title: fields.title, language: fields.language }),
    ...{ version, round, fields, note },
    submitted_content: submitted?.content ?? '',
    decided_at: decided_at?.toISOString() ?? null,
    comments: comments.filter(({ is_pending }) => !is_pending),
    original: tales.get(original_tale_id) ?? null,
    tale: tales.get(tale_id) ?? null,
  };
}
