/** Suggested changes for editors, below /api/v1/admin: list, read and decide. */
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Editor } from '#src/features/accounts/accounts.ts';
import type { Db } from '#src/platform/db/db.ts';
import { paragraphField } from '#src/platform/fields.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import { ListCursor } from '#src/platform/http/list-query.ts';
import { locateChanges, MAX_CHANGES, MAX_NOTE_LENGTH } from './changes.ts';
import { Review, ReviewPage, SuggestionCount } from './contract.ts';
import { decideChanges } from './decide.ts';
import { getSuggestion, listSuggestions } from './suggestion-rows.ts';

const SuggestionId = z.strictObject({ id: z.uuid().toLowerCase() });

const ListQuery = z.strictObject({
  state: z.enum(['open', 'decided', 'withdrawn'], 'Unknown state.').optional().describe('Only suggestions in this state.'),
  tale: z.uuid().toLowerCase().optional().describe('Only suggestions for the tale with this id.'),
  after: ListCursor,
});

export const Decisions = z
  .strictObject({
    decisions: z
      .array(
        z.strictObject({
          change: z.int().min(0).max(MAX_CHANGES).describe('Position in `changes`.'),
          action: z.enum(['accept', 'reject', 'reopen']),
          content: z
            .string()
            .max(2_000_000)
            .optional()
            .describe(
              'With `accept`: replaces the passage in the current text by this text instead of the suggested one. Needs `version`.',
            ),
        }),
      )
      .min(1, 'Choose a change.')
      .max(MAX_CHANGES)
      .refine((all) => new Set(all.map(({ change }) => change)).size === all.length, 'Decide about each change once.'),
    note: paragraphField(MAX_NOTE_LENGTH).optional().describe('A note to the reader. Unchanged when missing.'),
    version: z.int().positive().optional().describe('The version of the tale that was shown.'),
  })
  .meta({ id: 'SuggestionDecisions', description: 'Decisions about changes of a suggestion.' });
export type Decisions = z.output<typeof Decisions>;

export function reviewEndpoints({ db }: { db: Db }): Endpoint<Editor>[] {
  return [
    endpoint({
      ...{ id: 'listSuggestions', method: 'GET', path: '/suggestions', summary: 'List suggested changes' },
      description: 'Suggestions of readers, newest first, 50 per page. Open ones for deleted tales are left out.',
      ...{ query: ListQuery, response: ReviewPage },
      run: ({ query }) => listSuggestions(db, matching(query), query.after),
    }),
    endpoint({
      ...{ id: 'countOpenSuggestions', method: 'GET', path: '/suggestions/count', summary: 'Count open suggestions' },
      description: 'The number of suggestions with changes that are not decided.',
      response: SuggestionCount,
      run: async () => ({ open: await countOpen(db) }),
    }),
    endpoint({
      ...{ id: 'getSuggestion', method: 'GET', path: '/suggestions/{id}', summary: 'Get a suggestion' },
      description: 'A suggestion with the current text of the tale and where each change fits in it.',
      ...{ params: SuggestionId, response: Review },
      run: ({ params }) => getReview(db, params.id),
    }),
    endpoint({
      ...{ id: 'decideSuggestion', method: 'POST', path: '/suggestions/{id}/decisions', summary: 'Accept or reject changes' },
      description:
        'Accepts, rejects or reopens changes. Accepted ones are saved as a new version of the tale, based on its current text; those whose passage has been changed stay open. When no change is open, the reader gets an email.',
      ...{ params: SuggestionId, body: Decisions, response: Review },
      errors: {
        409: 'The tale is deleted or in the trash, the suggestion is withdrawn, or a change is already decided otherwise',
        412: '`content` was given, and the tale has been changed since `version`',
      },
      run: async ({ caller, params, body }) => {
        await decideChanges(db, caller.id, params.id, body);
        return getReview(db, params.id);
      },
    }),
  ];
}

function matching({ state, tale }: z.output<typeof ListQuery>): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`(s.state <> 'open' or s.tale_id is not null)`];
  if (state !== undefined) conditions.push(sql`s.state = ${state}`);
  if (tale !== undefined) conditions.push(sql`s.tale_id = ${tale}::uuid`);
  return sql.join(conditions, sql` and `);
}

async function countOpen(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('suggestions')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('state', '=', 'open')
    .where('tale_id', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** @throws AppError 404 `unknown_suggestion` */
async function getReview(db: Db, id: string): Promise<Review> {
  const { row, base, proposed, changes } = await getSuggestion(db, id);
  const current = await db
    .selectFrom('tales')
    .select(['title', 'excerpt', 'content', 'version', 'language'])
    .where('id', '=', row.tale_id)
    .executeTakeFirst();
  const located = locateChanges(base, changes, current ?? base);
  return {
    ...{ ...row, proposed, current: current ?? null },
    changes: changes.map((change, index) => ({ ...change, ...(located[index] ?? { fit: 'conflict', from: 0, to: 0 }) })),
  };
}
