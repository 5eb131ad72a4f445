/** The bodies that registration and recovery take, on the server: addresses are read strictly, and everything unknown is refused. */
import { z } from 'zod';
import { parseMailAddress } from '#src/platform/mail/address.ts';
import { canonicalEmail } from './canonical-email.ts';
import { FILL_ALL, NameField, NextField, NO_ADDRESS, PasswordField, withConfirmation } from './registration-schema.ts';

/** An address, in the form by which accounts are found and mails are sent. */
export const AddressField = z.string({ error: FILL_ALL }).transform((text, context) => {
  const address = parseMailAddress(text.trim());
  if (address !== undefined) return canonicalEmail(address);
  context.addIssue(text.trim() === '' ? FILL_ALL : NO_ADDRESS);
  return z.NEVER;
});

/** Of a link in a mail. Whether it is one of ours the database knows. */
const TokenField = z.string({ error: 'This link is not whole. Please open it from the mail again.' }).min(1).max(200);

const REGISTRATION = { name: NameField, email: AddressField, password: PasswordField, next: NextField };
export const RegistrationBody = z.strictObject(REGISTRATION);
export const RegistrationPost = withConfirmation(z.strictObject({ ...REGISTRATION, confirm: PasswordField }));
export type Registration = z.output<typeof RegistrationBody>;

export const AddressBody = z.strictObject({ email: AddressField, next: NextField });

export const AddressChange = z.strictObject({ email: AddressField, password: PasswordField, newEmail: AddressField, next: NextField });

export const VerificationBody = z.strictObject({ token: TokenField, email: z.string().max(320), next: NextField });

const RESET = { token: TokenField, email: z.string().max(320), password: PasswordField };
export const ResetBody = z.strictObject({ ...RESET, keepKeys: z.boolean().default(false) });
/** `keys` says that the page has the checkbox, so that it has it again when it is drawn again. */
const KEYS = { keys: z.literal('1').optional(), keepKeys: z.literal('on').optional() };
export const ResetPost = withConfirmation(z.strictObject({ ...RESET, ...KEYS, confirm: PasswordField })).transform(
  ({ keepKeys, ...reset }) => ({ ...reset, keepKeys: keepKeys === 'on' }),
);
