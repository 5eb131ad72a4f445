/** What is done to a tale. Each deed and its entry in the audit log are one transaction. */
import type { Editor } from '#src/features/accounts/accounts.ts';
import { createTale, deleteTale, type Judge, moveTale, updateTale, type Writing, type WrittenTale } from '#src/features/tales/tales.ts';
import { type AuditEntry, audit, auditPart } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError } from '#src/platform/errors.ts';
import { invalid } from '#src/platform/http/read-body.ts';
import type { SavedAnswer } from './contract.ts';
import { getManagedTale, type ManagedRow, readManaged, toManaged, unknownTale } from './get-tale.ts';

/** Who does it, and what a tale must be to be published. */
export type ChangeDeps = { db: Db; editor: Editor; judge: Judge };

export type TaleDeed = 'created' | 'changed' | 'published' | 'unpublished' | 'binned' | 'restored' | 'deleted';

/** Writes a new tale. Throws 422 `invalid` with all that is wrong, by field. */
export async function createManagedTale({ db, editor, judge }: ChangeDeps, fields: unknown): Promise<SavedAnswer> {
  return transact(db, async (trx) => {
    const outcome = await createTale(trx, fields, writingOf(editor, judge));
    if (outcome.outcome === 'invalid') throw refused(outcome.problems);
    return { tale: toManaged(outcome.tale), tidied: outcome.contentChanged };
  });
}

/**
 * Writes the given fields of a tale; `version` is the one they were changed in, or `any`. Throws 404 `unknown_tale`, 409 `in_bin`,
 * 412 `changed_since`, 422 `invalid`.
 */
export async function changeManagedTale(
  { db, editor, judge }: ChangeDeps,
  { id, version, fields }: { id: string; version: number | 'any'; fields: unknown },
): Promise<SavedAnswer> {
  return transact(db, async (trx) => {
    const outcome = await updateTale(trx, id, version, fields, writingOf(editor, judge));
    if (outcome.outcome === 'missing') throw await absence(trx, id);
    if (outcome.outcome === 'conflict') throw new AppError(412, 'changed_since', 'This tale has been changed since you opened it.');
    if (outcome.outcome === 'invalid') throw refused(outcome.problems);
    return { tale: toManaged(outcome.tale), tidied: outcome.contentChanged };
  });
}

function writingOf(editor: Editor, judge: Judge): Writing<ManagedRow> {
  return { editor: editor.id, judge, read: readManaged, beside: noteWith(editor), textLater: true };
}

/** Deletes a tale for good, from the list or the bin. Throws 404 `unknown_tale`. */
export async function deleteManagedTale({ db, editor }: Omit<ChangeDeps, 'judge'>, id: string): Promise<void> {
  await transact(db, async (trx) => {
    const tale = await trx.selectFrom('tales').select(['id', 'title']).where('id', '=', id).forUpdate().executeTakeFirst();
    if (tale === undefined) throw unknownTale();
    await deleteTale(trx, id);
    await note(trx, { editor, deed: 'deleted', tale });
  });
}

/** Moves a tale into the bin or back. Throws 404 `unknown_tale`, 409 `in_bin`, 409 `not_in_bin`. */
export async function moveManagedTale({ db, editor }: Omit<ChangeDeps, 'judge'>, id: string, to: 'bin' | 'list'): Promise<SavedAnswer> {
  return transact(db, async (trx) => {
    if (!(await moveTale(trx, id, to, editor.id))) throw await absence(trx, id);
    const tale = await getManagedTale(trx, id);
    await note(trx, { editor, deed: to === 'bin' ? 'binned' : 'restored', tale });
    return { tale, tidied: false };
  });
}

type Noted = { editor: Editor; deed: TaleDeed; tale: { id: string; title: string } };

async function note(trx: Db, noted: Noted): Promise<void> {
  await audit(trx, entryOf(noted));
}

/** The entry of a tale that is written, with the statement that writes it. */
function noteWith(editor: Editor) {
  return ({ status, was, ...tale }: WrittenTale) => {
    const other = status === 'published' ? 'published' : 'unpublished';
    const deed = was === undefined ? 'created' : status === was ? 'changed' : other;
    return auditPart(entryOf({ editor, deed, tale }));
  };
}

/** The title is kept too: a tale that was deleted has none to ask for. */
function entryOf({ editor, deed, tale }: Noted): AuditEntry {
  const subject = { kind: 'tale', id: tale.id };
  return { actor: editor.id, action: `tale.${deed}`, subject, details: { title: tale.title } };
}

/** Why a tale is not where it was looked for. */
async function absence(trx: Db, id: string): Promise<AppError> {
  const tale = await trx.selectFrom('tales').select('deleted_at').where('id', '=', id).executeTakeFirst();
  if (tale === undefined) return unknownTale();
  if (tale.deleted_at === null) return new AppError(409, 'not_in_bin', 'This tale is not in the bin.');
  return new AppError(409, 'in_bin', 'This tale is in the bin. Restore it first.');
}

/** The problem of the whole has the name that forms know. */
function refused({ '': whole, ...problems }: Record<string, string[]>): AppError {
  return invalid(whole === undefined ? problems : { ...problems, form: whole });
}
