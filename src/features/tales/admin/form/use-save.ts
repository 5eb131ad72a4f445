import { useState } from 'react';
import { mergeChanges } from '#src/admin-ui/merge-changes.ts';
import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import { toast } from '#src/ui/toast.ts';
import type { TaleFields } from '../../contract.ts';
import { FORM_ORDER, isListName, isSameValue } from '../../field-values.ts';
import { type FieldName, taleFields } from '../../fields.ts';
import type { ManagedTale, SaveResult } from '../contract.ts';
import type { FormStore } from './form-store.ts';
import { fieldsOf, pick, toNewTale, validateFields } from './form-values.ts';

/** Attempts to save while others save in between. */
const MAX_ATTEMPTS = 5;

type Options = {
  /** Null for a new tale. */
  id: string | null;
  store: FormStore;
  /** `isPublished`: it was saved by `publish`. */
  onSaved: (result: SaveResult, isPublished: boolean) => void;
  /** Called with the invalid fields, to focus the first. */
  onInvalid: (names: FieldName[]) => void;
};

/** What publishing changes. Not part of the form's values, so that a failed attempt leaves a draft. `publish_date`: ISO 8601, or `now`. */
export type Publication = { status: 'published'; publish_date?: string };

/** Saves the form. One request runs at a time, however often Save is pressed. */
export function useSave({ id, store, onSaved, onInvalid }: Options) {
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [conflict, setConflict] = useState<(Conflict & { publication: Publication | undefined }) | null>(null);
  const [requests] = useState(createRequests);

  async function save({
    asNew = id === null,
    publication,
  }: {
    asNew?: boolean;
    publication?: Publication | undefined;
  } = {}): Promise<void> {
    const problems = validateFields(store.read());
    store.setProblems(problems);
    const invalid = FORM_ORDER.filter((name) => problems[name] !== undefined);
    if (invalid.length > 0) {
      onInvalid(invalid);
      await toast({ title: 'Error', text: problems[invalid[0] as FieldName]?.[0] ?? '', wrong: true });
      return;
    }
    setFailure(null);
    try {
      const result = asNew
        ? await requests.create(store, publication)
        : await saveChanges(store, id ?? '', (found) => setConflict({ ...found, publication }), publication);
      if (result === null) return;
      // The form is no longer dirty: leaving it needs no confirmation.
      store.rebase({ version: result.tale.version, fields: store.read() });
      if (publication === undefined) showSaved(asNew);
      if (result.tidied) showTidied();
      onSaved(result, publication !== undefined);
    } catch (error) {
      showError(error, publication ? 'Error publishing tale' : asNew ? 'Error creating tale' : 'Error updating tale');
    }
  }

  function showError(thrown: unknown, title: string): void {
    const error = thrown instanceof ApiError ? thrown : new ApiError(500, '', 'An unknown error occurred');
    setFailure(error);
    store.setProblems(error.fields);
    onInvalid(FORM_ORDER.filter((name) => error.fields[name] !== undefined));
    void toast({ title, text: error.message, wrong: true });
  }

  async function runAlone(task: () => Promise<void>): Promise<void> {
    if (requests.isRunning()) return;
    setSaving(true);
    await requests.run(task).finally(() => setSaving(false));
  }

  return {
    isSaving,
    failure,
    conflict,
    save: () => runAlone(save),
    saveAsNew: () => runAlone(() => save({ asNew: true })),
    /** Saves and publishes in one request. */
    publish: (publication: Publication) => runAlone(() => save({ publication })),
    /** Saves the chosen values over the version of the other editor. */
    resolveConflict: (values: TaleFields) =>
      runAlone(async () => {
        if (conflict === null) return;
        store.rebase({ version: conflict.theirs.version, fields: fieldsOf(conflict.theirs) });
        store.replace(values);
        setConflict(null);
        await save({ publication: conflict.publication });
      }),
    closeConflict: () => setConflict(null),
    /** Merges changes that others saved into the form, without saving. */
    loadTheirChanges: () =>
      runAlone(async () => {
        try {
          const taken = await mergeSaved(store, id ?? '', (found) => setConflict({ ...found, publication: undefined }));
          if (taken !== null) showTaken(taken);
        } catch (error) {
          showError(error, 'Error updating tale');
        }
      }),
  };
}

