import { type ComponentProps, type ReactNode, useState } from 'react';
import { Icon } from './icon.tsx';

type FieldProps = Omit<ComponentProps<'input'>, 'id' | 'className'> & {
  /** Also what the ids are made of: once a page. */
  name: string;
  label: string;
  hint?: string;
  /** Sentences about what is wrong with it. */
  problems?: readonly string[] | undefined;
};

/** A labelled field. What is wrong stands below it and is read with it. */
export function Field({ label, hint, problems = [], ...input }: FieldProps) {
  return (
    <div className="field">
      <label className="label" htmlFor={`field-${input.name}`}>
        {label}
      </label>
      <FieldInput {...input} hint={hint} problems={problems} />
      <FieldNotes name={input.name} hint={hint} problems={problems} />
    </div>
  );
}

/** A field for a password: it can be shown, pasted and filled in by a password manager. */
export function PasswordField({ label, hint, problems = [], ...input }: FieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <div className="field">
      <label className="label" htmlFor={`field-${input.name}`}>
        {label}
      </label>
      <div className="field-row">
        <FieldInput {...input} type={isShown ? 'text' : 'password'} hint={hint} problems={problems} />
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
      <FieldNotes name={input.name} hint={hint} problems={problems} />
    </div>
  );
}

function FieldInput({ hint, problems, ...input }: Omit<FieldProps, 'label' | 'hint'> & { hint: string | undefined }) {
  const isWrong = (problems?.length ?? 0) > 0;
  const describedBy = [isWrong ? `wrong-${input.name}` : '', hint ? `hint-${input.name}` : ''].filter(Boolean).join(' ');
  return (
    <input
      {...input}
      id={`field-${input.name}`}
      className={isWrong ? 'input is-wrong' : 'input'}
      aria-invalid={isWrong || undefined}
      aria-describedby={describedBy || undefined}
    />
  );
}

function FieldNotes({ name, hint, problems }: { name: string; hint: string | undefined; problems: readonly string[] }): ReactNode {
  return (
    <>
      {problems.length > 0 ? (
        <ul className="field-wrong" id={`wrong-${name}`}>
          {problems.map((problem) => (
            <li key={problem}>
              <Icon name="warning" />
              {problem}
            </li>
          ))}
        </ul>
      ) : null}
      {hint ? (
        <p className="hint" id={`hint-${name}`}>
          {hint}
        </p>
      ) : null}
    </>
  );
}
