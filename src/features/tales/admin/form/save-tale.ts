import { mergeChanges } from '#src/admin-ui/merge-changes.ts';
import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import type { TaleFields } from '../../contract.ts';
import { FORM_ORDER, isListName, isSameValue } from '../../field-values.ts';
import { type FieldName, taleFields } from '../../fields.ts';
import type { ManagedTale, SaveResult } from '../contract.ts';
import type { FormStore } from './form-store.ts';
import { fieldsOf, pick } from './form-values.ts';

/** An edit conflict: someone else saved different values for the same fields. */
export type Conflict = { theirs: ManagedTale; merged: MergedTale };

/** Attempts to save while others save in between. */
const MAX_ATTEMPTS = 5;

/** Saves the changed fields. Changes that others saved in the meantime are merged first; null if there is a conflict to resolve. */
export async function saveChanges(store: FormStore, id: string, onConflict: (conflict: Conflict) => void): Promise<SaveResult | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await updateTale(id, store.base().version, pick(store.read(), store.changed()));
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 412 || attempt === MAX_ATTEMPTS) throw error;
    }
    if ((await mergeSaved(store, id, onConflict)) === null) return null;
  }
}

/** Merges the saved tale into the form. Returns the fields taken from it; null if there is a conflict to resolve. */
export async function mergeSaved(store: FormStore, id: string, onConflict: (conflict: Conflict) => void): Promise<FieldName[] | null> {
  const theirs = await apiRequest<ManagedTale>('GET', `/admin/tales/${id}`);
  const merged = mergeTale(store.base().fields, store.read(), fieldsOf(theirs));
  if (merged.conflicts.length > 0) {
    onConflict({ theirs, merged });
    return null;
  }
  store.rebase({ version: theirs.version, fields: fieldsOf(theirs) });
  store.replace(merged.values);
  return merged.taken;
}

type MergedTale = {
  /** The merged values; fields in conflict as typed here. */
  values: TaleFields;
  /** Fields with changes of the other side. */
  taken: FieldName[];
  /** Fields that both sides changed to different values. */
  conflicts: FieldName[];
};

/**
 * Merges two changes of a tale by field: `base` is the common version, `mine` the values of the form, `theirs` what was saved since.
 * Sets, such as tags, never conflict: additions and removals of both sides are applied.
 */
export function mergeTale(base: TaleFields, mine: TaleFields, theirs: TaleFields): MergedTale {
  const merged = mergeChanges(base, mine, theirs, isSameValue);
  const { values } = merged;
  const taken = new Set<FieldName>(merged.taken);
  for (const name of merged.conflicts) {
    if (!isListName(name) || taleFields[name].kind !== 'set') continue;
    values[name] = mergeSets(base[name], mine[name], theirs[name]);
    taken.add(name);
  }
  // The category of a tale is never one of its tags.
  values.tags = values.tags.filter((tag) => tag !== values.category);
  return {
    values,
    taken: FORM_ORDER.filter((name) => taken.has(name)),
    conflicts: FORM_ORDER.filter((name) => merged.conflicts.includes(name) && !taken.has(name)),
  };
}

function mergeSets(base: string[], mine: string[], theirs: string[]): string[] {
  const unchanged = base.filter((each) => mine.includes(each) && theirs.includes(each));
  const added = [...mine, ...theirs].filter((each) => !base.includes(each));
  return [...new Set([...unchanged, ...added])];
}

type Attempt = { key: string; body: Partial<TaleFields> };

/**
 * Creates the tale of one form. Requests have an idempotency key, and an attempt without a response is repeated before anything else is
 * sent, so that retries never create a second tale.
 */
export function createTaleSender() {
  let unanswered: Attempt | null = null;

  async function create(body: Partial<TaleFields>): Promise<SaveResult> {
    const earlier = unanswered;
    if (earlier === null) return attempt({ key: crypto.randomUUID(), body });
    if (JSON.stringify(earlier.body) === JSON.stringify(body)) return attempt(earlier);
    // The earlier request may have been processed: repeat it with its key, then update the tale with the current values.
    const created = await attempt(earlier).catch((error: unknown) => {
      if (unanswered !== null) throw error;
      return null;
    });
    if (created === null) return attempt({ key: crypto.randomUUID(), body });
    return updateTale(created.tale.id, created.tale.version, body);
  }

  async function attempt(next: Attempt): Promise<SaveResult> {
    try {
      const result = await apiRequest<SaveResult>('POST', '/admin/tales', next.body, { 'idempotency-key': next.key });
      unanswered = null;
      return result;
    } catch (error) {
      unanswered = isUndecided(error) ? next : null;
      throw error;
    }
  }

  return { create };
}

function updateTale(id: string, version: number, fields: Partial<TaleFields>): Promise<SaveResult> {
  return apiRequest<SaveResult>('PATCH', `/admin/tales/${id}`, fields, { 'if-match': `"${version}"` });
}

/** Whether a request may have been processed: no response, an error of a proxy, or the first attempt is still running (409). */
function isUndecided(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status === 409 || error.status >= 500;
}
