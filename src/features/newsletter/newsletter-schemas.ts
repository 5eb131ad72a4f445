/** What the forms about the letter hold, as the server judges it. */
import { z } from 'zod';
import { canonicalEmail } from '#src/features/accounts/accounts.ts';
import { parseMailAddress } from '#src/platform/mail/address.ts';
import { NO_ADDRESS } from './components/newsletter-words.ts';

const AddressField = z.string({ error: NO_ADDRESS.text }).transform((text, context) => {
  const address = parseMailAddress(text.trim());
  if (address !== undefined) return canonicalEmail(address);
  context.addIssue(NO_ADDRESS.text);
  return z.NEVER;
});

/** `website` is a field that people do not see: programs that fill in everything fill it in too. */
export const SignUpBody = z.strictObject({ email: AddressField, website: z.string().max(1_000).optional() });

export const ConfirmationBody = z.strictObject({
  token: z.string({ error: 'This link is not whole. Please open it from the mail again.' }).min(1).max(200),
  email: z.string().max(320).default(''),
});

const KeyField = z.string({ error: 'This link is not whole. Please open it from the letter again.' }).max(200);

export const KeyBody = z.strictObject({ key: KeyField });

export const PreferencesBody = z.strictObject({
  key: KeyField,
  frequency: z.enum(['weekly', 'monthly'], { error: 'Please choose how often the letter shall come.' }),
});
