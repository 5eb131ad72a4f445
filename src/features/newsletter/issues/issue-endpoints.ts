/** The newsletter API of editors, below /api/v1/admin. */
import type { Context } from 'hono';
import { z } from 'zod';
import type { Editor } from '#src/features/accounts/accounts.ts';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError, notFound } from '#src/platform/errors.ts';
import { lineField, paragraphField, required } from '#src/platform/fields.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import { etagOf, readIfMatch } from '#src/platform/http/if-match.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { listSubscriberHistory } from '../recipients.ts';
import { retryDeliveries } from '../sending/delivery-queue.ts';
import { MAX_PARTS } from './components/issue-text.ts';
import {
  IssuePartKind,
  IssueRows,
  ManagedIssue,
  NewsletterOverview,
  Schedule,
  SUBSCRIBER_PERIODS,
  SubscriberHistory,
  type SubscriberPeriod,
} from './contract.ts';
import { changeIssue, prepareNow, recomposeIssue, renderPreview, saveSchedule, sendNow, sendTestEmail, skipDraft } from './edit-issue.ts';
import { getManagedIssue, getNewsletterOverview, listIssues } from './managed-issues.ts';
import { ScheduleInput } from './schedule.ts';
import type { RenderTools } from './start-sending.ts';

export type IssueDeps = RenderTools & { db: Db; hasMailServer: boolean };

const IssueParams = z.strictObject({ id: z.uuid() });
const CONFLICTS = { 409: 'The issue has been sent or skipped' };
const PreviewQuery = z.strictObject({
  form: z.enum(['html', 'text']).default('html').describe('HTML or text part of the email.'),
  theme: z.enum(['paper', 'night']).optional().describe('Colour scheme; by default that of your device.'),
});

/** An email may use its inline styles, but not run, load or submit anything. Only our own pages may frame it. */
const PREVIEW_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox",
  'X-Frame-Options': 'SAMEORIGIN',
  'Cache-Control': 'no-store',
};
const DARK_MEDIA_QUERY = '@media (prefers-color-scheme: dark)';

export function issueEndpoints(deps: IssueDeps): Endpoint<Editor>[] {
  return [...overviewEndpoints(deps), ...draftEndpoints(deps), ...deliveryEndpoints(deps), ...retryEndpoints(deps)];
}

function overviewEndpoints({ db, hasMailServer }: IssueDeps): Endpoint<Editor>[] {
  return [
    endpoint({
      ...{
        id: 'getNewsletter',
        method: 'GET',
        path: '/newsletter',
        summary: 'Get the newsletter',
        description: 'The schedule and the issue in preparation. An unedited draft is composed again with the latest tales.',
      },
      response: NewsletterOverview,
      run: () => getNewsletterOverview(db, { hasMailServer }),
    }),
    endpoint({
      ...{ id: 'listSubscriberHistory', method: 'GET', path: '/newsletter/subscribers', summary: 'Get subscribers over time' },
      description: 'The number of confirmed subscribers: of each day of the last 90 days, or of each week of the last 365.',
      query: z.strictObject({ days: z.enum(Object.keys(SUBSCRIBER_PERIODS)).default('90').describe('Length of the period in days.') }),
      response: SubscriberHistory,
      run: ({ query }) => listSubscriberHistory(db, Number(query.days) as SubscriberPeriod),
    }),
    endpoint({
      ...{
        id: 'updateNewsletterSchedule',
        method: 'PUT',
        path: '/newsletter/schedule',
        summary: 'Update the newsletter schedule',
        description: 'Changes when issues are sent. `If-Match` names the `tag` of the schedule.',
      },
      ...{ body: ScheduleInput, response: Schedule, ifMatch: true },
      run: async ({ c, caller, body }) => {
        const schedule = await saveSchedule(db, caller.id, readIfMatch(c), body);
        c.header('ETag', etagOf(schedule.tag));
        return schedule;
      },
    }),
    endpoint({
      ...{
        id: 'listManagedIssues',
        method: 'GET',
        path: '/newsletter/issues',
        summary: 'List sent and skipped issues',
        description: 'Issues that were sent or skipped, newest first, 10 per page, with their deliveries.',
      },
      ...{ query: IssueQuery, response: IssueRows },
      run: ({ query }) => listIssues(db, query.after),
    }),
    endpoint({
      ...{
        id: 'createIssue',
        method: 'POST',
        path: '/newsletter/issues',
        summary: 'Create the next issue',
        description: 'Prepares the next issue now instead of on schedule.',
        response: ManagedIssue,
        status: 201,
      },
      errors: { 409: 'There is already an issue in preparation' },
      run: async ({ c, caller }) => withVersion(c, await prepareNow(db, caller.id)),
    }),
  ];
}

