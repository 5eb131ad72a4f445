import { type ReactNode, useId } from 'react';
import { Icon } from '#src/ui/icon.tsx';

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Shown beside the label. */
  aside?: string;
  hint?: string;
  problems?: readonly string[] | undefined;
};
type Line = Props & {
  type?: 'text' | 'color' | 'datetime-local';
  inputMode?: 'numeric';
  maxLength?: number;
  required?: boolean;
  autoFocus?: boolean;
};

/** A single-line text field. */
export function LineField({ label, aside, hint, problems, onChange, ...input }: Line) {
  return (
    <Labelled {...{ label, aside, hint, problems }}>
      {(about) => <input {...input} {...about} autoComplete="off" onChange={(event) => onChange(event.target.value)} />}
    </Labelled>
  );
}

/** A multi-line text field. */
export function AreaField({ label, aside, hint, problems, onChange, ...area }: Props & { rows: number; maxLength?: number }) {
  return (
    <Labelled {...{ label, aside, hint, problems }}>
      {(about) => <textarea {...area} {...about} onChange={(event) => onChange(event.target.value)} />}
    </Labelled>
  );
}

/** A select with options of value and label. */
export function SelectField({
  label,
  hint,
  problems,
  value,
  options,
  onChange,
}: Props & { options: readonly (readonly [string, string])[] }) {
  return (
    <Labelled {...{ label, hint, problems }} className="select">
      {(about) => (
        <select {...about} value={value} onChange={(event) => onChange(event.target.value)}>
          {options.map(([name, text]) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

type About = { id: string; className: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined };
type LabelledProps = {
  label: string;
  aside?: string | undefined;
  hint?: string | undefined;
  problems?: readonly string[] | undefined;
  className?: string;
  children: (about: About) => ReactNode;
};

function Labelled({ label, aside, hint, problems = [], className = '', children }: LabelledProps) {
  const id = useId();
  const isWrong = problems.length > 0;
  const describedBy = [isWrong ? `${id}-wrong` : '', hint === undefined ? '' : `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
        {aside === undefined ? null : <small className="figures">{aside}</small>}
      </label>
      {children({
        id,
        className: ['input', className, isWrong ? 'is-wrong' : ''].filter(Boolean).join(' '),
        'aria-invalid': isWrong || undefined,
        'aria-describedby': describedBy || undefined,
      })}
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
      {hint === undefined ? null : (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
