import type { TaleFields } from '../../contract.ts';
import type { FieldName } from '../../fields.ts';
import { changedNames, type Problems } from './form-values.ts';

/** The version of the tale on which the form's values are based. Version 0 for a new tale. */
export type Base = { version: number; fields: TaleFields };

type TextEditor = { read(): string; write(html: string): void };

/**
 * The state of a tale form. It is not React state: each field subscribes to its own value, so that typing renders one field only. The
 * text, which may be long, stays in its editor and is read on demand.
 */
export type FormStore = {
  /** The values as typed, with the text as last read. */
  values(): TaleFields;
  /** The values with the current text of the editor. */
  read(): TaleFields;
  set<Name extends FieldName>(name: Name, value: TaleFields[Name]): void;
  /** Replaces all values, such as with those of a draft or a merge. */
  replace(values: TaleFields): void;
  base(): Base;
  rebase(base: Base): void;
  /** Returns the fields that differ from the base. Reads the text. */
  changed(): FieldName[];
  /** Whether there are unsaved changes. Does not read the text: a touched text counts as changed until it is read. */
  isDirty(): boolean;
  problems(): Problems;
  setProblems(problems: Problems): void;
  /** Sets the editor that holds the text; null when it unmounts. */
  attachEditor(editor: TextEditor | null): void;
  /** Reports a change of the text. */
  markTextChanged(): void;
  subscribe(listener: () => void): () => void;
  /** Prefix of the ids of its inputs: a dialog may show a field of the form behind it. */
  scope: string;
};

export function createFormStore(base: Base, values: TaleFields = base.fields, scope = 'tale'): FormStore {
  let current = { base, values, problems: {} as Problems };
  let editor: TextEditor | null = null;
  let isTextTouched = false;
  const listeners = new Set<() => void>();

  function change(next: Partial<typeof current>): void {
    current = { ...current, ...next };
    for (const listener of listeners) listener();
  }

  function read(): TaleFields {
    const content = editor === null ? current.values.content : editor.read();
    isTextTouched = false;
    // Listeners were already notified by markTextChanged.
    if (content !== current.values.content) current = { ...current, values: { ...current.values, content } };
    return current.values;
  }

  return {
    scope,
    read,
    values: () => current.values,
    set(name, value) {
      const { [name]: _, ...problems } = current.problems;
      change({ values: { ...current.values, [name]: value }, problems: name in current.problems ? problems : current.problems });
    },
    replace(next) {
      if (next.content !== read().content) editor?.write(next.content);
      change({ values: next });
    },
    base: () => current.base,
    rebase: (next) => change({ base: next }),
    changed: () => changedNames(current.base.fields, read()),
    isDirty: () => isTextTouched || changedNames(current.base.fields, current.values).length > 0,
    problems: () => current.problems,
    setProblems: (problems) => change({ problems }),
    attachEditor(next) {
      if (next === null) read();
      editor = next;
    },
    markTextChanged() {
      isTextTouched = true;
      const { content: _, ...problems } = current.problems;
      change('content' in current.problems ? { problems } : {});
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
