/** Opens the files of a run in sequence, reading ahead while others are written. Small files are opened in batches. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { AppError } from '#src/platform/errors.ts';
import { hashFile } from '#src/platform/files.ts';
import { openBook, openMembers, openSmallFiles, type SmallFile } from './book-process.ts';
import type { BookFacts } from './classics/classic-facts.ts';
import { type FileKind, kindOf } from './formats/accepted-files.ts';
import type { BookFile } from './list-files.ts';
import type { ReadBook } from './persist/import-books.ts';
import { toFailure } from './unreadable-book.ts';
import type { FoundBook } from './worker-output.ts';

/** `columns`: of a table whose columns could not be mapped. */
export type Opened = { file: BookFile } & ({ read: ReadBook } | { failed: string; columns: string[] } | { unchanged: true });
export type FileOpeners = { openBook: typeof openBook; openSmallFiles: typeof openSmallFiles; openMembers: typeof openMembers };

/**
 * `known`: hashes of earlier imports, extended by what is opened; `settings`: settings that influence the result; `map`: the column mapping of
 * tables.
 */
export type OpenContext = { known: Set<string>; settings: string; map: string; opening?: FileOpeners | undefined };

/** Increase when the same file should give another result. */
const IMPORTER_VERSION = 4;
/** Files up to this size are opened together, since most of the time of a process is its start. */
const MAX_SMALL_BYTES = 64 * 1024;
const MAX_TOGETHER = 2_000;
const MAX_BYTES_TOGETHER = 8 * 1024 * 1024;
/** Number of parts in which files are retried after they ended a process together. */
const RETRY_PARTS = 16;
/** Small files read before other work gets a turn. */
const YIELD_EVERY = 20;

/** Groups opened in advance, so that short ones make up for a long one. More would need more memory. */
const READ_AHEAD = 2;

/** Opens files in order, one process at a time. Problems of single files do not throw. */
export async function* readAhead(files: readonly BookFile[], context: OpenContext): AsyncGenerator<Opened> {
  const pending: Promise<Opened[]>[] = [];
  let isClosed = false;
  let last: Promise<unknown> = Promise.resolve();
  const enqueue = (group: BookFile[]) => {
    const opened = last.then(() => (isClosed ? [] : openGroup(group, context)));
    // The error is reported when the group is awaited.
    last = opened.catch(() => {});
    pending.push(opened);
  };
  try {
    for (const group of groupsOf(files)) {
      enqueue(group);
      if (pending.length > READ_AHEAD) yield* (await pending.shift()) ?? [];
    }
    for (const opened of pending) yield* await opened;
  } finally {
    isClosed = true;
  }
}

function* groupsOf(files: readonly BookFile[]): Generator<BookFile[]> {
  let group: BookFile[] = [];
  let bytes = 0;
  for (const file of files) {
    const isFull = group.length >= MAX_TOGETHER || bytes + file.size > MAX_BYTES_TOGETHER;
    if (group.length > 0 && (!isSmall(file) || group[0]?.inside?.hash !== file.inside?.hash || isFull)) {
      yield group;
      group = [];
      bytes = 0;
    }
    if (isSmall(file)) {
      group.push(file);
      bytes += file.size;
    } else yield [file];
  }
  if (group.length > 0) yield group;
}

function isSmall({ name, size }: BookFile): boolean {
  const kind = kindOf(name);
  return kind !== undefined && kind !== 'epub' && kind !== 'docx' && size <= MAX_SMALL_BYTES;
}

async function openGroup(files: readonly BookFile[], context: OpenContext): Promise<Opened[]> {
  const [first] = files;
  if (first?.inside !== undefined) return openZipMembers(first.path, files, context);
  if (first === undefined || files.length === 1) return first === undefined ? [] : [await openFile(first, context)];
  const results = new Map<BookFile, Opened>();
  const small: Small[] = [];
  for (const [index, file] of files.entries()) {
    if (index % YIELD_EVERY === 0) await setImmediate();
    const bytes = readSmall(file);
    // Unreadable or grown files are opened and reported one by one.
    if (bytes === undefined) continue;
    const bare = sha256(bytes);
    const kind = kindOf(file.path) ?? 'text';
    const hash = importHash(bare, kind, context);
    if (context.known.has(hash)) results.set(file, { file, unchanged: true });
    else small.push({ file, hash, task: { kind, hash: bare, fileName: file.name, map: context.map, bytes } });
    context.known.add(hash);
  }
  for (const opened of await openTogether(small, context)) results.set(opened.file, opened);
  const opened: Opened[] = [];
  for (const file of files) opened.push(results.get(file) ?? (await openFile(file, context)));
  return opened;
}

