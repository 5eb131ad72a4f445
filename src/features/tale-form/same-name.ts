/** Whether two names are one for the server, which keeps them as they are written and compares them without their case. */
export function isSameName(one: string, other: string): boolean {
  return toKey(one) === toKey(other);
}

/** Whether a name has these letters in it, whatever their case and accents. */
export function hasInName(name: string, letters: string): boolean {
  return withoutAccents(name).includes(withoutAccents(letters));
}

function toKey(name: string): string {
  return name.normalize('NFC').trim().toLowerCase();
}

function withoutAccents(name: string): string {
  return toKey(name).normalize('NFD').replace(/\p{M}/gu, '');
}
