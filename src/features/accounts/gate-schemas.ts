/** What the smaller forms of the gates must hold, as the browser judges it before the server does. */
import { z } from 'zod';
import { EmailField, FILL_ALL, NewPasswordField, PasswordField, withConfirmation } from './registration-schema.ts';

/** A form with a button and nothing else. */
export const ButtonForm = z.strictObject({});

export const AddressForm = z.strictObject({ email: EmailField });

export const AddressChangeForm = z.strictObject({ email: EmailField, password: PasswordField, newEmail: EmailField });

export const NewPasswordForm = withConfirmation(
  z.strictObject({ password: NewPasswordField, confirm: PasswordField, keepKeys: z.boolean() }),
);

/** Six digits, or a recovery code: which it is, the server sees. */
export const CodeForm = z.strictObject({ code: z.string().trim().min(1, FILL_ALL).max(100, 'That is too long for a code.') });
