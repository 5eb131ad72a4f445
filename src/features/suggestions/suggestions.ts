/** Suggested changes of published tales: what readers send, list and withdraw, below /api/v1/account. */
import { Hono } from 'hono';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Guards, type SessionUser, tooManyRequests } from '#src/features/accounts/accounts.ts';
import { readSiteSettings } from '#src/features/site-settings/site-settings.ts';
import { sanitizeHtml } from '#src/features/tale-html/sanitize-html.ts';
import { Slug } from '#src/features/tales/contract.ts';
import { isPublic, TaleInput } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError, notFound } from '#src/platform/errors.ts';
import { paragraphField } from '#src/platform/fields.ts';
import { type Endpoint, endpoint, endpointRoutes } from '#src/platform/http/endpoint.ts';
import { ListCursor } from '#src/platform/http/list-query.ts';
import { invalid } from '#src/platform/http/read-body.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import { consume, type RateLimit } from '#src/platform/rate-limit/rate-limit.ts';
import { MAX_CHANGES, MAX_OPEN, MAX_REASON_LENGTH, type SuggestedText, splitChanges } from './changes.ts';
import { OwnSuggestion, OwnSuggestionPage, SuggestionBase } from './contract.ts';
import { getSuggestion, listSuggestions, toOwn, unknownSuggestion } from './suggestion-rows.ts';

export { suggestionOutcomeTask } from './decide.ts';
export { reviewEndpoints } from './review-endpoints.ts';
export { deleteUnusedSuggestions, exportSuggestions } from './suggestion-rows.ts';

/** Suggestions of a user. Comparing long texts takes time. */
const SEND_LIMIT: RateLimit = { points: 30, windowSeconds: 3_600 };

const NewSuggestion = TaleInput.pick({ title: true, excerpt: true, content: true })
  .extend({
    tale: z.uuid().toLowerCase().describe('Id of the tale.'),
    version: z.int().positive().describe('The version of the tale that was changed.'),
    reason: paragraphField(MAX_REASON_LENGTH).refine((text) => text !== '', 'Say why you suggest this'),
  })
  .meta({ id: 'NewSuggestion', description: 'A suggested change: the whole text with the changes, and the reason.' });

const SuggestionId = z.strictObject({ id: z.uuid().toLowerCase() });

/** Endpoints below /account. */
export function suggestionEndpoints({ db }: { db: Db }): Endpoint<SessionUser>[] {
  return [
    endpoint({
      ...{ id: 'listOwnSuggestions', method: 'GET', path: '/account/suggestions', summary: 'List your suggestions' },
      description: 'Your suggested changes of tales, newest first, 50 per page.',
      ...{ query: z.strictObject({ after: ListCursor }), response: OwnSuggestionPage },
      run: async ({ caller, query }) => {
        const { suggestions, next } = await listSuggestions(db, sql`s.user_id = ${caller.id}`, query.after);
        return { suggestions: suggestions.map(toOwn), next };
      },
    }),
    endpoint({
      ...{ id: 'getSuggestionBase', method: 'GET', path: '/account/suggestions/base/{slug}', summary: 'Get the text of a tale to change' },
      description: 'The text of a public tale and its version, to suggest changes.',
      ...{
        params: z.strictObject({ slug: Slug.describe('Slug of the tale.') }),
        response: SuggestionBase,
        errors: { 403: 'The site accepts no suggestions' },
      },
      run: ({ params }) => getBase(db, params.slug),
    }),
    endpoint({
      ...{ id: 'getOwnSuggestion', method: 'GET', path: '/account/suggestions/{id}', summary: 'Get one of your suggestions' },
      description: 'A suggestion with the text as you sent it and the state of each change, also when the tale was deleted.',
      ...{ params: SuggestionId, response: OwnSuggestion },
      run: ({ caller, params }) => getOwnSuggestion(db, caller.id, params.id),
    }),
    endpoint({
      ...{ id: 'suggestChange', method: 'POST', path: '/account/suggestions', summary: 'Suggest a change' },
      description: `Sends a changed text of a published tale to the editors. At most ${MAX_OPEN} suggestions may be open.`,
      ...{ body: NewSuggestion, response: OwnSuggestion, status: 201 },
      errors: {
        403: 'The site accepts no suggestions',
        409: `The version is no longer stored, or ${MAX_OPEN} suggestions are open`,
        429: 'More than 30 suggestions in an hour; see `Retry-After`',
      },
      run: async ({ caller, body }) => getOwnSuggestion(db, caller.id, await addSuggestion(db, caller.id, body)),
    }),
    endpoint({
      ...{ id: 'withdrawSuggestion', method: 'POST', path: '/account/suggestions/{id}/withdraw', summary: 'Withdraw a suggestion' },
      description: 'Withdraws the changes that are not decided. The text stays readable to you.',
      ...{ params: SuggestionId, response: OwnSuggestion, errors: { 409: 'All changes are decided' } },
      run: async ({ caller, params }) => {
        await withdrawSuggestion(db, caller.id, params.id);
        return getOwnSuggestion(db, caller.id, params.id);
      },
    }),
  ];
}

type RouteDeps = { endpoints: Endpoint<SessionUser>[]; publicUrl: string; person: Guards['person'] };

