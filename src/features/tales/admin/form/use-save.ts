import { useState } from 'react';
import { ApiError } from '#src/api-client/api-request.ts';
import { toast } from '#src/ui/toast.ts';
import type { TaleFields } from '../../contract.ts';
import { FORM_ORDER } from '../../field-values.ts';
import { type FieldName, taleFields } from '../../fields.ts';
import type { SaveResult } from '../contract.ts';
import type { FormStore } from './form-store.ts';
import { fieldsOf, toNewTale, validateFields } from './form-values.ts';
import { type Conflict, createTaleSender, mergeSaved, saveChanges } from './save-tale.ts';

type Options = {
  /** Null for a new tale. */
  id: string | null;
  store: FormStore;
  onSaved: (result: SaveResult) => void;
  /** Called with the invalid fields, to focus the first. */
  onInvalid: (names: FieldName[]) => void;
};

/** Saves the form. One request runs at a time, however often Save is pressed. */
export function useSave({ id, store, onSaved, onInvalid }: Options) {
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [requests] = useState(createRequests);

  async function save(asNew = id === null): Promise<void> {
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
      const result = asNew ? await requests.create(store) : await saveChanges(store, id ?? '', setConflict);
      if (result === null) return;
      // The form is no longer dirty: leaving it needs no confirmation.
      store.rebase({ version: result.tale.version, fields: store.read() });
      showSaved(result, asNew);
      onSaved(result);
    } catch (error) {
      showError(error, asNew);
    }
  }

  function showError(thrown: unknown, asNew: boolean): void {
    const error = thrown instanceof ApiError ? thrown : new ApiError(500, '', 'An unknown error occurred');
    setFailure(error);
    store.setProblems(error.fields);
    onInvalid(FORM_ORDER.filter((name) => error.fields[name] !== undefined));
    void toast({ title: asNew ? 'Error creating tale' : 'Error updating tale', text: error.message, wrong: true });
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
    saveAsNew: () => runAlone(() => save(true)),
    /** Saves the chosen values over the version of the other editor. */
    resolveConflict: (values: TaleFields) =>
      runAlone(async () => {
        if (conflict === null) return;
        store.rebase({ version: conflict.theirs.version, fields: fieldsOf(conflict.theirs) });
        store.replace(values);
        setConflict(null);
        await save();
      }),
    closeConflict: () => setConflict(null),
    /** Merges changes that others saved into the form, without saving. */
    loadTheirChanges: () =>
      runAlone(async () => {
        try {
          const taken = await mergeSaved(store, id ?? '', setConflict);
          if (taken !== null) showTaken(taken);
        } catch (error) {
          showError(error, false);
        }
      }),
  };
}

function createRequests() {
  const sender = createTaleSender();
  let isRunning = false;
  return {
    isRunning: () => isRunning,
    create: (store: FormStore) => {
      const [values, before] = [store.read(), store.base().fields];
      // The slug of a deleted tale stays reserved: its copy gets a new one.
      const slug = values.slug === before.slug ? '' : values.slug;
      return sender.create(toNewTale({ ...values, slug }, values.publish_date !== before.publish_date));
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

function showSaved({ tidied }: SaveResult, isNew: boolean): void {
  void toast(
    isNew
      ? { title: 'Tale created', text: 'The fairy tale has been successfully created.' }
      : { title: 'Tale updated', text: 'The fairy tale has been successfully updated.' },
  );
  if (tidied)
    void toast({ title: 'Some formatting was removed', text: 'The text contained formatting that tales do not support.', warns: true });
}
