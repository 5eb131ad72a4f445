/** The review queue: reviewers read submitted tales, comment on passages, and accept, return or decline them. */
import type { Context } from 'hono';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { SessionUser } from '#src/features/accounts/accounts.ts';
import { readCursor, writeCursor } from '#src/platform/db/cursor.ts';
import type { Db } from '#src/platform/db/db.ts';
import { paragraphField } from '#src/platform/fields.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import { etagOf, readIfMatch } from '#src/platform/http/if-match.ts';
import { ListCursor } from '#src/platform/http/list-query.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { isBlank } from '#src/platform/text.ts';
import { Review, ReviewPage, type ReviewRow, SimilarTales } from './contract.ts';
import { accept, addComment, decline, deleteComment, getForReview, mayReview, type ReviewDeps, requestChanges } from './reviews.ts';
import { findSimilar } from './similar-tales.ts';
import { MAX_NOTE_LENGTH, MAX_QUOTE_LENGTH, REVIEW_STATES } from './submission-fields.ts';
import { findLinkedTales, listComments } from './submission-rows.ts';

const PAGE_SIZE = 50;

const Id = z.strictObject({ id: z.uuid() });
const CommentId = z.strictObject({ id: z.uuid(), comment: z.uuid().describe('Id of the comment.') });
const QueueQuery = z.strictObject({
  state: z.enum(REVIEW_STATES, 'Unknown state.').default('submitted').describe('Only submissions in this state.'),
  after: ListCursor,
});
const Count = z.object({ new: z.int().describe('Submissions that wait for a decision.') }).meta({
  ...{ id: 'SubmissionCount', description: 'Number of submissions that wait for a decision.' },
});
const requiredText = (message: string) => paragraphField(MAX_NOTE_LENGTH).refine((text) => !isBlank(text), message);
const NewComment = z
  .strictObject({
    quote: paragraphField(MAX_QUOTE_LENGTH).default('').describe('A passage of the text; empty for the whole tale.'),
    prefix: z.string().max(MAX_QUOTE_LENGTH).default(''),
    suffix: z.string().max(MAX_QUOTE_LENGTH).default(''),
    text: requiredText('Write a comment.'),
  })
  .meta({ id: 'NewSubmissionComment', description: 'A comment. `prefix` and `suffix` tell equal passages apart.' });
const Acceptance = z.strictObject({
  category: z.string().max(200).describe('Slug of the category of the tale.'),
  publish: z.boolean().default(false).describe('Publishes the tale at once; otherwise it is a draft.'),
});
const ChangeRequest = z.strictObject({ note: paragraphField(MAX_NOTE_LENGTH).default('') });
const Reason = z.strictObject({ reason: requiredText('Give a reason.') });

const DECISION = { params: Id, response: Review, ifMatch: true };
const DECIDED = { 403: 'It is your own submission (`own_submission`)', 409: 'It does not wait for a decision (`wrong_state`)' };

/** Endpoints below /admin, for signed-in editors. */
export function submissionReviewEndpoints(deps: ReviewDeps): Endpoint<SessionUser>[] {
  return [...readingEndpoints(deps), ...decidingEndpoints(deps)];
}

function readingEndpoints({ db, texts }: ReviewDeps): Endpoint<SessionUser>[] {
  return [
    endpoint({
      ...{ id: 'listReviews', method: 'GET', path: '/submissions', summary: 'List submissions' },
      description: 'Submitted tales, the longest waiting first, 50 per page. Drafts and withdrawn submissions are not listed.',
      ...{ query: QueueQuery, response: ReviewPage },
      run: ({ query }) => listQueue(db, query),
    }),
    endpoint({
      ...{ id: 'countReviews', method: 'GET', path: '/submissions/count', summary: 'Count waiting submissions', response: Count },
      description: 'The number of submissions that wait for a decision.',
      run: async () => {
        const query = db.selectFrom('submissions').select(({ fn }) => fn.countAll<number>().as('count'));
        return { new: Number((await query.where('state', '=', 'submitted').executeTakeFirstOrThrow()).count) };
      },
    }),
    endpoint({
      ...{
        id: 'getReview',
        method: 'GET',
        path: '/submissions/{id}',
        summary: 'Get a submission for review',
        params: Id,
        response: Review,
      },
      description: 'The version that was submitted last, with the comments of all versions.',
      run: ({ c, caller, params }) => show(c, db, caller, params.id),
    }),
    endpoint({
      ...{ id: 'findSimilarTales', method: 'GET', path: '/submissions/{id}/similar', summary: 'Find similar tales', params: Id },
      description: 'Tales of this site with nearly the same text or a similar title, drafts included.',
      response: SimilarTales,
      run: async ({ params }) => ({ tales: await findSimilar(db, texts, await getForReview(db, params.id)) }),
    }),
    endpoint({
      ...{ id: 'addSubmissionComment', method: 'POST', path: '/submissions/{id}/comments', summary: 'Comment on a submission' },
      description: 'Adds a comment on a passage or on the whole tale. The author sees it with the next decision.',
      ...{ params: Id, body: NewComment, response: Review, status: 201, errors: DECIDED },
      run: async ({ c, caller, params, body }) => {
        await addComment(db, caller, params.id, body);
        return show(c, db, caller, params.id);
      },
    }),
    endpoint({
      ...{ method: 'DELETE', path: '/submissions/{id}/comments/{comment}', id: 'deleteSubmissionComment', summary: 'Delete a comment' },
      description: 'Deletes one of your comments that the author has not seen yet.',
      ...{ params: CommentId, response: Review },
      run: async ({ c, caller, params }) => {
        await deleteComment(db, caller, params.id, params.comment);
        return show(c, db, caller, params.id);
      },
    }),
  ];
}

