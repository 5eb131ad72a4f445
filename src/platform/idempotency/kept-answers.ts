/** The rows of idempotency_keys. All times are the database's. */
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';

export type KeptAnswer = { status: number; headers: Readonly<Record<string, string>>; body: string };

/** Both as SHA-256 in hexadecimal. `key`: who, method, path and key. `request`: query and body. `personId`: null when not signed in. */
export type KeyedRequest = { key: string; request: string; personId: string | null };

/**
 * `mine`: nobody has asked this, or the one who did is gone; `turn` is the proof. `at work`: someone is answering it just now.
 * `another request`: the key came with other words. `used`: answered, with what may not be given twice.
 * `person gone`: the account was deleted meanwhile, perhaps by the very same request.
 */
export type Turn =
  | { state: 'mine'; turn: string }
  | { state: 'at work' | 'another request' | 'used' | 'person gone' }
  | { state: 'answered'; answer: KeptAnswer };

/** Longer than any request takes; then its process has died. */
const TURN_SECONDS = 120;
const KEPT_SECONDS = 24 * 60 * 60;

const FOREIGN_KEY = '23503';

/** Takes the turn to answer a request, or tells what became of it. Of several at once exactly one gets it. */
export async function takeTurn(db: Db, { key, request, personId }: KeyedRequest): Promise<Turn> {
  const taken = await sql<{ turn: string }>`
    insert into idempotency_keys as kept (key, request, person_id, turn, expires_at)
      values (${key}, ${request}, ${personId}, gen_random_uuid(), clock_timestamp() + ${TURN_SECONDS} * interval '1 second')
    on conflict (key) do update set request = excluded.request, turn = excluded.turn, status = null, headers = null, body = null,
      expires_at = excluded.expires_at
      where kept.expires_at <= clock_timestamp()
    returning turn`
    .execute(db)
    .catch((error: { code?: unknown }) => {
      if (error.code === FOREIGN_KEY) return undefined;
      throw error;
    });
  if (taken === undefined) return { state: 'person gone' };
  const [mine] = taken.rows;
  if (mine !== undefined) return { state: 'mine', turn: mine.turn };
  const row = await db.selectFrom('idempotency_keys').selectAll().where('key', '=', key).executeTakeFirst();
  // Given back between the two statements: whoever asks again finds it free.
  if (row === undefined) return { state: 'at work' };
  if (row.request !== request) return { state: 'another request' };
  if (row.status === null) return { state: 'at work' };
  if (row.headers === null || row.body === null) return { state: 'used' };
  return { state: 'answered', answer: { status: row.status, headers: row.headers as Record<string, string>, body: row.body } };
}

/** Keeps the answer for 24 hours; with `content` undefined only that there was one. Does nothing when the turn was lost. */
export async function keepAnswer(
  db: Db,
  { key, turn, status, content }: { key: string; turn: string; status: number; content: Omit<KeptAnswer, 'status'> | undefined },
): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({
      status,
      headers: content === undefined ? null : JSON.stringify(content.headers),
      body: content?.body ?? null,
      expires_at: sql<Date>`clock_timestamp() + ${KEPT_SECONDS} * interval '1 second'`,
    })
    .where('key', '=', key)
    .where('turn', '=', turn)
    .execute();
}

/** Nothing came of it: the next one with this key has its turn at once. */
export async function giveTurnBack(db: Db, { key, turn }: { key: string; turn: string }): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('key', '=', key).where('turn', '=', turn).execute();
}

/** Removes answers that are over; for a job. Returns how many there were. */
export async function removeExpiredAnswers(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_keys')
    .where('expires_at', '<=', sql<Date>`clock_timestamp()`)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
