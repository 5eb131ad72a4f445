import { Refused } from '#src/features/accounts/components/send.ts';
import type { ManagedTale, SavedAnswer } from '#src/features/manage/contract.ts';
import type { FormStore } from '../form-store.ts';
import { type Merged, mergeValues } from '../merge-values.ts';
import { type FieldName, fieldsOf, pick } from '../tale-values.ts';
import { readTale, update } from './send-tale.ts';

/** Somebody has saved the tale meanwhile, and said something else in the same fields. */
export type Conflict = { theirs: ManagedTale; merged: Merged };

/** How often the tale may have been changed by others while we bring things together. */
const MOST_ROUNDS = 5;

/** Sends what was changed. Of what others changed meanwhile the rest is taken over; null when a person must choose. */
export async function saveChanges(store: FormStore, id: string, onConflict: (conflict: Conflict) => void): Promise<SavedAnswer | null> {
  for (let round = 1; ; round += 1) {
    try {
      return await update(id, store.base().version, pick(store.read(), store.changed()));
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 412 || round === MOST_ROUNDS) throw error;
    }
    if ((await takeIn(store, id, onConflict)) === null) return null;
  }
}

/** Brings what was saved meanwhile into the form. The names of the fields that were taken; null when a person must choose first. */
export async function takeIn(store: FormStore, id: string, onConflict: (conflict: Conflict) => void): Promise<FieldName[] | null> {
  const theirs = await readTale(id);
  const merged = mergeValues(store.base().fields, store.read(), fieldsOf(theirs));
  if (merged.conflicts.length > 0) {
    onConflict({ theirs, merged });
    return null;
  }
  store.rebase({ version: theirs.version, fields: fieldsOf(theirs) });
  store.replace(merged.values);
  return merged.taken;
}
