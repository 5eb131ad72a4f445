import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Editor } from '#src/features/accounts/accounts.ts';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError, notFound } from '#src/platform/errors.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import { urls } from '#src/urls.ts';
import { getManagedTale, unknownTale } from '../managed-tale.ts';

const CreatedBy = z.string().nullable().describe('A name; null for imports, and when the account is gone.');

const PreviewLink = z
  .object({ id: z.uuid(), created_at: z.string(), expires_at: z.string(), made_by: CreatedBy })
  .meta({ id: 'PreviewLink', description: 'A preview link.' });
export type PreviewLink = z.infer<typeof PreviewLink>;

const PreviewLinkList = z
  .object({ links: z.array(PreviewLink) })
  .meta({ id: 'PreviewLinks', description: 'The active preview links of a tale.' });
export type PreviewLinkList = z.infer<typeof PreviewLinkList>;

const NewPreviewLink = z
  .object({ id: z.uuid(), url: z.url().describe('The URL, returned only here.'), expires_at: z.string() })
  .meta({ id: 'NewPreviewLink', description: 'A new preview link, with its URL.' });
export type NewPreviewLink = z.infer<typeof NewPreviewLink>;

const TaleId = z.strictObject({ id: z.uuid().toLowerCase() });

/** Endpoints that list, create and revoke preview links. `publicUrl` has no trailing slash. */
export function previewLinkEndpoints({ db, publicUrl }: { db: Db; publicUrl: string }): Endpoint<Editor>[] {
  return [
    endpoint({
      id: 'listPreviewLinks',
      method: 'GET',
      path: '/tales/{id}/preview-links',
      summary: 'List preview links of a tale',
      description: 'Active preview links. Their URLs are not included: a URL is shown only when its link is created.',
      params: TaleId,
      response: PreviewLinkList,
      run: async ({ params }) => {
        await getManagedTale(db, params.id);
        return { links: await listPreviewLinks(db, params.id) };
      },
    }),
    endpoint({
      id: 'createPreviewLink',
      method: 'POST',
      path: '/tales/{id}/preview-links',
      summary: 'Create a preview link',
      description: 'Creates a link that shows an unpublished tale to whoever has it, for 30 days. The URL is returned only here.',
      params: TaleId,
      response: NewPreviewLink,
      status: 201,
      errors: { 409: 'The tale has too many active links' },
      run: async ({ caller, params }) => {
        const { token, ...link } = await createPreviewLink(db, caller, params.id);
        return { ...link, url: publicUrl + urls.preview(token) };
      },
    }),
    endpoint({
      id: 'revokePreviewLinks',
      method: 'DELETE',
      path: '/tales/{id}/preview-links',
      summary: 'Revoke all preview links of a tale',
      description: 'Revokes every active preview link of a tale.',
      params: TaleId,
      errors: { 404: 'The tale has no active link' },
      run: async ({ caller, params }) => {
        await revokePreviewLinks(db, caller, params.id);
        return undefined;
      },
    }),
    endpoint({
      id: 'revokePreviewLink',
      method: 'DELETE',
      path: '/tales/{id}/preview-links/{link}',
      summary: 'Revoke a preview link',
      description: 'Revokes one preview link of a tale.',
      params: TaleId.extend({ link: z.uuid().toLowerCase() }),
      run: async ({ caller, params }) => {
        await revokePreviewLinks(db, caller, params.id, params.link);
        return undefined;
      },
    }),
  ];
}

/** Active links per tale. */
const MAX_LINKS = 20;

/**
 * Creates a link. Its token, 32 random bytes as base64url, is returned only here.
 * @throws AppError 404 `unknown_tale`, 409 `too_many_links`
 */
export async function createPreviewLink(
  db: Db,
  editor: Editor,
  taleId: string,
): Promise<{ id: string; token: string; expires_at: string }> {
  const token = randomBytes(32).toString('base64url');
  return transact(db, async (trx) => {
    // Locks the tale, so that concurrent requests cannot exceed the limit.
    const tales = trx.selectFrom('tales').select('title').where('id', '=', taleId).where('deleted_at', 'is', null);
    const tale = await tales.forNoKeyUpdate().executeTakeFirst();
    if (tale === undefined) throw unknownTale();
    if ((await listPreviewLinks(trx, taleId)).length >= MAX_LINKS) {
      throw new AppError(409, 'too_many_links', `This tale already has ${MAX_LINKS} preview links. Revoke one first.`);
    }
    const link = await trx
      .insertInto('preview_links')
      .values({ tale_id: taleId, hash: hashToken(token), created_by: editor.id })
      .returning(['id', 'expires_at'])
      .executeTakeFirstOrThrow();
    const subject = { kind: 'tale', id: taleId };
    await audit(trx, { actor: editor.id, action: 'tale.preview-made', subject, details: { title: tale.title } });
    return { id: link.id, token, expires_at: link.expires_at.toISOString() };
  });
}

/** Returns the active links of a tale, newest first. */
export async function listPreviewLinks(db: Db, taleId: string): Promise<PreviewLink[]> {
  const rows = await db
    .selectFrom('preview_links as p')
    .leftJoin('users as creator', 'creator.id', 'p.created_by')
    .select(['p.id', 'p.created_at', 'p.expires_at', 'creator.name as made_by'])
    .where('p.tale_id', '=', taleId)
    .where('p.expires_at', '>', sql<Date>`now()`)
    .orderBy('p.id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString(), expires_at: row.expires_at.toISOString() }));
}

/**
 * Revokes one link of a tale, or without `id` all of them.
 * @throws AppError 404 `unknown_link`
 */
export async function revokePreviewLinks(db: Db, editor: Editor, taleId: string, id?: string): Promise<void> {
  await transact(db, async (trx) => {
    const links = trx.deleteFrom('preview_links').where('tale_id', '=', taleId);
    const { numDeletedRows } = await (id === undefined ? links : links.where('id', '=', id)).executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) throw notFound('There is no such link.', 'unknown_link');
    const tale = await trx.selectFrom('tales').select('title').where('id', '=', taleId).executeTakeFirstOrThrow();
    const details = { title: tale.title, links: Number(numDeletedRows) };
    await audit(trx, { actor: editor.id, action: 'tale.preview-withdrawn', subject: { kind: 'tale', id: taleId }, details });
  });
}

/** Returns the id of the tale that a token shows; undefined for an unknown, revoked or expired token. */
export async function findPreviewedTaleId(db: Db, token: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('preview_links')
    .select('tale_id')
    .where('hash', '=', hashToken(token))
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  return row?.tale_id;
}

/** Deletes expired links, for a job. Returns their number. */
export async function deleteExpiredPreviewLinks(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('preview_links')
    .where('expires_at', '<=', sql<Date>`clock_timestamp()`)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** An unsalted hash is enough, because 256 random bits cannot be guessed. */
function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
