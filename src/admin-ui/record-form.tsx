import { type FormEvent, type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import { Alert } from '#src/ui/alert.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { toast } from '#src/ui/toast.ts';
import { changesOf, type FormNote, mergeChanges, type Newer, type TaggedForm } from './merge-changes.ts';
import { match, RecordNews } from './record.tsx';
import { useLeaveGuard } from './use-leave-guard.ts';

type Fields = Record<string, unknown>;
/** `by`: who saved the version, if known. */
type Versioned = { id: number | string; version: number; by?: string | null };

type Options<Values extends Fields, Saved extends Versioned> = {
  /** The record on the server; null for a new one. */
  saved: Saved | null;
  toValues: (saved: Saved | null) => Values;
  /** API path of the collection: new records are posted to it, others are read and patched at `path/id`. */
  path: string;
  /** Maps changed values, or all of a new record, to the request body. */
  toBody: (values: Partial<Values>) => Record<string, unknown>;
  onSaved: (record: Saved) => void;
  /** For messages, such as `author`. */
  noun: string;
  /** Labels of the fields. */
  labels: Record<keyof Values & string, string>;
};

type TextName<Values> = { [Name in keyof Values & string]: Values[Name] extends string ? Name : never }[keyof Values & string];

/**
 * State of a form for one record: values, errors by field, saving. Changes that someone else saved in the meantime are shown at once while
 * nothing has been changed here; otherwise they are offered, and merged and reported before the next save.
 */
export function useRecordForm<Values extends Fields, Saved extends Versioned>({
  saved,
  toValues,
  path,
  toBody,
  onSaved,
  noun,
  labels,
}: Options<Values, Saved>) {
  const [base, setBase] = useState({ saved, values: toValues(saved) });
  const [values, setValues] = useState(base.values);
  const [problems, setProblems] = useState<Record<string, string[]>>({});
  const [note, setNote] = useState<FormNote | null>(null);
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const changes = changesOf(base.values, values);
  const isDirty = Object.keys(changes).length > 0;

  // Focus the first invalid field.
  useEffect(() => {
    if (Object.keys(problems).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);

  const newer = saved !== null && saved.version > (base.saved?.version ?? 0) ? saved : null;
  // Adopt a newer version from the server while nothing has been changed here.
  const adopt = useEffectEvent((next: Saved) => restart(next));
  useEffect(() => {
    if (newer !== null && !isDirty) adopt(newer);
  }, [newer, isDirty]);

  function restart(next: Saved): void {
    const fresh = toValues(next);
    setBase({ saved: next, values: fresh });
    setValues(fresh);
  }

  async function submit(event: { preventDefault(): void }): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setProblems({});
    setNote(null);
    try {
      const record = await save();
      // Synchronously, so that the leave guard does not fire when onSaved navigates.
      flushSync(() => restart(record));
      onSaved(record);
      const done = base.saved === null ? 'created' : 'updated';
      void toast({ title: `${capitalize(noun)} ${done}`, text: `The ${noun} has been successfully ${done}.` });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      await handleError(error);
    } finally {
      setBusy(false);
    }
  }

  function save(): Promise<Saved> {
    if (base.saved === null) return apiRequest('POST', path, toBody(values));
    return apiRequest('PATCH', `${path}/${base.saved.id}`, toBody(changes), match(base.saved.version));
  }

  async function handleError(error: ApiError): Promise<void> {
    setProblems(error.fields);
    if (error.code === 'changed_since' && base.saved !== null) {
      const theirs = await apiRequest<Saved>('GET', `${path}/${base.saved.id}`).catch(() => null);
      if (theirs !== null) {
        merge(theirs);
        return;
      }
    }
    // Errors shown beside their fields are not repeated.
    if (!Object.keys(error.fields).some((name) => name in values)) setNote({ kind: 'failed', text: error.message });
    void toast({ title: `Error ${base.saved === null ? 'creating' : 'updating'} ${noun}`, text: error.message, wrong: true });
  }

  function merge(theirs: Saved): void {
    const merged = mergeChanges(base.values, values, toValues(theirs));
    setBase({ saved: theirs, values: toValues(theirs) });
    setValues(merged.values);
    setNote({ kind: 'merged', both: merged.conflicts });
  }

  const set = (change: Partial<Values>) => setValues((now) => ({ ...now, ...change }));

  return {
    ...{ values, problems, set },
    /** The latest version from the server. */
    saved: base.saved,
    /** Props of a field whose value is text. */
    field: (name: TextName<Values>) => ({
      label: labels[name],
      value: values[name] as string,
      problems: problems[name],
      onChange: (value: string) => set({ [name]: value } as Partial<Values>),
    }),
    /** Props of the FormFrame. */
    frame: {
      ...{ form, isBusy, isDirty, note, labels },
      /** A version that someone else saved while this one was being changed. A version that arrives during a save may be that one. */
      newer: newer === null || !isDirty || isBusy ? null : { by: newer.by ?? null, load: () => merge(newer) },
      onSubmit: submit,
      /** Discards the changes. */
      onReset: () => {
        setValues(base.values);
        setProblems({});
        setNote(null);
      },
    },
  };
}

type NewerProps = {
  newer: Newer | null;
  /** Gets the focus when the button is gone. */
  heading: RefObject<HTMLElement | null>;
};

/** Offers the version that someone else saved while this one was being changed. */
export function NewerNote({ newer, heading }: NewerProps) {
  return (
    <RecordNews>
      {newer === null ? null : (
        <>
          {newer.by ?? 'Someone else'} saved a newer version. Your changes are kept.{' '}
          <button
            type="button"
            className="link"
            onClick={() => {
              newer.load();
              heading.current?.focus();
            }}
          >
            Load their changes now
          </button>
        </>
      )}
    </RecordNews>
  );
}

export function capitalize(noun: string): string {
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}

type FormFrameProps = {
  title: string;
  form: RefObject<HTMLFormElement | null>;
  isBusy: boolean;
  isDirty: boolean;
  note: FormNote | null;
  newer: Newer | null;
  /** Field labels for messages. */
  labels: Record<string, string>;
  onSubmit: (event: FormEvent) => void;
  onReset: () => void;
  /** Links and further actions below the fields. */
  foot?: ReactNode;
  children: ReactNode;
};

/** Frame of record forms: heading, buttons, errors, and a confirmation before leaving unsaved changes. */
export function FormFrame({ title, form, isBusy, isDirty, note, newer, labels, onSubmit, onReset, foot, children }: FormFrameProps) {
  const { prompt: asked } = useLeaveGuard(() => isDirty);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <form ref={form} className="desk-form" noValidate onSubmit={onSubmit}>
      <div className="panel-head">
        <h2 ref={heading} tabIndex={-1}>
          <bdi>{title}</bdi>
        </h2>
        <div className="panel-actions">
          {isDirty ? (
            <button type="button" className="btn btn-line" onClick={onReset}>
              Undo
            </button>
          ) : null}
          <BusyButton className="btn btn-solid" isBusy={isBusy} busyText="Saving...">
            Save
          </BusyButton>
        </div>
      </div>
      {note === null ? null : <Note note={note} labels={labels} />}
      {children}
      {foot === undefined ? null : <div className="desk-foot">{foot}</div>}
      <NewerNote newer={newer} heading={heading} />
      {asked === null ? null : (
        <ConfirmDialog title="Leave without saving?" confirm="Leave" onConfirm={async () => asked.leave()} onCancel={asked.stay}>
          You have unsaved changes.
        </ConfirmDialog>
      )}
    </form>
  );
}

type EndProps = Pick<NewerProps, 'heading'> & { form: TaggedForm; labels: Record<string, string>; className: string; button: string };

/** End of a small form: the problem beside the button that was pressed, the button, and the version that someone else saved. */
export function TaggedFormEnd({ form: { isBusy, note, newer }, heading, labels, className, button }: EndProps) {
  return (
    <>
      {note === null ? null : <Note note={note} labels={labels} />}
      <div>
        <BusyButton className={className} isBusy={isBusy} busyText="Saving...">
          {button}
        </BusyButton>
      </div>
      <NewerNote newer={newer} heading={heading} />
    </>
  );
}

function Note({ note, labels }: { note: FormNote; labels: Record<string, string> }) {
  if (note.kind === 'failed')
    return (
      <Alert title="Not saved" wrong>
        {note.text}
      </Alert>
    );
  const both = note.both.map((name) => labels[name] ?? name).join(', ');
  return (
    <Alert title="Someone else changed this while you were editing" wrong>
      Their changes have been merged with yours. {both === '' ? '' : `Both versions changed: ${both}. Your version is shown. `}
      Review and save.
    </Alert>
  );
}

type Addressed = { old_slugs: readonly string[] };

/** Help text of a slug field. `from` is the field that a new slug is generated from. */
export function slugHint(saved: Addressed | null, from: 'name' | 'title'): string {
  if (saved === null) return `Leave empty to generate it from the ${from}.`;
  const old = saved.old_slugs.length === 0 ? '' : ` Redirects to this page: ${saved.old_slugs.join(', ')}.`;
  return `The old URL will redirect to the new one.${old}`;
}
