/** What tales were before: every change keeps the version that it changes (tales/keep-revision.ts). */
import { TaleFields } from '#src/features/manage/contract.ts';
import { unknownTale } from '#src/features/manage/manage.ts';
import type { Db } from '#src/platform/db/db.ts';
import { notFound } from '#src/platform/errors.ts';
import type { RevisionPage, RevisionView } from './contract.ts';

const PAGE = 50;

/** The former versions of a tale, newest first, 50 a page; `after` is the last version of the page before. Throws 404 for no tale. */
export async function listRevisions(db: Db, taleId: string, after?: number): Promise<RevisionPage> {
  const tale = await db.selectFrom('tales').select('id').where('id', '=', taleId).executeTakeFirst();
  if (tale === undefined) throw unknownTale();
  const rows = await db
    .selectFrom('tale_revisions as r')
    .leftJoin('profiles as editor', 'editor.id', 'r.edited_by')
    .select(['r.version', 'r.saved_at', 'editor.name as edited_by', 'r.title', 'r.status', 'r.words'])
    .where('r.tale_id', '=', taleId)
    .$if(after !== undefined, (query) => query.where('r.version', '<', after ?? 0))
    .orderBy('r.version', 'desc')
    .limit(PAGE + 1)
    .execute();
  const revisions = rows.slice(0, PAGE).map((row) => ({
    ...row,
    saved_at: row.saved_at.toISOString(),
    status: row.status === 'published' ? ('published' as const) : ('draft' as const),
  }));
  return { revisions, next: rows.length > PAGE ? String(revisions.at(-1)?.version) : null };
}

/** One former version with all its fields. Throws 404. */
export async function getRevision(db: Db, taleId: string, version: number): Promise<RevisionView> {
  const row = await db
    .selectFrom('tale_revisions as r')
    .leftJoin('profiles as editor', 'editor.id', 'r.edited_by')
    .select(['r.saved_at', 'editor.name as edited_by', 'r.fields', 'r.content'])
    .where('r.tale_id', '=', taleId)
    .where('r.version', '=', version)
    .executeTakeFirst();
  if (row === undefined) throw notFound('This version is not kept.', 'unknown_version');
  const fields = TaleFields.parse({ ...(row.fields as object), content: row.content });
  return { version, saved_at: row.saved_at.toISOString(), edited_by: row.edited_by, fields };
}
