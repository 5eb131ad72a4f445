import type { Editor } from '#src/features/accounts/accounts.ts';
import type { SavedAnswer, TaleFields } from '#src/features/manage/contract.ts';
import { getManagedTale } from '#src/features/manage/manage.ts';
import { withoutMissingPictures } from '#src/features/media/media.ts';
import { updateTale } from '#src/features/tales/tales.ts';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError } from '#src/platform/errors.ts';
import { invalid } from '#src/platform/http/read-body.ts';
import { getRevision } from './revisions.ts';

/** Which version comes back, and the one that the tale has as the editor knows it. */
type Asked = { id: string; version: number; base: number };

/**
 * Writes what a tale said in a former version as a new one. Whether and when it is public, and its address, stay as they are; so
 * does a category where the former one is gone. Pictures that were deleted do not come back. Throws 404, 409 `in_bin`, 412 `changed_since`, 422 `invalid`.
 */
export async function restoreRevision(db: Db, editor: Editor, { id, version, base }: Asked): Promise<SavedAnswer> {
  return transact(db, async (trx) => {
    const { fields } = await getRevision(trx, id, version);
    const { input, isChanged } = await stillPossible(trx, fields);
    const outcome = await updateTale(trx, id, base, input, { editor: editor.id });
    if (outcome.outcome === 'missing') throw new AppError(409, 'in_bin', 'This tale is in the bin. Restore it first.');
    if (outcome.outcome === 'conflict') throw new AppError(412, 'changed_since', 'This tale has been changed since you opened it.');
    if (outcome.outcome === 'invalid') throw invalid(outcome.problems);
    const details = { version, title: fields.title };
    await audit(trx, { actor: editor.id, action: 'tale.version-restored', subject: { kind: 'tale', id }, details });
    return { tale: await getManagedTale(trx, id), tidied: outcome.contentChanged || isChanged };
  });
}

/** The fields that come back, of which categories and pictures may be gone since. */
async function stillPossible(trx: Db, { status: _, publish_date: _date, slug: _slug, ...fields }: TaleFields) {
  const { category, tags, cover_image, content, ...rest } = fields;
  // Former slugs too: a category that was merged into another comes back as that.
  const slugs = trx
    .selectFrom('category_slugs')
    .select('slug')
    .where('slug', 'in', [category, ...tags]);
  const rows = await slugs.where('owner_id', 'is not', null).execute();
  const known = new Set(rows.map(({ slug }) => slug));
  const shown = await withoutMissingPictures(trx, { cover: cover_image, content });
  const input = {
    ...{ ...rest, cover_image: shown.cover, content: shown.content, tags: tags.filter((tag) => known.has(tag)) },
    ...(known.has(category) && { category }),
  };
  return { input, isChanged: shown.isChanged };
}
