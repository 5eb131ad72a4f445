import type { ComponentProps } from 'react';
import { PasswordField } from '#src/ui/field.tsx';

type Field = Omit<ComponentProps<typeof PasswordField>, 'label'>;

/** A new password, twice, with the rule it is judged by. */
export function NewPasswordFields({ password, confirm }: { password: Field; confirm: Field }) {
  return (
    <>
      <PasswordField {...password} label="Password" hint={RULE} autoComplete="new-password" required />
      <PasswordField {...confirm} label="Confirm Password" autoComplete="new-password" required />
    </>
  );
}

const RULE = 'At least 10 characters. Three or more words that have nothing to do with each other make a strong one.';
