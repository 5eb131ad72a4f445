import { useId, useState } from 'react';
import type { TaleFields } from '#src/features/manage/contract.ts';
import { FIELD_LABELS } from '#src/features/manage/field-labels.ts';
import { Modal } from '#src/ui/modal.tsx';
import { momentOf } from '#src/ui/when.ts';
import { type FieldName, fieldsOf } from '../tale-values.ts';
import { ConflictField, type Side } from './conflict-field.tsx';
import { useFormStore } from './form-context.ts';
import type { Conflict } from './save-changes.ts';

type Props = {
  conflict: Conflict;
  isSaving: boolean;
  onResolve: (values: TaleFields) => void;
  onLeave: () => void;
};

/** Somebody else has saved the tale: what they did to the same fields stands beside what was typed here, and one chooses. */
export function ConflictDialog({ conflict, isSaving, onResolve, onLeave }: Props) {
  const { theirs, merged } = conflict;
  const [chosen, setChosen] = useState<Partial<Record<FieldName, Side>>>({});
  const [isAsking, setAsking] = useState(false);
  const base = useFormStore().base().fields;
  const id = useId();
  const who = theirs.edited_by ?? 'Somebody else';
  const open = merged.conflicts.filter((name) => chosen[name] === undefined);

  function resolve(): void {
    setAsking(true);
    if (open.length > 0 || isSaving) return;
    const taken = merged.conflicts.filter((name) => chosen[name] === 'theirs').map((name) => [name, theirs[name]]);
    onResolve({ ...merged.values, ...Object.fromEntries(taken) });
  }

  return (
    <Modal
      className="dialog is-wide"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={() => {
        if (!isSaving) onLeave();
      }}
      onBackdrop={null}
    >
      <div className="dialog-sheet">
        <h2 id={`${id}-title`}>{`${who} has changed this tale`}</h2>
        <p id={`${id}-text`}>
          {`Saved ${momentOf(theirs.updated_at)}, while you were writing. Nothing is lost: please choose what shall stay.`}
          {merged.taken.length > 0 ? ` ${takenSentence(merged.taken)}` : ''}
        </p>
        {merged.conflicts.map((name) => (
          <ConflictField
            key={name}
            name={name}
            who={who}
            values={{ base, mine: merged.values, theirs: fieldsOf(theirs) }}
            chosen={chosen[name]}
            isMissing={isAsking && chosen[name] === undefined}
            onChoose={(side) => setChosen((before) => ({ ...before, [name]: side }))}
          />
        ))}
        <div className="dialog-end">
          <button type="button" className="btn btn-line" onClick={onLeave}>
            Keep editing
          </button>
          <button type="button" className="btn btn-solid" aria-busy={isSaving || undefined} onClick={resolve}>
            Save with these choices
          </button>
        </div>
      </div>
    </Modal>
  );
}

/** "Title and Excerpt, which only they changed, are taken over." */
function takenSentence(names: readonly FieldName[]): string {
  const labels = new Intl.ListFormat('en').format(names.map((name) => FIELD_LABELS[name]));
  return names.length === 1 ? `${labels}, which only they changed, is taken over.` : `${labels}, which only they changed, are taken over.`;
}