function decidingEndpoints(deps: ReviewDeps): Endpoint<SessionUser>[] {
  const { db } = deps;
  return [
    endpoint({
      ...{ id: 'acceptSubmission', method: 'POST', path: '/submissions/{id}/accept', summary: 'Accept a submission', ...DECISION },
      description: 'Creates a tale from the submission, as a draft or published, and tells the author by email.',
      ...{ body: Acceptance, errors: { ...DECIDED, 422: 'The tale cannot be created or published, with messages by field' } },
      run: async ({ c, caller, params, body }) => {
        await accept(deps, { caller, id: params.id, read: readIfMatch(c), ...body });
        return show(c, db, caller, params.id);
      },
    }),
    endpoint({
      ...{ id: 'requestChanges', method: 'POST', path: '/submissions/{id}/request-changes', summary: 'Request changes', ...DECISION },
      description: 'Returns the tale to its author with the comments, by email. Needs a note or at least one new comment.',
      ...{ body: ChangeRequest, errors: DECIDED },
      run: async ({ c, caller, params, body }) => {
        await requestChanges(deps, { caller, id: params.id, read: readIfMatch(c), note: body.note });
        return show(c, db, caller, params.id);
      },
    }),
    endpoint({
      ...{ id: 'declineSubmission', method: 'POST', path: '/submissions/{id}/decline', summary: 'Decline a submission', ...DECISION },
      description: 'Declines the tale and sends the reason to its author by email.',
      ...{ body: Reason, errors: DECIDED },
      run: async ({ c, caller, params, body }) => {
        await decline(deps, { caller, id: params.id, read: readIfMatch(c), note: body.reason });
        return show(c, db, caller, params.id);
      },
    }),
  ];
}

type QueueRow = Omit<ReviewRow, 'submitted_at'> & { submitted_at: Date; key: string };

async function listQueue(db: Db, { state, after }: z.output<typeof QueueQuery>): Promise<ReviewPage> {
  const { rows } = await sql<QueueRow>`
    select s.id, v.fields ->> 'title' as title, v.fields ->> 'author' as author, u.name as by, v.fields ->> 'language' as language, s.state,
      s.original_tale_id is not null as is_translation, s.round, v.words, s.submitted_at,
      to_char(s.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as key
    from submissions s join submission_versions v on v.submission_id = s.id and v.number = s.round left join users u on u.id = s.user_id
    where s.state = ${state} and s.submitted_at is not null and ${afterCursor(after)}
    order by s.submitted_at, s.id limit ${PAGE_SIZE + 1}`.execute(db);
  const last = rows[PAGE_SIZE - 1];
  return {
    submissions: rows.slice(0, PAGE_SIZE).map(({ key: _, ...row }) => ({ ...row, submitted_at: row.submitted_at.toISOString() })),
    next: rows.length > PAGE_SIZE && last ? writeCursor({ key: last.key, id: last.id }) : null,
  };
}

function afterCursor(after: string): RawBuilder<boolean> {
  if (after === '') return sql`true`;
  const { key, id } = readCursor(after, 'time');
  return sql`(s.submitted_at, s.id) > (${key}::timestamptz, ${id}::uuid)`;
}

/** Returns a submission for reviewers, and sets its ETag. */
async function show(c: Context<AppEnv>, db: Db, caller: SessionUser, id: string): Promise<Review> {
  const submission = await getForReview(db, id);
  const { state, version, round, submitted, words, note, original_tale_id, tale_id, by, decided_by } = submission;
  const tales = await findLinkedTales(db, [original_tale_id, tale_id]);
  const earlier = await db
    .selectFrom('submission_versions')
    .select(['number', 'submitted_at', sql<string>`fields ->> 'content'`.as('content')])
    .where('submission_id', '=', id)
    .where('number', '<', round)
    .orderBy('number')
    .execute();
  c.header('ETag', etagOf(version));
  return {
    ...{ id, title: submitted.title, author: submitted.author, language: submitted.language, by, decided_by },
    ...{ version, round, words, note, fields: submitted, state: state as Review['state'] },
    is_translation: original_tale_id !== null,
    submitted_at: submission.submitted_at?.toISOString() ?? '',
    decided_at: submission.decided_at?.toISOString() ?? null,
    comments: await listComments(db, submission, caller.id),
    earlier: earlier.map((each) => ({ ...each, submitted_at: each.submitted_at.toISOString() })),
    original: tales.get(original_tale_id) ?? null,
    tale: tales.get(tale_id) ?? null,
    category: await findCategory(db, original_tale_id),
    may_review: mayReview(submission, caller),
  };
}

async function findCategory(db: Db, taleId: string | null): Promise<string> {
  const query = db.selectFrom('tales as t').innerJoin('categories as c', 'c.id', 't.category_id').select('c.slug');
  return (await query.where('t.id', '=', taleId).executeTakeFirst())?.slug ?? '';
}
