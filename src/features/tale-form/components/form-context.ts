import { createContext, useContext, useSyncExternalStore } from 'react';
import type { TaleFields } from '#src/features/manage/contract.ts';
import type { FormStore } from '../form-store.ts';
import type { FieldName } from '../tale-values.ts';
import { useChoices } from './use-choices.ts';

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

/** What the tale lacks to be published, where the site asks for it. The server judges the same (src/features/versions/publish-rules.ts). */
export function useMissingToPublish(): ('source' | 'rights')[] {
  const { data } = useChoices();
  const { value: source } = useField('source');
  const { value: retoldFrom } = useField('retold_from');
  const { value: rights } = useField('rights');
  if (!data?.publish_requires_source) return [];
  const isBlank = (text: string) => text.trim() === '';
  return [...(isBlank(source) && isBlank(retoldFrom) ? (['source'] as const) : []), ...(isBlank(rights) ? (['rights'] as const) : [])];
}

const NONE: readonly string[] = [];

/** Of the field's own element, which is given the focus when it is wrong. */
export function fieldId(name: FieldName): string {
  return `tale-${name}`;
}
