import type { ReactNode } from 'react';
import { FIELD_LABELS } from '#src/features/manage/field-labels.ts';
import { Icon } from '#src/ui/icon.tsx';
import type { FieldName } from '../tale-values.ts';
import { fieldId } from './form-context.ts';

/** What the element of a field takes. */
export type FieldProps = { id: string; describedBy: string | undefined; isWrong: boolean };

type Props = {
  name: FieldName;
  problems: readonly string[];
  /** At the right of the label. */
  aside?: ReactNode;
  hint?: ReactNode;
  /** For what is no form element: the label names it by its id, which is the field's with `-label`. */
  isGroup?: boolean;
  className?: string;
  children: (field: FieldProps) => ReactNode;
};

/** A field of the tale with its label, and what there is to say of it below: what is wrong first. */
export function FormField({ name, problems, aside, hint, isGroup = false, className = '', children }: Props) {
  const id = fieldId(name);
  const isWrong = problems.length > 0;
  const notes = [isWrong && `${id}-wrong`, aside && `${id}-aside`, hint && `${id}-hint`];
  const describedBy = notes.filter(Boolean).join(' ') || undefined;
  return (
    <div className={`field ${className}`}>
      <div className="label">
        {isGroup ? <span id={`${id}-label`}>{FIELD_LABELS[name]}</span> : <label htmlFor={id}>{FIELD_LABELS[name]}</label>}
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
