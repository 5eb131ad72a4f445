/** Creates, changes, trashes and deletes tales. Each action and its audit log entry are one transaction. */
import type { Editor } from '#src/features/accounts/accounts.ts';
import { copyAttachments } from '#src/features/files/attachments/attachments.ts';
import {
  createTale,
  deleteTale,
  moveTale,
  type PublishCheck,
  type SaveOptions,
  updateTale,
  type WrittenTale,
} from '#src/features/tales/tales.ts';
import { type AuditEntry, audit, auditPart } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError } from '#src/platform/errors.ts';
import { invalid } from '#src/platform/http/read-body.ts';
import { definitionOf, FIELD_NAMES } from '../field-values.ts';
import type { FieldName } from '../fields.ts';
import type { BulkChange, BulkResult, SaveResult } from './contract.ts';
import { getManagedTale, type ManagedRow, readManaged, toManaged, unknownTale } from './managed-tale.ts';

/** `publishCheck` returns what prevents publication. */
type ChangeDeps = { db: Db; editor: Editor; publishCheck: PublishCheck };
type MoveDeps = Omit<ChangeDeps, 'publishCheck'>;

/** As stored in the audit log, after `tale.`. */
type TaleAction = 'created' | 'duplicated' | 'changed' | 'published' | 'unpublished' | 'binned' | 'restored' | 'deleted';

/** @throws AppError 422 `invalid` with messages by field */
export async function createManagedTale(deps: ChangeDeps, fields: unknown): Promise<SaveResult> {
  return transact(deps.db, async (trx) => {
    const outcome = await createTale(trx, fields, writingOf(deps));
    if (outcome.outcome === 'invalid') throw invalidFields(outcome.problems);
    return { tale: toManaged(outcome.tale), tidied: outcome.contentChanged };
  });
}

/**
 * Creates a draft with the fields and files of a tale, which starts like a new tale: no publish date, no counts, not featured.
 * @throws AppError 404 `unknown_tale`, 409 `in_bin`, 422 `invalid` if the tale does not fulfil the rules for new tales
 */
export async function duplicateManagedTale(deps: ChangeDeps, id: string): Promise<SaveResult> {
  return transact(deps.db, async (trx) => {
    const tale = await getManagedTale(trx, id);
    if (tale.deleted_at !== null) throw taleInTrash();
    const fields = Object.fromEntries(FIELD_NAMES.filter((name) => !NOT_COPIED.has(name)).map((name) => [name, tale[name]]));
    const title = copyTitle(tale.title);
    const duplicated = ({ id: copy }: WrittenTale) =>
      auditPart({ ...entryOf(deps.editor, 'duplicated', { id: copy, title }), details: { title, of: tale.title } });
    const outcome = await createTale(trx, { ...fields, title }, { ...writingOf(deps), beside: duplicated });
    if (outcome.outcome === 'invalid') throw invalidFields(outcome.problems);
    await copyAttachments(trx, id, outcome.tale.id);
    // Attaching files changes `updated_at`.
    return { tale: await getManagedTale(trx, outcome.tale.id), tidied: outcome.contentChanged };
  });
}

/** Without them the copy is a draft with a slug generated from its title. */
const NOT_COPIED: ReadonlySet<FieldName> = new Set(['status', 'publish_date', 'slug']);

/** The title of a copy, within the limit of titles. */
function copyTitle(title: string): string {
  return [...`Copy of ${title}`].slice(0, definitionOf('title').maxLength).join('').trim();
}

/**
 * Saves the given fields of a tale. `version` is the one they were changed from; `any` skips the check.
 * @throws AppError 404 `unknown_tale`, 409 `in_bin`, 412 `changed_since`, 422 `invalid`
 */
export async function changeManagedTale(
  deps: ChangeDeps,
  { id, version, fields }: { id: string; version: number | 'any'; fields: unknown },
): Promise<SaveResult> {
  return transact(deps.db, async (trx) => {
    const outcome = await updateTale(trx, id, version, fields, writingOf(deps));
    if (outcome.outcome === 'missing') throw await missingTale(trx, id);
    if (outcome.outcome === 'conflict') throw changedSince();
    if (outcome.outcome === 'invalid') throw invalidFields(outcome.problems);
    return { tale: toManaged(outcome.tale), tidied: outcome.contentChanged };
  });
}

function writingOf({ editor, publishCheck }: ChangeDeps): SaveOptions<ManagedRow> {
  return { editor: editor.id, judge: publishCheck, read: readManaged, beside: auditOf(editor), textLater: true };
}

/**
 * Deletes a tale permanently, whether it is in the trash or not.
 * @throws AppError 404 `unknown_tale`
 */
