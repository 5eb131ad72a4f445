import type { ComponentProps, FormEvent, ReactNode } from 'react';
import type { FormFailure } from '#src/api-client/use-api-form.ts';
import { Alert } from '#src/ui/alert.tsx';
import { PasswordField } from '#src/ui/field.tsx';

type Props = {
  /** Where the form is posted without JavaScript. */
  action: string;
  /** Hidden fields for such a post. Empty values are omitted. */
  hidden?: Record<string, string>;
  failure: FormFailure | null;
  failTitle: string;
  onSubmit: (event: FormEvent) => unknown;
  /** Shown below the error, for example a button to resend an email. */
  help?: ReactNode;
  children: ReactNode;
};

/** A form that also works without JavaScript. Errors of the whole form appear above it. */
export function AuthForm({ action, hidden = {}, failure, failTitle, onSubmit, help, children }: Props) {
  return (
    <>
      {failure ? (
        <Alert title={failure.code === 'invalid' ? 'Error' : failTitle} wrong>
          {failure.text}
          {help}
        </Alert>
      ) : null}
      <form method="post" action={action} noValidate onSubmit={onSubmit}>
        {Object.entries(hidden)
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
        {children}
      </form>
    </>
  );
}

type FieldProps = Omit<ComponentProps<typeof PasswordField>, 'label'>;

/** A new password and its confirmation, with the password rule. */
export function NewPasswordFields({ password, confirm }: { password: FieldProps; confirm: FieldProps }) {
  return (
    <>
      <PasswordField {...password} label="Password" hint={PASSWORD_RULE} autoComplete="new-password" required />
      <PasswordField {...confirm} label="Confirm Password" autoComplete="new-password" required />
    </>
  );
}

export const PASSWORD_RULE = 'At least 10 characters. Three or more unrelated words make a strong password.';
