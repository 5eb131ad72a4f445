/**
 * What stands in the form while it is written. It is no React state: a letter typed draws its own field anew and nothing else. The
 * text of the tale, which may be long, stays in its editor and is read when somebody needs it.
 */
import type { TaleFields } from '#src/features/manage/contract.ts';
import type { Problems } from './check-values.ts';
import { changedNames, type FieldName } from './tale-values.ts';

/** What the form's words are compared with: the tale as it was when the form took it over. Version 0 for a new tale. */
export type Base = { version: number; fields: TaleFields };

/** Where the text is: the editor. */
export type TextPlace = { read(): string; write(html: string): void };

export type FormStore = {
  /** The fields as typed; of the content what was read last. */
  values(): TaleFields;
  /** The same with the text as it stands in the editor at this moment. */
  read(): TaleFields;
  set<Name extends FieldName>(name: Name, value: TaleFields[Name]): void;
  /** Puts other words into the form: of a draft, or of somebody who saved meanwhile. */
  replace(values: TaleFields): void;
  base(): Base;
  rebase(base: Base): void;
  /** Names of the fields that are not as in the base. Reads the text. */
  changed(): FieldName[];
  /** Whether there is something to lose. Cheap: a text that was touched counts as changed until it is read. */
  isDirty(): boolean;
  problems(): Problems;
  setProblems(problems: Problems): void;
  /** Says where the text is, or that it is nowhere any more. */
  placeText(place: TextPlace | null): void;
  /** Tells that the text has changed. */
  touchText(): void;
  subscribe(listener: () => void): () => void;
};

export function createFormStore(base: Base, values: TaleFields = base.fields): FormStore {
  let current = { base, values, problems: {} as Problems };
  let place: TextPlace | null = null;
  let isTextTouched = false;
  const listeners = new Set<() => void>();

  function change(next: Partial<typeof current>): void {
    current = { ...current, ...next };
    for (const listener of listeners) listener();
  }

  function read(): TaleFields {
    const content = place === null ? current.values.content : place.read();
    isTextTouched = false;
    // Silently: who wants to hear of the text is told by touchText.
    if (content !== current.values.content) current = { ...current, values: { ...current.values, content } };
    return current.values;
  }

  return {
    read,
    values: () => current.values,
    set(name, value) {
      const { [name]: _, ...problems } = current.problems;
      change({ values: { ...current.values, [name]: value }, problems: name in current.problems ? problems : current.problems });
    },
    replace(next) {
      if (next.content !== read().content) place?.write(next.content);
      change({ values: next });
    },
    base: () => current.base,
    rebase: (next) => change({ base: next }),
    changed: () => changedNames(current.base.fields, read()),
    isDirty: () => isTextTouched || changedNames(current.base.fields, current.values).length > 0,
    problems: () => current.problems,
    setProblems: (problems) => change({ problems }),
    placeText(next) {
      if (next === null) read();
      place = next;
    },
    touchText() {
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
