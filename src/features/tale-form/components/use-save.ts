import { useState } from 'react';
import { Refused } from '#src/features/accounts/components/send.ts';
import type { SavedAnswer, TaleFields } from '#src/features/manage/contract.ts';
import { FIELD_LABELS } from '#src/features/manage/field-labels.ts';
import { toast } from '#src/ui/toast.ts';
import { checkValues } from '../check-values.ts';
import { type Failure, failureOf } from '../failure-text.ts';
import type { FormStore } from '../form-store.ts';
import { FIELD_NAMES, type FieldName, fieldsOf, toNewTale } from '../tale-values.ts';
import { type Conflict, saveChanges, takeIn } from './save-changes.ts';
import { createTaleSender } from './send-tale.ts';

type Options = {
  /** Null for a new tale. */
  id: string | null;
  store: FormStore;
  onSaved: (answer: SavedAnswer) => void;
  /** Gives the focus to the first of these fields. */
  onWrong: (names: FieldName[]) => void;
};

/** Saves what stands in the form, once however often it is pressed. */
export function useSave({ id, store, onSaved, onWrong }: Options) {
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [run] = useState(createRun);

  async function save(asNew = id === null): Promise<void> {
    const values = store.read();
    const problems = checkValues(values);
    store.setProblems(problems);
    const wrong = FIELD_NAMES.filter((name) => problems[name] !== undefined);
    if (wrong.length > 0) {
      onWrong(wrong);
      await toast({ title: 'Error', text: problems[wrong[0] as FieldName]?.[0] ?? '', wrong: true });
      return;
    }
    setFailure(null);
    try {
      const answer = asNew ? await run.create(store) : await saveChanges(store, id ?? '', setConflict);
      if (answer === null) return;
      // From here on nothing is unsaved: whoever leaves is not asked.
      store.rebase({ version: answer.tale.version, fields: store.read() });
      tellSaved(answer, asNew);
      onSaved(answer);
    } catch (error) {
      refuse(error instanceof Refused ? error : unexpected(), asNew);
    }
  }

  function refuse({ status, message, fields }: Refused, asNew: boolean): void {
    setFailure(failureOf(status, message));
    store.setProblems(fields);
    onWrong(FIELD_NAMES.filter((name) => fields[name] !== undefined));
    void toast({ title: asNew ? 'Error creating tale' : 'Error updating tale', text: message, wrong: true });
  }

  /** Nothing is sent while something is on its way. */
  async function once(work: () => Promise<void>): Promise<void> {
    if (run.isBusy()) return;
    setSaving(true);
    await run.alone(work).finally(() => setSaving(false));
  }

  return {
    isSaving,
    failure,
    conflict,
    save: () => once(save),
    saveAsNew: () => once(() => save(true)),
    /** Takes the choices made, with the version of the others as the one they are made to, and saves. */
    resolve: (values: TaleFields) =>
      once(async () => {
        if (conflict === null) return;
        store.rebase({ version: conflict.theirs.version, fields: fieldsOf(conflict.theirs) });
        store.replace(values);
        setConflict(null);
        await save();
      }),
    leaveConflict: () => setConflict(null),
    /** Takes in what others have saved meanwhile, and saves nothing. */
    bringIn: () =>
      once(async () => {
        try {
          const taken = await takeIn(store, id ?? '', setConflict);
          if (taken !== null) tellTaken(taken);
        } catch (error) {
          refuse(error instanceof Refused ? error : unexpected(), false);
        }
      }),
  };
}

function createRun() {
  const sender = createTaleSender();
  let isBusy = false;
  return {
    isBusy: () => isBusy,
    create: (store: FormStore) => {
      const [values, before] = [store.read(), store.base().fields];
      // The address of a tale that was deleted stays taken: what is saved anew gets another.
      const slug = values.slug === before.slug ? '' : values.slug;
      return sender.create(toNewTale({ ...values, slug }, values.publish_date !== before.publish_date));
    },
    async alone(work: () => Promise<void>): Promise<void> {
      isBusy = true;
      await work().finally(() => {
        isBusy = false;
      });
    },
  };
}

function tellTaken(taken: readonly FieldName[]): void {
  const labels = new Intl.ListFormat('en').format(taken.map((name) => FIELD_LABELS[name]));
  void toast({
    title: 'Brought in',
    text: labels === '' ? 'There was nothing that you do not have.' : `Now as they were saved: ${labels}.`,
  });
}

function unexpected(): Refused {
  return new Refused(500, '', 'An unknown error occurred');
}

function tellSaved({ tidied }: SavedAnswer, isNew: boolean): void {
  void toast(
    isNew
      ? { title: 'Tale created', text: 'The fairy tale has been successfully created.' }
      : { title: 'Tale updated', text: 'The fairy tale has been successfully updated.' },
  );
  if (tidied)
    void toast({ title: 'Some formatting was tidied', text: 'Something in the text that tales cannot have was taken out.', warns: true });
}