function draftEndpoints({ db }: IssueDeps): Endpoint<Editor>[] {
  return [
    endpoint({
      ...{
        id: 'getManagedIssue',
        method: 'GET',
        path: '/newsletter/issues/{id}',
        summary: 'Get an issue for editing',
        description: 'One issue. Send its `ETag` back as `If-Match` to change it.',
        params: IssueParams,
        response: ManagedIssue,
      },
      run: async ({ c, params }) => withVersion(c, await getManagedIssue(db, params.id)),
    }),
    endpoint({
      ...{
        id: 'updateIssue',
        method: 'PATCH',
        path: '/newsletter/issues/{id}',
        summary: 'Update an issue',
        description: 'Changes subject, opening, tales or send time of an issue that has not been sent.',
      },
      ...{ params: IssueParams, body: IssueChange, response: ManagedIssue, ifMatch: true, errors: CONFLICTS },
      run: async ({ c, caller, params, body }) => withVersion(c, await changeIssue(db, caller.id, params.id, readIfMatch(c), body)),
    }),
    endpoint({
      ...{
        id: 'composeIssue',
        method: 'POST',
        path: '/newsletter/issues/{id}/compose',
        summary: 'Compose an issue again',
        description: 'Composes an issue from the latest tales and discards the changes of editors.',
      },
      ...{ params: IssueParams, response: ManagedIssue, ifMatch: true, errors: CONFLICTS },
      run: async ({ c, caller, params }) => withVersion(c, await recomposeIssue(db, caller.id, params.id, readIfMatch(c))),
    }),
    endpoint({
      ...{
        id: 'skipIssue',
        method: 'POST',
        path: '/newsletter/issues/{id}/skip',
        summary: 'Skip an issue',
        description: 'Marks an issue as skipped; nothing is sent.',
        params: IssueParams,
      },
      ...{ ifMatch: true, errors: CONFLICTS },
      run: async ({ c, caller, params }) => {
        await skipDraft(db, caller.id, params.id, readIfMatch(c));
        return undefined;
      },
    }),
  ];
}

