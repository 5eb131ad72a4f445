/** Three-way merge of form values: as loaded, as edited here, and as saved by someone else in the meantime. */

import { type FormEvent, useState } from 'react';
import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import { match } from './record.tsx';

type Fields = Record<string, unknown>;
type Name<Values> = keyof Values & string;
type Compare<Values> = (name: Name<Values>, one: Values, other: Values) => boolean;

/** Returns the fields of `values` that differ from `base`. */
export function changesOf<Values extends Fields>(base: Values, values: Values): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !isSameJson(name, base, values))) as Partial<Values>;
}

type Merged<Values> = {
  /** Own changes, and everything else as saved. Fields in conflict have our value. */
  values: Values;
  /** Fields that both changed, to different values. */
  conflicts: Name<Values>[];
  /** Fields that only they changed. */
  taken: Name<Values>[];
};

export function mergeChanges<Values extends Fields>(
  base: Values,
  ours: Values,
  theirs: Values,
  isSame: Compare<Values> = isSameJson,
): Merged<Values> {
  const changed = Object.keys(ours).filter((name) => !isSame(name, base, theirs) && !isSame(name, ours, theirs));
  const taken = changed.filter((name) => isSame(name, base, ours));
  const theirChanges = Object.fromEntries(taken.map((name) => [name, theirs[name]]));
  return { values: { ...ours, ...theirChanges }, conflicts: changed.filter((name) => !taken.includes(name)), taken };
}

function isSameJson(name: string, one: Fields, other: Fields): boolean {
  return JSON.stringify(one[name]) === JSON.stringify(other[name]);
}

/** A problem that belongs to no field. `both`: fields that were changed here and by someone else. */
export type FormNote = { kind: 'failed'; text: string } | { kind: 'merged'; both: string[] };

/** A version that someone else saved. `load` merges it into the form. */
export type Newer = { by: string | null; load: () => void };

export type TaggedForm = { isBusy: boolean; note: FormNote | null; newer: Newer | null };

type TaggedOptions<Saved> = {
  saved: Saved;
  /** API path to save to. */
  path: string;
  /** Loads the latest version after a conflict. */
  load: () => Promise<Saved>;
  onSaved: (record: Saved) => void | Promise<void>;
};

/** State of a small form for a record whose tag is the time of its last change. Follows and merges changes of others as `useRecordForm`. */
export function useTaggedForm<Saved extends Fields & { tag: string }>({ saved, path, load, onSaved }: TaggedOptions<Saved>) {
  const [base, setBase] = useState(saved);
  const [values, setValues] = useState(saved);
  const [note, setNote] = useState<FormNote | null>(null);
  const [problems, setProblems] = useState<Record<string, string[]>>({});
  const [isBusy, setBusy] = useState(false);
  const restart = (next: Saved) => {
    setBase(next);
    setValues(next);
  };
  const isDirty = Object.keys(changesOf(base, { ...values, tag: base.tag })).length > 0;
  const isNewer = Number(saved.tag) > Number(base.tag);
  if (isNewer && !isDirty) restart(saved);

  function merge(theirs: Saved): void {
    const merged = mergeChanges(base, values, theirs);
    setBase(theirs);
    setValues(merged.values);
    setNote({ kind: 'merged', both: merged.conflicts });
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setNote(null);
    setProblems({});
    try {
      const { tag, ...body } = values;
      const record = await apiRequest<Saved>('PUT', path, body, match(base.tag));
      restart(record);
      await onSaved(record);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const theirs = error.code === 'changed_since' ? await load().catch(() => null) : null;
      if (theirs !== null) merge(theirs);
      else setNote({ kind: 'failed', text: error.message });
      setProblems(error.fields);
    } finally {
      setBusy(false);
    }
  }

  const form: TaggedForm = { isBusy, note, newer: isNewer && isDirty && !isBusy ? { by: null, load: () => merge(saved) } : null };
  return { values, problems, submit, form, set: (change: Partial<Saved>) => setValues((now) => ({ ...now, ...change })) };
}
