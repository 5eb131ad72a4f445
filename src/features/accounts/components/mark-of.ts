/** The request header that names the account which a request is meant for, by its mark. */
export const ACCOUNT_HEADER = 'talewood-account';

/** Tells accounts on one device apart and names nobody: FNV-1a, 32 bits. */
export function markOf(email: string): string {
  let mark = 0x811c9dc5;
  for (let index = 0; index < email.length; index += 1) mark = Math.imul(mark ^ email.charCodeAt(index), 0x01000193);
  return (mark >>> 0).toString(36);
}
