import type { ReactNode } from 'react';
import { Icon } from '#src/ui/icon.tsx';

type Props = { title: string; note: ReactNode; isSaving: boolean; onCancel: () => void };

/** Stays in sight while one scrolls through the form. */
export function FormHead({ title, note, isSaving, onCancel }: Props) {
  return (
    <div className="panel-head form-head">
      <h2>{title}</h2>
      <div className="row-gap">
        <button type="button" className="btn btn-line" onClick={onCancel}>
          Cancel
        </button>
        <button
          type="submit"
          className="btn btn-solid"
          aria-busy={isSaving || undefined}
          aria-disabled={isSaving || undefined}
          aria-keyshortcuts="Control+S Meta+S"
          title="Ctrl+S"
        >
          {isSaving ? <span className="spinner" aria-hidden="true" /> : <Icon name="check" />}
          Save
        </button>
      </div>
      {note}
    </div>
  );
}
