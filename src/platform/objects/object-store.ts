/** Where files live that people bring in: a folder, or a store that speaks as S3 does. Keys are short paths of ours, as `a1-2x3/320.webp`. */
import { AppError, unavailable } from '#src/platform/errors.ts';

/** A file as it comes. `size` in bytes. */
export type StoredObject = { size: number; body: ReadableStream<Uint8Array> };

/**
 * All methods throw the AppErrors 507 `no_room` when the store is full, and 503 `store_unavailable` when it cannot be used just now.
 * Keys are made of small letters, digits, dots, hyphens and single slashes; anything else is a mistake of ours and throws a TypeError.
 */
export type ObjectStore = {
  /** Keeps the bytes under the key: whole, and durably once it resolves, or not at all. What was there is replaced. */
  put(key: string, bytes: Uint8Array, type: string): Promise<void>;
  /** The same of a file of this machine, which is not held in memory; it stays where it is, and must not be changed any more. */
  putFile(key: string, file: string, type: string): Promise<void>;
  /** Undefined when there is nothing of that key. A stream that is not read to its end must be cancelled. */
  get(key: string): Promise<StoredObject | undefined>;
  /** Brings it to a place of this machine where nothing is yet, without holding it in memory; only to be read there. False when there is nothing of that key. */
  getFile(key: string, file: string): Promise<boolean>;
  has(key: string): Promise<boolean>;
  /** Removes everything below a folder, as `a1-2x3`. Nothing there is no mistake. */
  remove(folder: string): Promise<void>;
  /** Removes what crashes have left half-written, once it is as old as this (milliseconds). Returns how many halves there were. */
  removeHalves(ageMs: number): Promise<number>;
  /** The names of all folders, in no order. */
  list(): Promise<string[]>;
};

const KEY = /^[a-z0-9][a-z0-9.-]*(?:\/[a-z0-9][a-z0-9.-]*)*$/;

/** Throws a TypeError for what is no key: nothing may lead out of the store. */
export function checkKey(key: string): void {
  if (!KEY.test(key) || key.includes('..')) throw new TypeError('This is no key of an object.');
}

export function noRoom(cause: unknown): AppError {
  return new AppError(507, 'no_room', 'There is no room left for files on the server. Nothing was kept; please tell who looks after it.', {
    cause,
  });
}

export function storeUnavailable(cause: unknown): AppError {
  const { message: _, ...told } = unavailable('store_unavailable', 10, cause);
  return new AppError(
    503,
    'store_unavailable',
    'The place where files are kept cannot be reached just now. Please try again in a moment.',
    {
      cause,
      headers: told.headers,
    },
  );
}
