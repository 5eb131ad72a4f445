/** Links that show a tale before it is public, to whoever has one: for 30 days, or until it is withdrawn. */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Editor } from '#src/features/accounts/accounts.ts';
import { unknownTale } from '#src/features/manage/manage.ts';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError, notFound } from '#src/platform/errors.ts';
import type { PreviewLink } from './contract.ts';

/** Living links of one tale. */
const MOST = 20;

/** Makes a link. Its token, 32 random bytes as 43 characters of base64url, can be read here and never again. Throws 404, or 409 `too_many_links`. */
export async function makePreview(db: Db, editor: Editor, taleId: string): Promise<{ id: string; token: string; expires_at: string }> {
  const token = randomBytes(32).toString('base64url');
  return transact(db, async (trx) => {
    // Locked, so that two who make one at once are counted.
    const tales = trx.selectFrom('tales').select('title').where('id', '=', taleId).where('deleted_at', 'is', null);
    const tale = await tales.forNoKeyUpdate().executeTakeFirst();
    if (tale === undefined) throw unknownTale();
    if ((await listPreviews(trx, taleId)).length >= MOST) {
      throw new AppError(409, 'too_many_links', `There are ${MOST} links to this tale already. Withdraw one that nobody needs.`);
    }
    const made = await trx
      .insertInto('tale_previews')
      .values({ tale_id: taleId, hash: hashOf(token), made_by: editor.id })
      .returning(['id', 'expires_at'])
      .executeTakeFirstOrThrow();
    await audit(trx, {
      actor: editor.id,
      action: 'tale.preview-made',
      subject: { kind: 'tale', id: taleId },
      details: { title: tale.title },
    });
    return { id: made.id, token, expires_at: made.expires_at.toISOString() };
  });
}

/** The living links of a tale, newest first. */
export async function listPreviews(db: Db, taleId: string): Promise<PreviewLink[]> {
  const rows = await db
    .selectFrom('tale_previews as p')
    .leftJoin('profiles as maker', 'maker.id', 'p.made_by')
    .select(['p.id', 'p.created_at', 'p.expires_at', 'maker.name as made_by'])
    .where('p.tale_id', '=', taleId)
    .where('p.expires_at', '>', sql<Date>`now()`)
    .orderBy('p.id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString(), expires_at: row.expires_at.toISOString() }));
}

/** Withdraws one link of a tale, or all of them: they open nothing from now on. Throws 404 where there is none. */
export async function withdrawPreviews(db: Db, editor: Editor, taleId: string, id?: string): Promise<void> {
  await transact(db, async (trx) => {
    const links = trx.deleteFrom('tale_previews').where('tale_id', '=', taleId);
    const { numDeletedRows } = await (id === undefined ? links : links.where('id', '=', id)).executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) throw notFound('There is no such link.', 'unknown_link');
    const tale = await trx.selectFrom('tales').select('title').where('id', '=', taleId).executeTakeFirstOrThrow();
    const details = { title: tale.title, links: Number(numDeletedRows) };
    await audit(trx, { actor: editor.id, action: 'tale.preview-withdrawn', subject: { kind: 'tale', id: taleId }, details });
  });
}

/** The id of the tale that a token shows; undefined for one that is unknown, withdrawn or past its time. */
export async function findPreview(db: Db, token: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('tale_previews')
    .select('tale_id')
    .where('hash', '=', hashOf(token))
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  return row?.tale_id;
}

/** Removes what has expired; for a job. Returns how many there were. */
export async function removeExpiredPreviews(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('tale_previews')
    .where('expires_at', '<=', sql<Date>`clock_timestamp()`)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** A plain hash is enough: nobody can try all of 256 random bits. */
function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
