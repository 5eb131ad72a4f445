import { type ComponentProps, type ReactNode, useState } from 'react';
import { Icon } from './icon.tsx';

type FieldProps = Omit<ComponentProps<'input'>, 'id' | 'className'> & {
  /** Also what the ids are made of: once a page, or once a `scope`. */
  name: string;
  /** Distinguishes forms on one page. */
  scope?: string;
  label: string;
  hint?: string;
  /** Sentences about what is wrong with it. */
  problems?: readonly string[] | undefined;
};

/** A labelled input. Errors are shown below it and announced with it. */
export function Field({ label, hint, problems = [], scope, ...input }: FieldProps) {
  const id = idOf(input.name, scope);
  return (
    <div className="field">
      <label className="label" htmlFor={`field-${id}`}>
        {label}
      </label>
      <FieldInput {...input} id={id} hint={hint} problems={problems} />
      <FieldNotes id={id} hint={hint} problems={problems} />
    </div>
  );
}

/** A password input that can be revealed; pasting and password managers work. */
export function PasswordField({ label, hint, problems = [], scope, ...input }: FieldProps) {
  const id = idOf(input.name, scope);
  const [isShown, setShown] = useState(false);
  return (
    <div className="field">
      <label className="label" htmlFor={`field-${id}`}>
        {label}
      </label>
      <div className="field-row">
        <FieldInput {...input} id={id} type={isShown ? 'text' : 'password'} hint={hint} problems={problems} />
        <button
          type="button"
          className="field-show needs-script"
          aria-pressed={isShown}
          aria-label={`Show ${label.toLowerCase()}`}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? 'Hide' : 'Show'}
        </button>
      </div>
      <FieldNotes id={id} hint={hint} problems={problems} />
    </div>
  );
}

type InputProps = Omit<FieldProps, 'label' | 'hint' | 'scope'> & { id: string; hint: string | undefined };

/** The common part of the ids of a field. */
function idOf(name: string, scope: string | undefined): string {
  return scope === undefined ? name : `${scope}-${name}`;
}

function FieldInput({ id, hint, problems, ...input }: InputProps) {
  return <input {...input} {...fieldDescription({ id, hint, problems })} />;
}

type About = { id: string; hint: string | undefined; problems: readonly string[] | undefined };

/** Attributes of an input that refer to the notes below it. */
function fieldDescription({ id, hint, problems = [] }: About) {
  const isWrong = problems.length > 0;
  const describedBy = [isWrong ? `wrong-${id}` : '', hint ? `hint-${id}` : ''].filter(Boolean).join(' ');
  return {
    id: `field-${id}`,
    className: isWrong ? 'input is-wrong' : 'input',
    'aria-invalid': isWrong || undefined,
    'aria-describedby': describedBy || undefined,
  };
}

/** Errors and hint of a field, referenced by `fieldDescription`. */
function FieldNotes({ id, hint, problems }: { id: string; hint: string | undefined; problems: readonly string[] }): ReactNode {
  return (
    <>
      {problems.length > 0 ? (
        <ul className="field-wrong" id={`wrong-${id}`}>
          {problems.map((problem) => (
            <li key={problem}>
              <Icon name="warning" />
              {problem}
            </li>
          ))}
        </ul>
      ) : null}
      {hint ? (
        <p className="hint" id={`hint-${id}`}>
          {hint}
        </p>
      ) : null}
    </>
  );
}

type LabelProps = Pick<FieldProps, 'name' | 'scope' | 'label' | 'hint' | 'problems'>;

/** A labelled textarea. */
export function TextareaField({
  label,
  hint,
  problems = [],
  scope,
  ...area
}: LabelProps & Omit<ComponentProps<'textarea'>, keyof LabelProps>) {
  const id = idOf(area.name, scope);
  const about = fieldDescription({ id, hint, problems });
  return (
    <div className="field">
      <label className="label" htmlFor={about.id}>
        {label}
      </label>
      <textarea {...area} {...about} className={`${about.className} area`} />
      <FieldNotes id={id} hint={hint} problems={problems} />
    </div>
  );
}

/** A labelled select. `options`: values with their labels. */
export function ChoiceField({
  label,
  hint,
  problems = [],
  scope,
  options,
  ...select
}: LabelProps & { options: readonly (readonly [string, string])[] } & Omit<ComponentProps<'select'>, keyof LabelProps>) {
  const id = idOf(select.name, scope);
  const about = fieldDescription({ id, hint, problems });
  return (
    <div className="field">
      <label className="label" htmlFor={about.id}>
        {label}
      </label>
      <select {...select} {...about} className={`${about.className} choice`}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <FieldNotes id={id} hint={hint} problems={problems} />
    </div>
  );
}