function deliveryEndpoints({ db, hasMailServer, ...tools }: IssueDeps): Endpoint<Editor>[] {
  const requireMailServer = () => {
    if (!hasMailServer) throw new AppError(409, 'no_mail_server', 'No mail server is configured (SMTP_URL), so nothing can be sent.');
  };
  return [
    endpoint({
      ...{
        id: 'previewIssue',
        method: 'GET',
        path: '/newsletter/issues/{id}/preview',
        summary: 'Preview an issue',
        description: 'The email as its readers receive it. Personal links do nothing.',
      },
      ...{ params: IssueParams, query: PreviewQuery, responseType: 'text/html' },
      run: async ({ c, params, query }) => {
        const { html, text } = await renderPreview(db, params.id, tools);
        if (query.form === 'text') return c.text(text, 200, PREVIEW_HEADERS);
        const media = query.theme === 'night' ? '@media all' : query.theme === 'paper' ? '@media not all' : DARK_MEDIA_QUERY;
        return c.html(html.replaceAll(DARK_MEDIA_QUERY, media), 200, PREVIEW_HEADERS);
      },
    }),
    endpoint({
      ...{
        id: 'sendTestIssue',
        method: 'POST',
        path: '/newsletter/issues/{id}/test',
        summary: 'Send a test issue',
        description: 'Sends the issue to your own email address.',
      },
      ...{
        params: IssueParams,
        response: z.object({ to: z.string() }),
        status: 202,
        errors: { 409: 'No mail server is configured, or you have no email address' },
      },
      run: async ({ caller, params }) => {
        requireMailServer();
        return { to: await sendTestEmail(db, caller.id, params.id, tools) };
      },
    }),
    endpoint({
      ...{
        id: 'sendIssue',
        method: 'POST',
        path: '/newsletter/issues/{id}/send',
        summary: 'Send an issue now',
        description: 'Starts sending the issue to its subscribers.',
        params: IssueParams,
      },
      ...{ response: z.object({ readers: z.int() }), status: 202, ifMatch: true, errors: CONFLICTS },
      run: async ({ c, caller, params }) => {
        requireMailServer();
        return { readers: await sendNow(db, caller.id, params.id, readIfMatch(c), tools) };
      },
    }),
  ];
}

function withVersion(c: Context<AppEnv>, issue: ManagedIssue): ManagedIssue {
  c.header('ETag', etagOf(issue.version));
  return issue;
}

const PartInput = z.strictObject({ kind: IssuePartKind, taleId: z.uuid('Unknown tale'), note: paragraphField(500).default('') });

/** A change of a draft; omitted fields keep their value. */
export const IssueChange = z
  .strictObject({
    subject: required('A subject is required', 150),
    opening: paragraphField(2_000),
    send_at: z.iso.datetime({ offset: true, error: 'Choose a day and a time' }).transform((text) => new Date(text)),
    parts: z
      .array(PartInput)
      .max(MAX_PARTS, `Must be ${MAX_PARTS} tales or fewer`)
      .refine((parts) => new Set(parts.map(({ taleId }) => taleId)).size === parts.length, 'Each tale can be included once'),
  })
  .partial()
  .meta({ id: 'IssueChange', description: 'Changed fields of an issue; fields that are left out stay as they are.' });
export type IssueChange = z.infer<typeof IssueChange>;

const IssueQuery = z.strictObject({ after: lineField(400).default('') });

const RetryParams = z.strictObject({ id: z.uuid().toLowerCase() });
const RetryResult = z.strictObject({ queued: z.int() });

function retryEndpoints({ db }: { db: Db }): Endpoint<Editor>[] {
  return [
    endpoint({
      id: 'retryIssueDeliveries',
      method: 'POST',
      path: '/newsletter/issues/{id}/retry',
      summary: 'Retry failed deliveries of an issue',
      description: 'Queues the failed deliveries of a sent issue again, for those who are still subscribed.',
      params: RetryParams,
      response: RetryResult,
      errors: { 404: 'There is no such issue, or it has not been sent', 409: 'No delivery has failed' },
      run: async ({ caller, params }) => ({ queued: await retryFailed(db, caller, params.id) }),
    }),
  ];
}

async function retryFailed(db: Db, caller: Editor, id: string): Promise<number> {
  return transact(db, async (trx) => {
    // The lock serialises concurrent requests: the second one finds nothing to requeue.
    const issue = await trx
      .selectFrom('newsletter_issues')
      .select('issue_date')
      .where('id', '=', id)
      .where('status', 'in', ['sending', 'sent'])
      .forUpdate()
      .executeTakeFirst();
    if (issue === undefined) throw notFound('This issue does not exist or was not sent.', 'unknown_letter');
    const queued = await retryDeliveries(trx, id);
    if (queued === 0)
      throw new AppError(409, 'nothing_failed', 'No emails of this issue failed, or their recipients are no longer subscribed.');
    const details = { day: issue.issue_date, queued };
    await audit(trx, { actor: caller.id, action: 'letter.retried', subject: { kind: 'letter', id }, details });
    return queued;
  });
}
