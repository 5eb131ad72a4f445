/** Where files live that people bring in: a folder, or a store that speaks as S3 does. Keys are short paths of ours, as `a1-2x3/320.webp`. */
import { AppError, unavailable } from '#src/platform/errors.ts';

/** A file as it comes. `size` in bytes. */
export type StoredObject = { size: number; body: ReadableStream<Uint8Array> };

/** What is known of a stored file. `isWhole`: whether the bytes are a complete file of its type, for files whose hash is not known. */
export type Expected = { size?: number; sha256?: string; isWhole?: (bytes: Buffer) => boolean };
/** Called only by stores outside of this machine, which are not trusted to return what was stored. */
export type Expect = () => Expected | Promise<Expected>;

/**
 * All methods throw the AppErrors 507 `no_room` when the store is full, and 503 `store_unavailable` when it cannot be used just now.
 * `get` and `getFile` throw 503 `file_damaged` when what is stored is not what is expected. Keys are made of small letters, digits, dots, hyphens and single slashes; anything else is a mistake of ours and throws a TypeError.
 */
export type ObjectStore = {
  /** Keeps the bytes under the key: whole, and durably once it resolves, or not at all. What was there is replaced. */
  put(key: string, bytes: Uint8Array, type: string): Promise<void>;
  /** The same of a file of this machine, which is not held in memory; it stays where it is, and must not be changed any more. */
  putFile(key: string, file: string, type: string): Promise<void>;
  /** Undefined when there is nothing of that key. A stream that is not read to its end must be cancelled. */
  get(key: string, expect?: Expect): Promise<StoredObject | undefined>;
  /** Brings it to a place of this machine where nothing is yet, without holding it in memory; only to be read there. False when there is nothing of that key. */
  getFile(key: string, file: string, expect?: Expect): Promise<boolean>;
  /** False as well when its size is not the expected one. */
  has(key: string, expect?: Expect): Promise<boolean>;
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
  if (!isKey(key)) throw new TypeError('This is no key of an object.');
}

export function isKey(key: string): boolean {
  return KEY.test(key) && !key.includes('..');
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

export function damagedFile(cause: unknown): AppError {
  return new AppError(503, DAMAGED, 'This file is damaged in the file store. Please tell the administrator.', { cause });
}

export function isDamagedFile(error: unknown): boolean {
  return error instanceof AppError && error.code === DAMAGED;
}

/** For callers to whom a damaged file is as good as a missing one. Throws every other error. */
export function undefinedIfDamaged(error: unknown): undefined {
  if (!isDamagedFile(error)) throw error;
}

const DAMAGED = 'file_damaged';
