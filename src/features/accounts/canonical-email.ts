/** The one form of an e-mail address by which accounts are found, limited and bound: no space around, small letters. */
export function canonicalEmail(email: string): string {
  return email.normalize('NFC').trim().toLowerCase();
}
