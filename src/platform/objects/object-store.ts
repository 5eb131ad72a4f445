/** Storage of uploaded files: a folder, or an S3-compatible store. Keys are short paths such as `a1-2x3/320.webp`. */
import { AppError, unavailable } from '#src/platform/errors.ts';

/** A stored file. `size` in bytes. */
export type StoredObject = { size: number; body: ReadableStream<Uint8Array> };

/** Known properties of a stored file. `isWhole`: whether the bytes are a complete file of its type, for files without a known hash. */
export type Expected = { size?: number; sha256?: string; isWhole?: (bytes: Buffer) => boolean };
/** Called only by remote stores, which are not trusted to return what was stored. */
export type Expect = () => Expected | Promise<Expected>;

/**
 * All methods throw AppError 507 `no_room` when the store is full and 503 `store_unavailable` when it cannot be used; `get` and `getFile`
 * throw 503
 * `file_damaged` for unexpected contents. Keys consist of lower-case letters, digits, dots, hyphens and single slashes; others throw a
 * TypeError.
 */
export type ObjectStore = {
  /** Stores the bytes, atomically and durably. Replaces an existing object. */
  put(key: string, bytes: Uint8Array, type: string): Promise<void>;
  /** Stores a local file without reading it into memory. The file stays where it is, and must not be changed afterwards. */
  putFile(key: string, file: string, type: string): Promise<void>;
  /** Undefined for an unknown key. A stream that is not read to its end must be cancelled. */
  get(key: string, expect?: Expect): Promise<StoredObject | undefined>;
  /** Writes the object to a new local file, which must not be changed. Returns false for an unknown key. */
  getFile(key: string, file: string, expect?: Expect): Promise<boolean>;
  /** Also false when the size is not the expected one. */
  has(key: string, expect?: Expect): Promise<boolean>;
  /** Removes everything below a folder, such as `a1-2x3`. Idempotent. */
  remove(folder: string): Promise<void>;
  /** Removes partial files that are older than `ageMs`. Returns their number. */
  removePartialFiles(ageMs: number): Promise<number>;
  /** Lists all folders, in no particular order. */
  list(): Promise<string[]>;
};

const KEY = /^[a-z0-9][a-z0-9.-]*(?:\/[a-z0-9][a-z0-9.-]*)*$/;

/**
 * Checks a key, so that no path leads out of the store.
 * @throws TypeError
 */
export function checkKey(key: string): void {
  if (!isKey(key)) throw new TypeError('Invalid object key.');
}

export function isKey(key: string): boolean {
  return KEY.test(key) && !key.includes('..');
}

export function storageFull(cause: unknown): AppError {
  return new AppError(507, 'no_room', 'The file storage of the server is full. Nothing was saved. Please tell the administrator.', {
    cause,
  });
}

export function storeUnavailable(cause: unknown): AppError {
  const { message: _, ...error } = unavailable('store_unavailable', 10, cause);
  return new AppError(503, 'store_unavailable', 'The file storage is temporarily unavailable. Try again in a moment.', {
    cause,
    headers: error.headers,
  });
}

export function damagedFile(cause: unknown): AppError {
  return new AppError(503, DAMAGED, 'This file is damaged in the file storage. Please tell the administrator.', { cause });
}

export function isDamagedFile(error: unknown): boolean {
  return error instanceof AppError && error.code === DAMAGED;
}

/** For callers that treat a damaged file as missing. Rethrows every other error. */
export function undefinedIfDamaged(error: unknown): undefined {
  if (!isDamagedFile(error)) throw error;
}

const DAMAGED = 'file_damaged';
