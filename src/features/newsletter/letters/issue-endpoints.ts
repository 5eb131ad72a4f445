/** The weekly letter at its desk, below /api/v1/admin. */
import type { Context } from 'hono';
import { z } from 'zod';
import type { Editor } from '#src/features/accounts/accounts.ts';
import type { Db } from '#src/platform/db/db.ts';
import { AppError } from '#src/platform/errors.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { etagOf, readIfMatch } from '#src/platform/http/if-match.ts';
import { IssueRows, ManagedIssue, NewsletterDesk, Schedule } from './contract.ts';
import { changeIssue, composeAnew, prepareNow, saveSchedule, sendNow, skipThisWeek } from './edit-issue.ts';
import { IssueChange, IssueQuery } from './issue-input.ts';
import { getDesk, getManagedIssue, listIssues } from './managed-issues.ts';
import { drawIssue, sendTest } from './preview-issue.ts';
import { ScheduleInput } from './schedule.ts';
import type { LetterTools } from './start-sending.ts';

export type IssueDeps = LetterTools & { db: Db; hasMailServer: boolean };

const WithId = z.strictObject({ id: z.uuid() });
const MATCH = { 'If-Match': 'The ETag that was read' };
const CHANGED = {
  409: 'It has gone out meanwhile, or was skipped',
  412: 'Somebody has changed it since',
  428: 'If-Match is missing',
};
const Preview = z.strictObject({
  form: z.enum(['html', 'text']).default('html').describe('The HTML or the text part of the mail.'),
  theme: z.enum(['paper', 'night']).optional().describe('As a device with that setting shows it; by default as yours does.'),
});

/** A mail brings its styles with it, and may do nothing: not run, not load, not send; our own page alone may frame it. */
const MAIL = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox",
  'X-Frame-Options': 'SAMEORIGIN',
  'Cache-Control': 'no-store',
};
const DARK = '@media (prefers-color-scheme: dark)';

export function issueEndpoints(deps: IssueDeps): Endpoint<Editor>[] {
  return [...deskEndpoints(deps), ...draftEndpoints(deps), ...wayOutEndpoints(deps)];
}

function deskEndpoints({ db, hasMailServer }: IssueDeps): Endpoint<Editor>[] {
  return [
    endpoint({
      ...{ method: 'GET', path: '/newsletter', summary: 'The weekly letter: its schedule, and the one that is being prepared' },
      answer: NewsletterDesk,
      run: () => getDesk(db, { hasMailServer }),
    }),
    endpoint({
      ...{ method: 'PUT', path: '/newsletter/schedule', summary: 'When letters go; If-Match names the tag of the schedule that was read' },
      ...{ body: ScheduleInput, answer: Schedule, headers: MATCH, refusals: { 412: CHANGED[412], 428: CHANGED[428] } },
      run: async ({ c, asker, body }) => {
        const schedule = await saveSchedule(db, asker.id, readIfMatch(c), body);
        c.header('ETag', etagOf(schedule.tag));
        return schedule;
      },
    }),
    endpoint({
      ...{ method: 'GET', path: '/newsletter/issues', summary: 'Letters that went out or were skipped, newest first, 10 a page' },
      ...{ query: IssueQuery, answer: IssueRows },
      run: ({ query }) => listIssues(db, query.after),
    }),
    endpoint({
      ...{ method: 'POST', path: '/newsletter/issues', summary: 'Prepares the next letter at once', answer: ManagedIssue, status: 201 },
      refusals: { 409: 'One is being prepared already' },
      run: async ({ c, asker }) => withVersion(c, await prepareNow(db, asker.id)),
    }),
  ];
}

function draftEndpoints({ db }: IssueDeps): Endpoint<Editor>[] {
  return [
    endpoint({
      ...{ method: 'GET', path: '/newsletter/issues/{id}', summary: 'One letter, with an ETag', params: WithId, answer: ManagedIssue },
      run: async ({ c, params }) => withVersion(c, await getManagedIssue(db, params.id)),
    }),
    endpoint({
      ...{ method: 'PATCH', path: '/newsletter/issues/{id}', summary: 'Changes a letter before it goes: subject, opening, tales, time' },
      ...{ params: WithId, body: IssueChange, answer: ManagedIssue, headers: MATCH, refusals: CHANGED },
      run: async ({ c, asker, params, body }) => withVersion(c, await changeIssue(db, asker.id, params.id, readIfMatch(c), body)),
    }),
    endpoint({
      ...{ method: 'POST', path: '/newsletter/issues/{id}/compose', summary: 'Composes a letter anew, and forgets what editors chose' },
      ...{ params: WithId, answer: ManagedIssue, headers: MATCH, refusals: CHANGED },
      run: async ({ c, asker, params }) => withVersion(c, await composeAnew(db, asker.id, params.id, readIfMatch(c))),
    }),
    endpoint({
      ...{ method: 'POST', path: '/newsletter/issues/{id}/skip', summary: 'Lets no letter go this time', params: WithId },
      ...{ headers: MATCH, refusals: CHANGED },
      run: async ({ c, asker, params }) => {
        await skipThisWeek(db, asker.id, params.id, readIfMatch(c));
        return undefined;
      },
    }),
  ];
}

function wayOutEndpoints({ db, hasMailServer, ...tools }: IssueDeps): Endpoint<Editor>[] {
  const needServer = () => {
    if (!hasMailServer) throw new AppError(409, 'no_mail_server', 'There is no mail server (SMTP_URL), so nothing can be sent.');
  };
  return [
    endpoint({
      ...{
        method: 'GET',
        path: '/newsletter/issues/{id}/preview',
        summary: 'A letter as its readers get it; links of theirs lead nowhere',
      },
      ...{ params: WithId, query: Preview, gives: 'text/html' },
      run: async ({ c, params, query }) => {
        const { html, text } = await drawIssue(db, params.id, tools);
        if (query.form === 'text') return c.text(text, 200, MAIL);
        const asked = query.theme === 'night' ? '@media all' : query.theme === 'paper' ? '@media not all' : DARK;
        return c.html(html.replaceAll(DARK, asked), 200, MAIL);
      },
    }),
    endpoint({
      ...{ method: 'POST', path: '/newsletter/issues/{id}/test', summary: 'Sends a letter to your own address, to see how it arrives' },
      ...{ params: WithId, answer: z.object({ to: z.string() }), status: 202, refusals: { 409: 'There is no mail server, or no address' } },
      run: async ({ asker, params }) => {
        needServer();
        return { to: await sendTest(db, asker.id, params.id, tools) };
      },
    }),
    endpoint({
      ...{ method: 'POST', path: '/newsletter/issues/{id}/send', summary: 'Lets a letter go to its readers at once', params: WithId },
      ...{ answer: z.object({ readers: z.int() }), status: 202, headers: MATCH, refusals: CHANGED },
      run: async ({ c, asker, params }) => {
        needServer();
        return { readers: await sendNow(db, asker.id, params.id, readIfMatch(c), tools) };
      },
    }),
  ];
}

function withVersion(c: Context<AppEnv>, issue: ManagedIssue): ManagedIssue {
  c.header('ETag', etagOf(issue.version));
  return issue;
}
