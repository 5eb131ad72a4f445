/** Queries of suggestions, for their senders, for editors and for the account. */
import { type RawBuilder, sql } from 'kysely';
import { isPublic } from '#src/features/tales/tales.ts';
import { pageByIdClause, splitPage } from '#src/platform/db/cursor.ts';
import type { Db } from '#src/platform/db/db.ts';
import { notFound } from '#src/platform/errors.ts';
import type { DecidedChange, SuggestedText } from './changes.ts';
import type { OwnSuggestion, ReviewRow } from './contract.ts';

type RowColumns = Omit<ReviewRow, 'created_at' | 'closed_at'> & { created_at: Date; closed_at: Date | null };

const rowColumns = sql`s.id, json_build_object('title', s.tale_title, 'slug', case when ${isPublic} then t.slug end) as tale, s.reason, s.state,
  (select json_build_object('open', count(*) filter (where c.state = 'open'), 'accepted', count(*) filter (where c.state = 'accepted'),
    'rejected', count(*) filter (where c.state = 'rejected')) from suggestion_changes c where c.suggestion_id = s.id) as counts,
  s.note, s.created_at, s.closed_at, s.tale_id, u.name as by`;
const tables = sql`suggestions s left join tales t on t.id = s.tale_id left join users u on u.id = s.user_id`;

/** Lists suggestions, newest first. @throws AppError 400 `unknown_cursor` */
export async function listSuggestions(
  db: Db,
  where: RawBuilder<unknown>,
  after: string,
): Promise<{ suggestions: ReviewRow[]; next: string | null }> {
  const { rows } = await sql<RowColumns>`select ${rowColumns} from ${tables} where ${where} ${pageByIdClause(after, sql`s.id`)}`.execute(
    db,
  );
  const page = splitPage(rows);
  return { suggestions: page.rows.map(toRow), next: page.next };
}

function toRow({ created_at, closed_at, ...row }: RowColumns): ReviewRow {
  return { ...row, created_at: created_at.toISOString(), closed_at: closed_at?.toISOString() ?? null };
}

/** Without the parts that depend on the sender or the current text of the tale. */
export function toOwn({ by: _, tale_id: _tale, ...row }: ReviewRow): Omit<OwnSuggestion, 'proposed' | 'changes'> {
  return row;
}

export type StoredChange = DecidedChange & { decided_by: string | null; decided_at: string | null };
export type StoredSuggestion = {
  row: ReviewRow;
  user_id: string | null;
  base: SuggestedText;
  proposed: SuggestedText;
  changes: StoredChange[];
};

type TextColumns = SuggestedText & { base_title: string; base_excerpt: string; base_content: string; user_id: string | null };

/** @throws AppError 404 `unknown_suggestion` */
export async function getSuggestion(db: Db, id: string): Promise<StoredSuggestion> {
  const { rows } = await sql<RowColumns & TextColumns>`
    select ${rowColumns}, s.user_id, s.title, s.excerpt, s.content, s.base_title, s.base_excerpt, s.base_content
    from ${tables} where s.id = ${id}::uuid`.execute(db);
  const [found] = rows;
  if (found === undefined) throw unknownSuggestion();
  const { user_id, title, excerpt, content, base_title, base_excerpt, base_content, ...row } = found;
  const base = { title: base_title, excerpt: base_excerpt, content: base_content };
  return { row: toRow(row), user_id, base, proposed: { title, excerpt, content }, changes: await listChanges(db, id) };
}

async function listChanges(db: Db, id: string): Promise<StoredChange[]> {
  const rows = await db
    .selectFrom('suggestion_changes as c')
    .leftJoin('users as u', 'u.id', 'c.decided_by')
    .select(['c.field', 'c.start', 'c.before', 'c.after', 'c.state', 'c.result', 'u.name as decided_by', 'c.decided_at'])
    .where('c.suggestion_id', '=', id)
    .orderBy('c.number')
    .execute();
  return rows.map(
    ({ decided_at, field, state, ...change }): StoredChange => ({
      ...change,
      field: field as StoredChange['field'],
      state: state as StoredChange['state'],
      decided_at: decided_at?.toISOString() ?? null,
    }),
  );
}

export function unknownSuggestion() {
  return notFound('This suggestion does not exist.', 'unknown_suggestion');
}

/** Returns the suggestions of a user for the data export. */
export async function exportSuggestions(db: Db, userId: string): Promise<object[]> {
  const rows = await db
    .selectFrom('suggestions')
    .select(['id', 'tale_title', 'reason', 'state', 'note', 'title', 'excerpt', 'content', 'created_at', 'closed_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return Promise.all(
    rows.map(async ({ id, created_at, closed_at, tale_title: tale, ...row }) => ({
      ...{ tale, ...row, created: created_at.toISOString(), closed: closed_at?.toISOString() ?? null },
      changes: (await listChanges(db, id)).map(({ field, before, after, state }) => ({ field, before, after, state })),
    })),
  );
}

/** Deletes a user's suggestions before the account is deleted. Those with accepted changes stay, without the user. */
export async function deleteUnusedSuggestions(trx: Db, userId: string): Promise<void> {
  await sql`delete from suggestions s where s.user_id = ${userId} and not exists (
    select from suggestion_changes c where c.suggestion_id = s.id and c.state = 'accepted')`.execute(trx);
  // What is left of them is not up for a decision without its sender.
  await sql`update suggestions set state = 'withdrawn', closed_at = now() where user_id = ${userId} and state = 'open'`.execute(trx);
}
