import { sql, type Transaction } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import type { Database } from '#src/platform/db/schema.gen.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError } from '#src/platform/errors.ts';
import type { DraftInput, SavedDraft } from './contract.ts';

/** More than anyone has begun at a time; together they stay below what one program could fill a disk with. */
const MOST_DRAFTS = 50;
const TITLE_CHARACTERS = 300;

/**
 * Keeps what the person has typed. Of one tale there is one draft: the later page takes the place of the earlier. A tale that has been
 * deleted meanwhile leaves its draft without one. Throws 409 `too_many_drafts`.
 */
export async function saveDraft(db: Db, personId: string, id: string, input: DraftInput): Promise<SavedDraft> {
  return transact(db, async (trx) => {
    // Two pages of one person wait for each other: else both would find no draft of the tale, and both would add one.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`draft ${personId}`}, 0))`.execute(trx);
    const taleId = await findTale(trx, input.tale_id);
    const removed = await trx
      .deleteFrom('tale_drafts')
      .where('person_id', '=', personId)
      .where('id', '!=', id)
      .where(({ eb, or }) => or([eb('tale_id', '=', taleId), eb('id', '=', input.replaces ?? null)]))
      .returning('id')
      .execute();
    await keepWithinBounds(trx, personId, id);
    const draft = {
      tale_id: taleId,
      base_version: input.base_version,
      title: titleOf(input.fields.title),
      fields: JSON.stringify(input.fields),
      saved_at: sql<Date>`clock_timestamp()`,
    };
    const { saved_at } = await trx
      .insertInto('tale_drafts')
      .values({ person_id: personId, id, ...draft })
      .onConflict((conflict) => conflict.columns(['person_id', 'id']).doUpdateSet(draft))
      .returning('saved_at')
      .executeTakeFirstOrThrow();
    return { saved_at: saved_at.toISOString(), replaced: removed.some((other) => other.id !== input.replaces) };
  });
}

async function findTale(trx: Transaction<Database>, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const tale = await trx.selectFrom('tales').select('id').where('id', '=', id).forKeyShare().executeTakeFirst();
  return tale?.id ?? null;
}

async function keepWithinBounds(trx: Transaction<Database>, personId: string, id: string): Promise<void> {
  const { others } = await trx
    .selectFrom('tale_drafts')
    .select(({ fn }) => fn.countAll<number>().as('others'))
    .where('person_id', '=', personId)
    .where('id', '!=', id)
    .executeTakeFirstOrThrow();
  if (others < MOST_DRAFTS) return;
  throw new AppError(409, 'too_many_drafts', `You have ${MOST_DRAFTS} unfinished tales. Please save or discard one of them first.`);
}

function titleOf(typed: unknown): string {
  const text = typeof typed === 'string' ? typed.toWellFormed().replaceAll('\0', '') : '';
  return [...text.slice(0, 2 * TITLE_CHARACTERS)].slice(0, TITLE_CHARACTERS).join('').toWellFormed();
}
