import type { FormEvent, ReactNode, RefObject } from 'react';
import { Alert } from '#src/ui/alert.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { useLeaveGuard } from './use-leave-guard.ts';
import type { FormNote } from './use-record-form.ts';

type Props = {
  title: string;
  form: RefObject<HTMLFormElement | null>;
  isBusy: boolean;
  isDirty: boolean;
  note: FormNote | null;
  /** What fields are called, for messages. */
  labels: Record<string, string>;
  onSubmit: (event: FormEvent) => void;
  onReset: () => void;
  /** Links and further deeds, below the fields. */
  foot?: ReactNode;
  children: ReactNode;
};

/** What all forms of the catalogue stand in: heading and buttons, what went wrong, and a question before unsaved words are left. */
export function FormFrame({ title, form, isBusy, isDirty, note, labels, onSubmit, onReset, foot, children }: Props) {
  const { asked } = useLeaveGuard(isDirty);
  return (
    <form ref={form} className="desk-form" noValidate onSubmit={onSubmit}>
      <div className="panel-head">
        <h2>
          <bdi>{title}</bdi>
        </h2>
        <div className="panel-deeds">
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
      {asked === null ? null : (
        <ConfirmDialog title="Leave without saving?" confirm="Leave" onConfirm={async () => asked.leave()} onCancel={asked.stay}>
          What you have changed here is not saved yet.
        </ConfirmDialog>
      )}
    </form>
  );
}

function Note({ note, labels }: { note: FormNote; labels: Record<string, string> }) {
  if (note.kind === 'failed')
    return (
      <Alert title="This is not saved" wrong>
        {note.text}
      </Alert>
    );
  const both = note.both.map((name) => labels[name] ?? name).join(', ');
  return (
    <Alert title="Somebody else has changed this meanwhile" wrong>
      Their changes are shown here now, beside yours. {both === '' ? '' : `Both of you have changed: ${both}. Here you see yours. `}
      Please look it over and save again.
    </Alert>
  );
}
