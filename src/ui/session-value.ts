/**
 * Values kept in session storage, per tab and until it is closed, as JSON. Storage may be full or blocked: values are then not kept.
 */

/** Key of a value that is set while a random tale is being opened. */
export const RANDOM_TALE = 'talewood.random';

/** Returns the stored value of a key; null without one, or if it is not JSON. */
export function readSessionValue(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Stores a value, or removes the key for null. */
export function writeSessionValue(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // See above.
  }
}