export async function deleteManagedTale({ db, editor }: MoveDeps, id: string): Promise<void> {
  await transact(db, async (trx) => {
    const tale = await trx.selectFrom('tales').select(['id', 'title']).where('id', '=', id).forUpdate().executeTakeFirst();
    if (tale === undefined) throw unknownTale();
    await deleteTale(trx, id);
    await audit(trx, entryOf(editor, 'deleted', tale));
  });
}

/**
 * Moves a tale to the trash or restores it.
 * @throws AppError 404 `unknown_tale`, 409 `in_bin`, 409 `not_in_bin`
 */
export async function moveManagedTale({ db, editor }: MoveDeps, id: string, to: 'bin' | 'list'): Promise<SaveResult> {
  return transact(db, async (trx) => {
    if (!(await moveTale(trx, id, to, editor.id))) throw await missingTale(trx, id);
    const tale = await getManagedTale(trx, id);
    await audit(trx, entryOf(editor, to === 'bin' ? 'binned' : 'restored', tale));
    return { tale, tidied: false };
  });
}

/** Returns the audit entry of a saved tale as part of the statement that saves it. */
function auditOf(editor: Editor) {
  return ({ status, was, ...tale }: WrittenTale) => {
    const statusChange = status === 'published' ? 'published' : 'unpublished';
    const action = was === undefined ? 'created' : status === was ? 'changed' : statusChange;
    return auditPart(entryOf(editor, action, tale));
  };
}

/** Stores the title as well, because a deleted tale cannot be looked up. */
function entryOf(editor: Editor, action: TaleAction, { id, title }: { id: string; title: string }): AuditEntry {
  return { actor: editor.id, action: `tale.${action}`, subject: { kind: 'tale', id }, details: { title } };
}

/** Returns why a tale could not be changed: it does not exist, is in the trash, or is not. */
async function missingTale(trx: Db, id: string): Promise<AppError> {
  const tale = await trx.selectFrom('tales').select('deleted_at').where('id', '=', id).executeTakeFirst();
  if (tale === undefined) return unknownTale();
  return tale.deleted_at === null ? new AppError(409, 'not_in_bin', 'This tale is not in the trash.') : taleInTrash();
}

export function taleInTrash(): AppError {
  return new AppError(409, 'in_bin', 'This tale is in the trash. Restore it first.');
}

export function changedSince(): AppError {
  return new AppError(412, 'changed_since', 'This tale has been changed since you opened it.');
}

/** Problems of the whole tale are reported as field `form`. */
function invalidFields({ '': whole, ...problems }: Record<string, string[]>): AppError {
  return invalid(whole === undefined ? problems : { ...problems, form: whole });
}

/** Applies one action to many tales, each in its own transaction. A tale that is already in the wanted state counts as done. */
export async function changeManyTales(deps: ChangeDeps, change: BulkChange): Promise<BulkResult> {
  const result: BulkResult = { done: [], refused: [] };
  for (const id of new Set(change.ids)) {
    try {
      await changeOne(deps, id, change);
      result.done.push(id);
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      result.refused.push({ id, title: await titleOf(deps, id), reason: reasonOf(error) });
    }
  }
  return result;
}

async function changeOne(deps: ChangeDeps, id: string, { action, category }: BulkChange): Promise<void> {
  if (action === 'delete') return deleteManagedTale(deps, id);
  if (action === 'bin' || action === 'restore') {
    await moveManagedTale(deps, id, action === 'bin' ? 'bin' : 'list');
    return;
  }
  const fields = action === 'categorise' ? { category } : { status: action === 'publish' ? 'published' : 'draft' };
  if (await hasValues(deps, id, fields)) return;
  await changeManagedTale(deps, { id, version: 'any', fields });
}

async function hasValues({ db }: ChangeDeps, id: string, fields: Record<string, unknown>): Promise<boolean> {
  const tale = await db
    .selectFrom('tales')
    .innerJoin('categories', 'categories.id', 'tales.category_id')
    .select(['tales.status', 'categories.slug as category'])
    .where('tales.id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return tale !== undefined && Object.entries(fields).every(([name, value]) => tale[name as keyof typeof tale] === value);
}

async function titleOf({ db }: ChangeDeps, id: string): Promise<string> {
  const tale = await db.selectFrom('tales').select('title').where('id', '=', id).executeTakeFirst();
  return tale?.title ?? '';
}

/** Prefers the messages of fields, which are more specific. */
function reasonOf({ message, fields = {} }: AppError): string {
  const messages = Object.values(fields).flat();
  return messages.length > 0 ? messages.join('. ') : message;
}
