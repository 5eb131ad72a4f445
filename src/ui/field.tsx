import { type ComponentProps, type ReactNode, useState } from 'react';
import { Icon } from './icon.tsx';

type FieldProps = Omit<ComponentProps<'input'>, 'id' | 'className'> & {
  /** Also what the ids are made of: once a page, or once a `scope`. */
  name: string;
  /** Tells forms on one page apart. */
  scope?: string;
  label: string;
  hint?: string;
  /** Sentences about what is wrong with it. */
  problems?: readonly string[] | undefined;
};

/** A labelled field. What is wrong stands below it and is read with it. */
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

/** A field for a password: it can be shown, pasted and filled in by a password manager. */
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

/** What the ids of a field are made of. */
export function idOf(name: string, scope: string | undefined): string {
  return scope === undefined ? name : `${scope}-${name}`;
}

function FieldInput({ id, hint, problems, ...input }: InputProps) {
  return <input {...input} {...aboutField({ id, hint, problems })} />;
}

type About = { id: string; hint: string | undefined; problems: readonly string[] | undefined };

/** What an input says of itself and of the notes below it. */
export function aboutField({ id, hint, problems = [] }: About) {
  const isWrong = problems.length > 0;
  const describedBy = [isWrong ? `wrong-${id}` : '', hint ? `hint-${id}` : ''].filter(Boolean).join(' ');
  return {
    id: `field-${id}`,
    className: isWrong ? 'input is-wrong' : 'input',
    'aria-invalid': isWrong || undefined,
    'aria-describedby': describedBy || undefined,
  };
}

/** What is wrong with a field, and its hint; named by `aboutField`. */
export function FieldNotes({ id, hint, problems }: { id: string; hint: string | undefined; problems: readonly string[] }): ReactNode {
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