/** The routes of `suggestionEndpoints` below /api/v1. */
export function suggestionRoutes({ endpoints, publicUrl, person }: RouteDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use('/account/suggestions/*', sameOrigin(publicUrl));
  return app.route('/', endpointRoutes(endpoints, person));
}

/** @throws AppError 403 `suggestions_off` */
async function assertAllowed(db: Db): Promise<void> {
  const { allows_suggestions } = await readSiteSettings(db);
  if (!allows_suggestions) throw new AppError(403, 'suggestions_off', 'This site does not accept suggested changes at the moment.');
}

async function getBase(db: Db, slug: string): Promise<SuggestionBase> {
  await assertAllowed(db);
  const { rows } = await sql<SuggestedText & Omit<SuggestionBase, 'text'>>`
    select t.id as tale, t.slug, t.language, t.version, t.title, t.excerpt, t.content
    from tales t where t.id = (select tale_id from tale_slugs where slug = ${slug}) and ${isPublic}`.execute(db);
  const [found] = rows;
  if (found === undefined) throw notFound('This tale does not exist.', 'unknown_tale');
  const { title, excerpt, content, ...base } = found;
  return { ...base, text: { title, excerpt, content } };
}

/** @throws AppError 404 `unknown_suggestion` for one of another user */
async function getOwnSuggestion(db: Db, userId: string, id: string): Promise<OwnSuggestion> {
  const { row, user_id, proposed, changes } = await getSuggestion(db, id);
  if (user_id !== userId) throw unknownSuggestion();
  const shown = changes.map(({ decided_by: _, decided_at: _at, ...change }) => change);
  return { ...toOwn(row), proposed, changes: shown };
}

/** Stores a suggestion and returns its id. @throws AppError as described for the endpoint */
async function addSuggestion(db: Db, userId: string, input: z.output<typeof NewSuggestion>): Promise<string> {
  await assertAllowed(db);
  const { isAllowed, retryAfterSeconds } = await consume(db, `suggest user ${userId}`, SEND_LIMIT);
  if (!isAllowed) throw tooManyRequests(retryAfterSeconds);
  const { tale: taleId, version, reason, title, excerpt, content = '' } = input;
  const { html, isTooDeep } = sanitizeHtml(content);
  if (isTooDeep) throw invalid({ content: ['The text is nested too deeply'] });
  const base = await findVersion(db, taleId, version);
  const proposed = { title, excerpt, content: html };
  const changes = splitChanges(base, proposed);
  if (changes.length === 0) throw invalid({ form: ['Nothing was changed. Change the title, the excerpt or the text first.'] });
  if (changes.length > MAX_CHANGES) throw invalid({ form: [`At most ${MAX_CHANGES} changes can be sent at once. Send them in parts.`] });
  return transact(db, async (trx) => {
    // Serializes the suggestions of a user, so that the limit holds.
    await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst();
    const { count } = await trx
      .selectFrom('suggestions')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('user_id', '=', userId)
      .where('state', '=', 'open')
      .where('tale_id', 'is not', null)
      .executeTakeFirstOrThrow();
    if (Number(count) >= MAX_OPEN) throw tooManyOpen();
    const { id } = await trx
      .insertInto('suggestions')
      .values({
        ...{ tale_id: taleId, tale_title: base.title, user_id: userId, base_version: version, reason, ...proposed },
        ...{ base_title: base.title, base_excerpt: base.excerpt, base_content: base.content },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const rows = changes.map((change, number) => ({ ...change, suggestion_id: id, number }));
    await trx.insertInto('suggestion_changes').values(rows).execute();
    return id;
  });
}

function tooManyOpen(): AppError {
  const message = `You have ${MAX_OPEN} open suggestions. Wait until some are decided, or withdraw one.`;
  return new AppError(409, 'too_many_open', message);
}

/** Returns the text of a version of a public tale. @throws AppError 404 `unknown_tale`, 409 `unknown_version` */
async function findVersion(db: Db, taleId: string, version: number): Promise<SuggestedText> {
  const { rows } = await sql<{ title: string | null; excerpt: string; content: string }>`
    select case when t.version = ${version}::integer then t.title else r.title end as title,
      case when t.version = ${version}::integer then t.excerpt else r.fields ->> 'excerpt' end as excerpt,
      case when t.version = ${version}::integer then t.content else r.content end as content
    from tales t left join tale_revisions r on r.tale_id = t.id and r.version = ${version}::integer
    where t.id = ${taleId}::uuid and ${isPublic}`.execute(db);
  const [found] = rows;
  if (found === undefined) throw notFound('This tale does not exist.', 'unknown_tale');
  const { title, excerpt, content } = found;
  if (title !== null) return { title, excerpt, content };
  throw new AppError(409, 'unknown_version', 'The tale has changed too much since you opened it. Reload the page and change it again.');
}

/** @throws AppError 404 `unknown_suggestion`, 409 `already_decided` */
async function withdrawSuggestion(db: Db, userId: string, id: string): Promise<void> {
  await transact(db, async (trx) => {
    const found = await trx
      .selectFrom('suggestions')
      .select('state')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirst();
    if (found === undefined) throw unknownSuggestion();
    if (found.state === 'decided') throw new AppError(409, 'already_decided', 'The editors have already decided about this suggestion.');
    if (found.state === 'withdrawn') return;
    const closed_at = sql<Date>`now()`;
    await trx.updateTable('suggestions').set({ state: 'withdrawn', closed_at }).where('id', '=', id).execute();
  });
}