type Small = { file: BookFile; task: SmallFile; hash: string };

/** Opens files in one process; when one of them ends it, retries in parts, down to single files. */
async function openTogether(small: readonly Small[], context: OpenContext): Promise<Opened[]> {
  if (small.length === 0) return [];
  const { openSmallFiles: open } = context.opening ?? { openSmallFiles };
  const found = await open(small.map(({ task }) => task)).catch(() => undefined);
  if (found !== undefined) {
    return small.map(({ file, hash }, index) => {
      const result = found[index] as FoundBook | AppError;
      return result instanceof AppError ? { file, ...toFailure(result) } : toOpened(file, result, hash);
    });
  }
  const opened: Opened[] = [];
  for (const part of partsOf(small)) {
    const [only] = part;
    if (part.length > 1) opened.push(...(await openTogether(part, context)));
    else if (only !== undefined) {
      context.known.delete(only.hash);
      opened.push(await openFile(only.file, context));
    }
  }
  return opened;
}

function partsOf<Each>(all: readonly Each[]): Each[][] {
  const size = Math.ceil(all.length / RETRY_PARTS);
  return Array.from({ length: Math.ceil(all.length / size) }, (_, part) => all.slice(part * size, (part + 1) * size));
}

/** Synchronous: awaiting each of 100,000 files costs more than reading it. */
function readSmall(file: BookFile): Buffer | undefined {
  try {
    const bytes = readFileSync(file.path);
    return bytes.length > MAX_SMALL_BYTES ? undefined : bytes;
  } catch {
    return undefined;
  }
}

/** Opens one file. `facts`: metadata known from elsewhere. Problems of the file do not throw. */
export async function openFile(file: BookFile, context: OpenContext, facts?: BookFacts): Promise<Opened> {
  try {
    const kind = kindOf(file.path);
    if (kind === undefined) return { file, failed: 'Unsupported file type.', columns: [] };
    const bare = await hashFile(file.path);
    const hash = importHash(bare, kind, context);
    if (context.known.has(hash)) return { file, unchanged: true };
    context.known.add(hash);
    const { openBook: open } = context.opening ?? { openBook };
    return toOpened(
      file,
      await open(file.path, { kind, hash: bare, fileName: file.name, map: context.map, ...(facts && { facts }) }),
      hash,
    );
  } catch (error) {
    return { file, ...toFailure(error) };
  }
}

/** Opens members of one ZIP; when one of them ends the process, retries in parts, down to single members. */
async function openZipMembers(zip: string, files: readonly BookFile[], context: OpenContext): Promise<Opened[]> {
  const hashes = new Map(
    files.map((file) => [file, importHash(sha256(`${file.inside?.hash} ${file.inside?.at}`), kindOf(file.name) ?? 'text', context)]),
  );
  const fresh = files.filter((file) => !context.known.has(hashes.get(file) ?? ''));
  const at = fresh.map(({ inside }) => inside?.at ?? 0);
  let results: unknown[] = [];
  try {
    const { openMembers: open } = context.opening ?? { openMembers };
    if (fresh.length > 0) results = await open(zip, { at, map: context.map });
  } catch (error) {
    if (fresh.length > 1) {
      const opened: Opened[] = [];
      for (const part of partsOf(files)) opened.push(...(await openZipMembers(zip, part, context)));
      return opened;
    }
    results = [error];
  }
  const resultOf = new Map(fresh.map((file, index) => [file, results[index] as FoundBook | Error]));
  return files.map((file) => {
    const result = resultOf.get(file);
    if (result === undefined) return { file, unchanged: true };
    return result instanceof Error ? { file, ...toFailure(result) } : toOpened(file, result, hashes.get(file) ?? '');
  });
}

function toOpened(file: BookFile, book: FoundBook, hash: string): Opened {
  if (book.tales.length > 0) return { file, read: { book, hash } };
  return { file, failed: ['No tales found.', ...book.notes].join(' '), columns: book.columns ?? [] };
}

/** Identifies a file together with the settings of its import. */
function importHash(hash: string, kind: FileKind, { settings, map }: OpenContext): string {
  return sha256(`${IMPORTER_VERSION} ${settings} ${kind === 'table' && map !== '' ? `${map} ` : ''}${hash}`);
}

function sha256(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}
