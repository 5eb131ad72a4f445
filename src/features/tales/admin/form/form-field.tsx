import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { EditorHandle } from '#src/features/editor/components/editor-props.ts';
import { Icon } from '#src/ui/icon.tsx';
import type { TaleFields } from '../../contract.ts';
import { type FieldName, taleFields } from '../../fields.ts';
import type { FormStore } from './form-store.ts';

export const FormContext = createContext<FormStore | null>(null);

/** Returns the store of the surrounding form. */
export function useFormStore(): FormStore {
  const store = useContext(FormContext);
  if (store === null) throw new Error('useFormStore needs a surrounding TaleForm');
  return store;
}

const NO_PROBLEMS: readonly string[] = [];

/** Subscribes to one field: renders again when this field changes, and for no other. */
export function useField<Name extends FieldName>(name: Name) {
  const store = useFormStore();
  const value = useSyncExternalStore(store.subscribe, () => store.values()[name]);
  return { value, problems: useProblems(name), set: (next: TaleFields[Name]) => store.set(name, next) };
}

/** Subscribes to the error messages of a field. */
export function useProblems(name: FieldName): readonly string[] {
  const store = useFormStore();
  return useSyncExternalStore(store.subscribe, () => store.problems()[name]) ?? NO_PROBLEMS;
}

/** Calls `onPause` when the form has not changed for `delayMs` after a change. */
export function useFormPause(delayMs: number, onPause: () => void): void {
  const store = useFormStore();
  const paused = useEffectEvent(onPause);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = store.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(() => paused(), delayMs);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [store, delayMs]);
}

/** Id of the `<details>` with the fields of the section `more`. */
export const MORE_FIELDS_ID = 'tale-more';

/** Id of a field's element, which is focused when the field is invalid. */
function fieldId(name: FieldName, scope: string): string {
  return `${scope}-${name}`;
}

/** Focuses a field, and opens the `<details>` around it. */
export function focusField(name: FieldName, editor: EditorHandle | null, scope = 'tale'): void {
  const field = document.getElementById(fieldId(name, scope));
  const details = document.getElementById(MORE_FIELDS_ID);
  if (details instanceof HTMLDetailsElement && field !== null && details.contains(field)) details.open = true;
  if (name === 'content' && editor !== null) editor.focus();
  else field?.focus({ preventScroll: true });
  // Centered, because the form's sticky header and toasts cover the edges.
  field?.scrollIntoView({ block: 'center' });
}

type FieldProps = { id: string; describedBy: string | undefined; isWrong: boolean };

type Props = {
  name: FieldName;
  problems: readonly string[];
  /** Shown at the end of the label. */
  aside?: ReactNode;
  hint?: ReactNode;
  /** For inputs that are no form element: the label has the id of the field with `-label`. */
  isGroup?: boolean;
  className?: string;
  children: (field: FieldProps) => ReactNode;
};

/** A field of the tale with its label, errors and hint. */
export function FormField({ name, problems, aside, hint, isGroup = false, className = '', children }: Props) {
  const id = fieldId(name, useFormStore().scope);
  const isWrong = problems.length > 0;
  const notes = [isWrong && `${id}-wrong`, aside && `${id}-aside`, hint && `${id}-hint`];
  const describedBy = notes.filter(Boolean).join(' ') || undefined;
  return (
    <div className={`field ${className}`}>
      <div className="label">
        {isGroup ? <span id={`${id}-label`}>{taleFields[name].label}</span> : <label htmlFor={id}>{taleFields[name].label}</label>}
        {aside ? (
          <small className="figures" id={`${id}-aside`}>
            {aside}
          </small>
        ) : null}
      </div>
      {children({ id, describedBy, isWrong })}
      {isWrong ? (
        <ul className="field-wrong" id={`${id}-wrong`}>
          {problems.map((problem) => (
            <li key={problem}>
              <Icon name="warning" />
              {problem}
            </li>
          ))}
        </ul>
      ) : null}
      {hint ? (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}
