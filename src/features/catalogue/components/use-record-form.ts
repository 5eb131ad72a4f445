import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Refused, send } from '#src/features/accounts/components/send.ts';
import { toast } from '#src/ui/toast.ts';
import { changesOf, mergeChanges } from './merge-changes.ts';
import { match } from './use-record.ts';

type Fields = Record<string, unknown>;
type Versioned = { id: number | string; version: number };

type Options<Values extends Fields, Kept extends Versioned> = {
  /** What is edited, as the server has it; null for something new. */
  kept: Kept | null;
  toValues: (kept: Kept | null) => Values;
  /** Of such things in the API: something new is posted there, what is there is changed and read below it by its id. */
  path: string;
  /** As the API takes what has changed; of something new, everything. */
  toBody: (values: Partial<Values>) => Record<string, unknown>;
  onSaved: (kept: Kept) => void;
  /** As 'author', for messages. */
  noun: string;
};

/** Something else than a field is wrong. `both`: fields that somebody else has changed as well. */
export type FormNote = { kind: 'failed'; text: string } | { kind: 'merged'; both: string[] };

/**
 * A form of one thing: what is typed is kept until it is saved; what is wrong is told by field; what somebody else has saved
 * meanwhile is merged in, and told, before one saves again.
 */
export function useRecordForm<Values extends Fields, Kept extends Versioned>({
  kept,
  toValues,
  path,
  toBody,
  onSaved,
  noun,
}: Options<Values, Kept>) {
  const [base, setBase] = useState({ kept, values: toValues(kept) });
  const [values, setValues] = useState(base.values);
  const [problems, setProblems] = useState<Record<string, string[]>>({});
  const [note, setNote] = useState<FormNote | null>(null);
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const changes = changesOf(base.values, values);
  const isDirty = Object.keys(changes).length > 0;

  // The first field with something wrong is where one goes on.
  useEffect(() => {
    if (Object.keys(problems).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);

  // What was shown at once may have been of yesterday: today's has come, and nothing was typed yet.
  const adopt = useEffectEvent((next: Kept) => {
    if (!isDirty && next.version > (base.kept?.version ?? 0)) restart(next);
  });
  useEffect(() => {
    if (kept !== null) adopt(kept);
  }, [kept]);

  function restart(next: Kept): void {
    const fresh = toValues(next);
    setBase({ kept: next, values: fresh });
    setValues(fresh);
  }

  async function submit(event: { preventDefault(): void }): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setProblems({});
    setNote(null);
    try {
      const saved = await save();
      // At once: whoever leads on to another address must not be asked about what is saved.
      flushSync(() => restart(saved));
      onSaved(saved);
      const done = base.kept === null ? 'created' : 'updated';
      void toast({ title: `${capital(noun)} ${done}`, text: `The ${noun} has been successfully ${done}.` });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      await takeRefusal(error);
    } finally {
      setBusy(false);
    }
  }

  function save(): Promise<Kept> {
    if (base.kept === null) return send('POST', path, toBody(values));
    return send('PATCH', `${path}/${base.kept.id}`, toBody(changes), match(base.kept.version));
  }

  async function takeRefusal(error: Refused): Promise<void> {
    setProblems(error.fields);
    if (error.code === 'changed_since' && base.kept !== null) {
      const theirs = await send<Kept>('GET', `${path}/${base.kept.id}`).catch(() => null);
      if (theirs !== null) {
        const merged = mergeChanges(base.values, values, toValues(theirs));
        setBase({ kept: theirs, values: toValues(theirs) });
        setValues(merged.values);
        setNote({ kind: 'merged', both: merged.both });
        return;
      }
    }
    // What is told beside its field need not be told twice.
    if (!Object.keys(error.fields).some((name) => name in values)) setNote({ kind: 'failed', text: error.message });
    void toast({ title: `Error ${base.kept === null ? 'creating' : 'updating'} ${noun}`, text: error.message, wrong: true });
  }

  return {
    ...{ form, values, problems, note, isBusy, isDirty, submit },
    /** The thing as the server last gave it. */
    kept: base.kept,
    set: (change: Partial<Values>) => setValues((now) => ({ ...now, ...change })),
    /** Back to what the server has. */
    reset: () => {
      setValues(base.values);
      setProblems({});
      setNote(null);
    },
  };
}

export function capital(noun: string): string {
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}
