import { lazy, Suspense, useId, useState } from 'react';
import type { TaleFields } from '#src/features/tales/contract.ts';
import { type FieldName, taleFields } from '#src/features/tales/fields.ts';
import { formatLocalTime } from '#src/ui/format.ts';
import { Icon } from '#src/ui/icon.tsx';
import { Modal } from '#src/ui/modal.tsx';
import { fieldText } from '../../field-text.ts';
import { useTaleOptions } from '../use-tale-options.ts';
import { useFormStore } from './form-field.tsx';
import { fieldsOf } from './form-values.ts';
import type { Conflict } from './use-save.ts';

/** Loaded on demand with the diff library. */
const TextFieldChanges = lazy(async () => ({ default: (await import('../revisions/compare-tales.tsx')).TextFieldChanges }));

type Side = 'mine' | 'theirs';

type Props = {
  conflict: Conflict;
  isSaving: boolean;
  onResolve: (values: TaleFields) => void;
  onCancel: () => void;
};

/** Shows fields that someone else changed as well side by side, to choose one version of each. */
export function ConflictDialog({ conflict, isSaving, onResolve, onCancel }: Props) {
  const { theirs, merged } = conflict;
  const [chosen, setChosen] = useState<Partial<Record<FieldName, Side>>>({});
  const [isSubmitted, setSubmitted] = useState(false);
  const base = useFormStore().base().fields;
  const id = useId();
  const who = theirs.edited_by ?? 'Someone else';
  const open = merged.conflicts.filter((name) => chosen[name] === undefined);

  function resolve(): void {
    setSubmitted(true);
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
        if (!isSaving) onCancel();
      }}
      onBackdrop={null}
    >
      <div className="dialog-sheet">
        <h2 id={`${id}-title`}>{`${who} has changed this tale`}</h2>
        <p id={`${id}-text`}>
          {`Saved ${formatLocalTime(theirs.updated_at)}, while you were editing. Choose which version of each field to keep.`}
          {merged.taken.length > 0 ? ` ${takenSentence(merged.taken)}` : ''}
        </p>
        {merged.conflicts.map((name) => (
          <ConflictField
            key={name}
            name={name}
            who={who}
            values={{ base, mine: merged.values, theirs: fieldsOf(theirs) }}
            chosen={chosen[name]}
            isMissing={isSubmitted && chosen[name] === undefined}
            onChoose={(side) => setChosen((before) => ({ ...before, [name]: side }))}
          />
        ))}
        <div className="dialog-end">
          <button type="button" className="btn btn-line" onClick={onCancel}>
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

/** "Title and Excerpt were changed only by them and are included." */
function takenSentence(names: readonly FieldName[]): string {
  const labels = new Intl.ListFormat('en').format(names.map((name) => taleFields[name].label));
  return names.length === 1
    ? `${labels} was changed only by them and is included.`
    : `${labels} were changed only by them and are included.`;
}

type ConflictFieldProps = {
  name: FieldName;
  /** Name of the other editor. */
  who: string;
  values: { base: TaleFields; mine: TaleFields; theirs: TaleFields };
  chosen: Side | undefined;
  isMissing: boolean;
  onChoose: (side: Side) => void;
};

function ConflictField({ name, who, values, chosen, isMissing, onChoose }: ConflictFieldProps) {
  const sides: { side: Side; title: string }[] = [
    { side: 'mine', title: 'Keep mine' },
    { side: 'theirs', title: `Use ${who}’s` },
  ];
  return (
    <fieldset className="conflict">
      <legend className="label">{taleFields[name].label}</legend>
      {isMissing ? (
        <p className="field-wrong conflict-wrong" role="alert">
          <Icon name="warning" /> Choose one version
        </p>
      ) : null}
      <div className="conflict-sides">
        {sides.map(({ side, title }) => (
          <div key={side} className="conflict-side">
            <label className="check">
              <input type="radio" name={`conflict-${name}`} checked={chosen === side} onChange={() => onChoose(side)} />
              {title}
            </label>
            <div className="conflict-text" dir="auto" tabIndex={name === 'content' ? 0 : undefined}>
              <FieldValue name={name} before={values.base} after={values[side]} />
            </div>
          </div>
        ))}
      </div>
    </fieldset>
  );
}

/** A value of one side; running text with its changes marked. */
function FieldValue({ name, before, after }: { name: FieldName; before: TaleFields; after: TaleFields }) {
  const { data } = useTaleOptions();
  const categories = new Map((data?.categories ?? []).map((one) => [one.slug, one.name]));
  const { kind } = taleFields[name];
  if (kind !== 'html' && kind !== 'text') {
    const text = fieldText(name, after, (slug) => categories.get(slug) ?? slug);
    return text === '' ? <em>Empty</em> : text;
  }
  return (
    <Suspense fallback={<p className="hint">Comparing...</p>}>
      <TextFieldChanges before={String(before[name])} after={String(after[name])} isHtml={kind === 'html'} />
    </Suspense>
  );
}
