/** Version history of tales: endpoints and queries. */
import { z } from 'zod';
import type { Editor } from '#src/features/accounts/accounts.ts';
import { withoutMissingPictures } from '#src/features/media/media.ts';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { notFound } from '#src/platform/errors.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import { invalid } from '#src/platform/http/read-body.ts';
import { TaleFields } from '../../contract.ts';
import { updateTale } from '../../tales.ts';
import { changedSince, taleInTrash } from '../change-tale.ts';
import { SaveResult } from '../contract.ts';
import { getManagedTale, readVersion, setVersion, unknownTale } from '../managed-tale.ts';

const SavedBy = z.string().nullable().describe('A name; null for imports, and when the account is gone.');

const SuggestedBy = z.string().nullable().describe('Name of the reader who suggested the changes; null without a suggestion.');

const Revision = z
  .object({
    version: z.int(),
    saved_at: z.string(),
    edited_by: SavedBy,
    suggested_by: SuggestedBy,
    title: z.string(),
    status: z.enum(['draft', 'published']),
    words: z.int(),
  })
  .meta({ id: 'TaleRevision', description: 'An earlier version of a tale.' });
export type Revision = z.infer<typeof Revision>;

const RevisionPage = z
  .object({
    revisions: z.array(Revision),
    next: z.string().nullable().describe('Pass it back as `after` for the next page.'),
  })
  .meta({ id: 'TaleRevisionPage', description: 'One page of versions.' });
export type RevisionPage = z.infer<typeof RevisionPage>;

const RevisionView = z
  .object({ version: z.int(), saved_at: z.string(), edited_by: SavedBy, fields: TaleFields })
  .meta({ id: 'TaleRevisionText', description: 'An earlier version with all its fields.' });
export type RevisionView = z.infer<typeof RevisionView>;

const TaleId = z.strictObject({ id: z.uuid().toLowerCase() });
const Version = z
  .string()
  .regex(/^[1-9]\d{0,8}$/)
  .transform(Number);
const TaleVersion = TaleId.extend({ version: Version });

/** Endpoints that list, read and restore earlier versions of tales. */
export function revisionEndpoints({ db }: { db: Db }): Endpoint<Editor>[] {
  return [
    endpoint({
      id: 'listTaleRevisions',
      method: 'GET',
      path: '/tales/{id}/revisions',
      summary: 'List versions of a tale',
      description: 'Earlier versions of a tale, newest first, 50 per page. At most 200 are stored.',
      params: TaleId,
      query: z.strictObject({ after: Version.optional() }),
      response: RevisionPage,
      run: ({ params, query }) => listRevisions(db, params.id, query.after),
    }),
    endpoint({
      id: 'getTaleRevision',
      method: 'GET',
      path: '/tales/{id}/revisions/{version}',
      summary: 'Get a version of a tale',
      description: 'One earlier version with all its fields.',
      params: TaleVersion,
      response: RevisionView,
      run: ({ params }) => getRevision(db, params.id, params.version),
    }),
    endpoint({
      id: 'restoreTaleRevision',
      method: 'POST',
      path: '/tales/{id}/revisions/{version}/restore',
      summary: 'Restore a version of a tale',
      description: 'Saves the fields of an earlier version as a new version. Slug, status and publish date stay as they are.',
      params: TaleVersion,
      response: SaveResult,
      ifMatch: true,
      errors: { 409: 'The tale is in the trash', 422: 'A field of that version is no longer valid, with messages by field in `errors`' },
      run: async ({ c, caller, params }) => {
        const saved = await restoreRevision(db, caller, { ...params, base: readVersion(c) });
        setVersion(c, saved.tale.version);
        return saved;
      },
    }),
  ];
}

const PAGE_SIZE = 50;

/**
 * Lists earlier versions of a tale, newest first, 50 per page. `after` is the last version of the previous page. Each change of a tale
 * stores the version that it replaces.
 * @throws AppError 404 `unknown_tale`
 */
