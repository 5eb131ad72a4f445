import { createContext, useContext, useSyncExternalStore } from 'react';
import type { TaleFields } from '#src/features/manage/contract.ts';
import type { FormStore } from '../form-store.ts';
import type { FieldName } from '../tale-values.ts';

export const FormContext = createContext<FormStore | null>(null);

/** What stands in the form that one is inside of. */
export function useFormStore(): FormStore {
  const store = useContext(FormContext);
  if (store === null) throw new Error('This belongs into a TaleForm.');
  return store;
}

/** One field of it. Draws anew when this one changes, and for no other. */
export function useField<Name extends FieldName>(name: Name) {
  const store = useFormStore();
  const value = useSyncExternalStore(store.subscribe, () => store.values()[name]);
  const problems = useSyncExternalStore(store.subscribe, () => store.problems()[name]) ?? NONE;
  return { value, problems, set: (next: TaleFields[Name]) => store.set(name, next) };
}

const NONE: readonly string[] = [];

/** Of the field's own element, which is given the focus when it is wrong. */
export function fieldId(name: FieldName): string {
  return `tale-${name}`;
}
