import { z } from 'zod';
import { parseEmailAddress } from '#src/platform/mail/address.ts';
import { FILL_ALL, INVALID_EMAIL, NextField } from './auth-schemas.ts';

/** The form of an email address by which accounts are found, limited and bound: trimmed, NFC, lower case. */
export function canonicalEmail(email: string): string {
  return email.normalize('NFC').trim().toLowerCase();
}

/** A strictly parsed address in its canonical form. Server only: forms use the looser `EmailField`. */
export const AddressField = z.string({ error: FILL_ALL }).transform((text, context) => {
  const address = parseEmailAddress(text.trim());
  if (address !== undefined) return canonicalEmail(address);
  context.addIssue(text.trim() === '' ? FILL_ALL : INVALID_EMAIL);
  return z.NEVER;
});

/** The body of a request for an email. */
export const AddressBody = z.strictObject({ email: AddressField, next: NextField });