function createRequests() {
  const sender = createTaleSender();
  let isRunning = false;
  return {
    isRunning: () => isRunning,
    create: (store: FormStore, publication?: Publication) => {
      const [values, before] = [store.read(), store.base().fields];
      // The slug of a deleted tale stays reserved: its copy gets a new one.
      const slug = values.slug === before.slug ? '' : values.slug;
      return sender.create({ ...toNewTale({ ...values, slug }, values.publish_date !== before.publish_date), ...publication });
    },
    async run(task: () => Promise<void>): Promise<void> {
      isRunning = true;
      await task().finally(() => {
        isRunning = false;
      });
    },
  };
}

function showTaken(taken: readonly FieldName[]): void {
  const labels = new Intl.ListFormat('en').format(taken.map((name) => taleFields[name].label));
  void toast({
    title: 'Changes loaded',
    text: labels === '' ? 'You already have the latest values.' : `Updated to the saved values: ${labels}.`,
  });
}

function showSaved(isNew: boolean): void {
  void toast(
    isNew
      ? { title: 'Tale created', text: 'The fairy tale has been successfully created.' }
      : { title: 'Tale updated', text: 'The fairy tale has been successfully updated.' },
  );
}

function showTidied(): void {
  void toast({ title: 'Some formatting was removed', text: 'The text contained formatting that tales do not support.', warns: true });
}

/** An edit conflict: someone else saved different values for the same fields. */
export type Conflict = { theirs: ManagedTale; merged: MergedTale };

/** Saves the changed fields. Changes that others saved in the meantime are merged first; null if there is a conflict to resolve. */
export async function saveChanges(
  store: FormStore,
  id: string,
  onConflict: (conflict: Conflict) => void,
  publication?: Publication,
): Promise<SaveResult | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await updateTale(id, store.base().version, { ...pick(store.read(), store.changed()), ...publication });
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
  /** Created by an earlier attempt, but without the current values. `isUnanswered`: an update got no response. */
  let outdated: (Pick<ManagedTale, 'id' | 'version'> & { isUnanswered: boolean }) | null = null;

  async function create(body: Partial<TaleFields>): Promise<SaveResult> {
    const earlier = unanswered;
    if (earlier !== null && JSON.stringify(earlier.body) === JSON.stringify(body)) return attempt(earlier);
    if (earlier !== null) {
      // It may have been processed: repeat it with its key, then update the tale with the current values.
      const created = await attempt(earlier).catch((error: unknown) => {
        if (unanswered !== null) throw error;
        return null;
      });
      outdated = created && { ...created.tale, isUnanswered: false };
    }
    return outdated === null ? attempt({ key: crypto.randomUUID(), body }) : update(outdated, body);
  }

  async function update(tale: NonNullable<typeof outdated>, body: Partial<TaleFields>): Promise<SaveResult> {
    try {
      const result = await updateTale(tale.id, tale.version, body);
      outdated = null;
      return result;
    } catch (error) {
      outdated = { ...tale, isUnanswered: tale.isUnanswered || isUndecided(error) };
      if (!(error instanceof ApiError && [404, 412].includes(error.status))) throw error;
      if (error.status === 412 && tale.isUnanswered) {
        // The newer version may be that of the update without a response.
        const { version } = await apiRequest<ManagedTale>('GET', `/admin/tales/${tale.id}`);
        if (version === tale.version + 1) return update({ ...tale, version, isUnanswered: false }, body);
      }
      // Others have changed or deleted it: the next attempt creates a tale, so that nothing is lost or overwritten.
      outdated = null;
      throw error;
    }
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
