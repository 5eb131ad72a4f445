/** Temporary links that open a private file for everyone who has them. Only hashes of their tokens are stored. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Editor } from '#src/features/accounts/accounts.ts';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError, notFound } from '#src/platform/errors.ts';
import { urls } from '#src/urls.ts';
import type { CreatedFileLink, FileLink } from './contract.ts';
import { getFile } from './library.ts';

/** Of one file. */
const MAX_LIVE_LINKS = 100;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

type Row = Omit<FileLink, 'created_at' | 'expires_at' | 'revoked_at'> & { created_at: Date; expires_at: Date; revoked_at: Date | null };

/** Lists the links of a file that have not expired, newest first, with those revoked. @throws AppError 404 `unknown_file` */
export async function listLinks(db: Db, fileId: string): Promise<FileLink[]> {
  await getFile(db, fileId);
  const { rows } = await sql<Row>`
    select l.id, l.created_at, l.expires_at, l.revoked_at, u.name as created_by from file_links l left join users u on u.id = l.created_by
    where l.file_id = ${fileId}::uuid and l.expires_at > now() order by l.id desc limit 200`.execute(db);
  return rows.map(toLink);
}

/** @throws AppError 404 `unknown_file`, 409 `too_many_links` */
export async function createLink(
  { db, publicUrl }: { db: Db; publicUrl: string },
  editor: Editor,
  fileId: string,
  seconds: number,
): Promise<CreatedFileLink> {
  const token = randomBytes(32).toString('base64url');
  return transact(db, async (trx) => {
    await sql`select from files where id = ${fileId}::uuid for update`.execute(trx);
    const file = await getFile(trx, fileId);
    const live = (await listLinks(trx, fileId)).filter((each) => each.revoked_at === null);
    if (live.length >= MAX_LIVE_LINKS)
      throw new AppError(409, 'too_many_links', `This file has ${MAX_LIVE_LINKS} temporary links. Revoke one first.`);
    const { rows } = await sql<{ id: string }>`
      insert into file_links (file_id, token_hash, expires_at, created_by)
      values (${fileId}::uuid, ${hashOf(token).toString('base64url')}, now() + ${seconds} * interval '1 second', ${editor.id}::uuid) returning id`.execute(
      trx,
    );
    const created = (await listLinks(trx, fileId)).find(({ id }) => id === rows[0]?.id) as FileLink;
    await audit(trx, { actor: editor.id, action: 'file.link-created', subject: { kind: 'file', id: fileId }, details: { seconds } });
    return { ...created, url: new URL(urls.fileLink(fileId, file.name, token), publicUrl).href };
  });
}

/** Revokes a link; it stops working at once. Idempotent. @throws AppError 404 `unknown_link` */
export async function revokeLink(db: Db, editor: Editor, fileId: string, id: string): Promise<void> {
  await transact(db, async (trx) => {
    const { rows } = await sql<{ was_live: boolean }>`
      update file_links set revoked_at = coalesce(revoked_at, now()) where id = ${id}::uuid and file_id = ${fileId}::uuid
      returning old.revoked_at is null as was_live`.execute(trx);
    if (rows[0] === undefined) throw notFound('This link does not exist. It may have expired.', 'unknown_link');
    if (rows[0].was_live) await audit(trx, { actor: editor.id, action: 'file.link-revoked', subject: { kind: 'file', id: fileId } });
  });
}

/** Whether a token is that of a link to this file which has neither expired, by the database's clock, nor been revoked. */
export async function isLinked(db: Db, fileId: string, token: string): Promise<boolean> {
  if (!TOKEN.test(token)) return false;
  const { rows } = await sql<{ token_hash: string }>`
    select token_hash from file_links where file_id = ${fileId}::uuid and revoked_at is null and expires_at > clock_timestamp()`.execute(
    db,
  );
  const given = hashOf(token);
  return rows.filter(({ token_hash: hash }) => timingSafeEqual(Buffer.from(hash, 'base64url'), given)).length > 0;
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function toLink({ created_at: created, expires_at: expires, revoked_at: revoked, ...row }: Row): FileLink {
  return { ...row, created_at: created.toISOString(), expires_at: expires.toISOString(), revoked_at: revoked?.toISOString() ?? null };
}
