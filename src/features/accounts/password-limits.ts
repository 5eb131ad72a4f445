/** How long a password may be, counted in code points. Server and browser share these; nothing else is loaded with them. */

export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 256;

/** Code points of a text, counted to `most` + 1 and no further: a megabyte is judged as fast as a word. */
export function countCodePoints(text: string, most: number): number {
  let count = 0;
  for (const _ of text) {
    count += 1;
    if (count > most) break;
  }
  return count;
}

export function isTooLong(password: string): boolean {
  return countCodePoints(password, PASSWORD_MAX) > PASSWORD_MAX;
}