async function listRevisions(db: Db, taleId: string, after?: number): Promise<RevisionPage> {
  const tale = await db.selectFrom('tales').select('id').where('id', '=', taleId).executeTakeFirst();
  if (tale === undefined) throw unknownTale();
  const rows = await db
    .selectFrom('tale_revisions as r')
    .leftJoin('users as editor', 'editor.id', 'r.edited_by')
    .leftJoin('users as reader', 'reader.id', 'r.suggested_by')
    .select(['r.version', 'r.saved_at', 'editor.name as edited_by', 'reader.name as suggested_by', 'r.title', 'r.status', 'r.words'])
    .where('r.tale_id', '=', taleId)
    .$if(after !== undefined, (query) => query.where('r.version', '<', after ?? 0))
    .orderBy('r.version', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();
  const revisions = rows.slice(0, PAGE_SIZE).map((row) => ({
    ...row,
    saved_at: row.saved_at.toISOString(),
    status: row.status === 'published' ? ('published' as const) : ('draft' as const),
  }));
  return { revisions, next: rows.length > PAGE_SIZE ? String(revisions.at(-1)?.version) : null };
}

/** @throws AppError 404 `unknown_version` */
async function getRevision(db: Db, taleId: string, version: number): Promise<RevisionView> {
  const row = await db
    .selectFrom('tale_revisions as r')
    .leftJoin('users as editor', 'editor.id', 'r.edited_by')
    .select(['r.saved_at', 'editor.name as edited_by', 'r.fields', 'r.content'])
    .where('r.tale_id', '=', taleId)
    .where('r.version', '=', version)
    .executeTakeFirst();
  if (row === undefined) throw notFound('This version does not exist.', 'unknown_version');
  const fields = TaleFields.parse({ ...(row.fields as object), content: row.content });
  return { version, saved_at: row.saved_at.toISOString(), edited_by: row.edited_by, fields };
}

/** `base`: the current version as the editor knows it. */
type RestoreOptions = { id: string; version: number; base: number };

/**
 * Saves the fields of an earlier version as a new version. Slug, status and publish date stay, as does the category if the earlier one was
 * deleted. Images that were deleted since are left out.
 * @throws AppError 404, 409 `in_bin`, 412 `changed_since`, 422 `invalid`
 */
async function restoreRevision(db: Db, editor: Editor, { id, version, base }: RestoreOptions): Promise<SaveResult> {
  return transact(db, async (trx) => {
    const { fields } = await getRevision(trx, id, version);
    const { input, isChanged } = await withoutDeletedReferences(trx, fields);
    const outcome = await updateTale(trx, id, base, input, { editor: editor.id });
    if (outcome.outcome === 'missing') throw taleInTrash();
    if (outcome.outcome === 'conflict') throw changedSince();
    if (outcome.outcome === 'invalid') throw invalid(outcome.problems);
    const details = { version, title: fields.title };
    await audit(trx, { actor: editor.id, action: 'tale.version-restored', subject: { kind: 'tale', id }, details });
    return { tale: await getManagedTale(trx, id), tidied: outcome.contentChanged || isChanged };
  });
}

/** Returns the fields to restore, without categories and images that were deleted since. */
async function withoutDeletedReferences(trx: Db, { status: _, publish_date: _date, slug: _slug, ...fields }: TaleFields) {
  const { category, tags, cover_image, content, ...rest } = fields;
  // Includes former slugs: a category that was merged into another resolves to that one.
  const slugs = trx
    .selectFrom('category_slugs')
    .select('slug')
    .where('slug', 'in', [category, ...tags]);
  const rows = await slugs.where('owner_id', 'is not', null).execute();
  const known = new Set(rows.map(({ slug }) => slug));
  const pictures = await withoutMissingPictures(trx, { cover: cover_image, content });
  const input = {
    ...{ ...rest, cover_image: pictures.cover, content: pictures.content, tags: tags.filter((tag) => known.has(tag)) },
    ...(known.has(category) && { category }),
  };
  return { input, isChanged: pictures.isChanged };
}
