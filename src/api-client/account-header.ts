/** Request header with the `hashEmail` of the account that a request is meant for. Shared by browser and server. */
export const ACCOUNT_HEADER = 'talewood-account';

/** Request header with the name of the device, or tab, that makes a change. */
export const DEVICE_HEADER = 'talewood-device';

/** A short hash (FNV-1a, 32 bits, base 36) that tells apart the accounts used on one device. Not a security measure. */
export function hashEmail(email: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < email.length; index += 1) hash = Math.imul(hash ^ email.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(36);
}
