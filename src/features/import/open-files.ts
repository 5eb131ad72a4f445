/** The files of a run, opened one after the other: the next while one is written. Small ones many at a time. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { AppError } from '#src/platform/errors.ts';
import { hashFile } from '#src/platform/hash-file.ts';
import type { BookFacts } from './classics/classic-facts.ts';
import { type FileKind, kindOf } from './formats/choose-files.ts';
import type { FoundBook } from './found-tale.ts';
import type { ReadBook } from './keep/import-books.ts';
import type { BookFile } from './list-files.ts';
import { openBook, openMembers, openSmallFiles } from './open-book.ts';
import type { SmallFile } from './reader/take-many.ts';
import { failureOf } from './unreadable-book.ts';

/** `columns`: of a table that failed because nobody knows what they are. */
export type Opened = { file: BookFile } & ({ read: ReadBook } | { failed: string; columns: string[] } | { unchanged: true });
export type Opening = { openBook: typeof openBook; openSmallFiles: typeof openSmallFiles; openMembers: typeof openMembers };

/**
 * `known`: hashes of what was imported before, to which is added what is opened; `how`: what the result depends on besides the file;
 * `map`: what the columns of tables are.
 */
export type About = { known: Set<string>; how: string; map: string; opening?: Opening | undefined };

/** Raised when the same file is to give something else than before. */
const IMPORTER = 3;
/** Files up to so many bytes are opened together; of a process most of the time is its start, until it has many to read. */
const SMALL = 64 * 1024;
const MOST_TOGETHER = 2_000;
const MOST_BYTES_TOGETHER = 8 * 1024 * 1024;
/** Files that have ended a process together are opened again in so many parts. */
const PARTS = 16;
/** Small files read in one go: others are let through between. */
const AT_ONCE = 20;

/** What is read before it is asked for: while one waits, short ones make up for a long one. More would want more memory, and more processors. */
const AHEAD = 2;

/** In the order of the files, one process at a time. Never throws for what is wrong with one. */
export async function* openAhead(files: readonly BookFile[], about: About): AsyncGenerator<Opened> {
  const coming: Promise<Opened[]>[] = [];
  let isOver = false;
  let last: Promise<unknown> = Promise.resolve();
  const goOn = (group: BookFile[]) => {
    const opened = last.then(() => (isOver ? [] : openGroup(group, about)));
    // It is heard when it is asked for.
    last = opened.catch(() => {});
    coming.push(opened);
  };
  try {
    for (const group of groupsOf(files)) {
      goOn(group);
      if (coming.length > AHEAD) yield* (await coming.shift()) ?? [];
    }
    for (const opened of coming) yield* await opened;
  } finally {
    isOver = true;
  }
}

function* groupsOf(files: readonly BookFile[]): Generator<BookFile[]> {
  let group: BookFile[] = [];
  let bytes = 0;
  for (const file of files) {
    const isFull = group.length >= MOST_TOGETHER || bytes + file.size > MOST_BYTES_TOGETHER;
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
  return kind !== undefined && kind !== 'epub' && kind !== 'docx' && size <= SMALL;
}

async function openGroup(files: readonly BookFile[], about: About): Promise<Opened[]> {
  const [first] = files;
  if (first?.inside !== undefined) return openInside(first.path, files, about);
  if (first === undefined || files.length === 1) return first === undefined ? [] : [await openFile(first, about)];
  const results = new Map<BookFile, Opened>();
  const small: Small[] = [];
  for (const [index, file] of files.entries()) {
    if (index % AT_ONCE === 0) await setImmediate();
    const bytes = readSmall(file);
    // What cannot be read, or has grown meanwhile, is told of like any other file.
    if (bytes === undefined) continue;
    const bare = sha256(bytes);
    const kind = kindOf(file.path) ?? 'text';
    const hash = markOf(bare, kind, about);
    if (about.known.has(hash)) results.set(file, { file, unchanged: true });
    else small.push({ file, hash, task: { kind, hash: bare, fileName: file.name, map: about.map, bytes } });
    about.known.add(hash);
  }
  for (const opened of await openTogether(small, about)) results.set(opened.file, opened);
  const opened: Opened[] = [];
  for (const file of files) opened.push(results.get(file) ?? (await openFile(file, about)));
  return opened;
}

type Small = { file: BookFile; task: SmallFile; hash: string };

/** In one process; when one of them has ended that for all, in parts, down to each by itself. */
async function openTogether(small: readonly Small[], about: About): Promise<Opened[]> {
  if (small.length === 0) return [];
  const { openSmallFiles: open } = about.opening ?? { openSmallFiles };
  const found = await open(small.map(({ task }) => task)).catch(() => undefined);
  if (found !== undefined) {
    return small.map(({ file, hash }, index) => {
      const result = found[index] as FoundBook | AppError;
      return result instanceof AppError ? { file, ...failureOf(result) } : openedOf(file, result, hash);
    });
  }
  const opened: Opened[] = [];
  for (const part of partsOf(small)) {
    const [only] = part;
    if (part.length > 1) opened.push(...(await openTogether(part, about)));
    else if (only !== undefined) {
      about.known.delete(only.hash);
      opened.push(await openFile(only.file, about));
    }
  }
  return opened;
}

function partsOf<Each>(all: readonly Each[]): Each[][] {
  const size = Math.ceil(all.length / PARTS);
  return Array.from({ length: Math.ceil(all.length / size) }, (_, part) => all.slice(part * size, (part + 1) * size));
}

/** At once: to wait for each of a hundred thousand files by itself costs more than to read it. */
function readSmall(file: BookFile): Buffer | undefined {
  try {
    const bytes = readFileSync(file.path);
    return bytes.length > SMALL ? undefined : bytes;
  } catch {
    return undefined;
  }
}

/** `facts`: what is known of the book from elsewhere. Never throws for what is wrong with the file. */
export async function openFile(file: BookFile, about: About, facts?: BookFacts): Promise<Opened> {
  try {
    const kind = kindOf(file.path);
    if (kind === undefined) return { file, failed: 'This is no kind of file that is read here.', columns: [] };
    const bare = await hashFile(file.path);
    const hash = markOf(bare, kind, about);
    if (about.known.has(hash)) return { file, unchanged: true };
    about.known.add(hash);
    const { openBook: open } = about.opening ?? { openBook };
    return openedOf(file, await open(file.path, { kind, hash: bare, fileName: file.name, map: about.map, ...(facts && { facts }) }), hash);
  } catch (error) {
    return { file, ...failureOf(error) };
  }
}

/** Files of one zip. When one of them has ended the process for all, they are opened in parts, down to each by itself. */
async function openInside(zip: string, files: readonly BookFile[], about: About): Promise<Opened[]> {
  const hashes = new Map(
    files.map((file) => [file, markOf(sha256(`${file.inside?.hash} ${file.inside?.at}`), kindOf(file.name) ?? 'text', about)]),
  );
  const fresh = files.filter((file) => !about.known.has(hashes.get(file) ?? ''));
  const at = fresh.map(({ inside }) => inside?.at ?? 0);
  let results: unknown[] = [];
  try {
    const { openMembers: open } = about.opening ?? { openMembers };
    if (fresh.length > 0) results = await open(zip, { at, map: about.map });
  } catch (error) {
    if (fresh.length > 1) {
      const opened: Opened[] = [];
      for (const part of partsOf(files)) opened.push(...(await openInside(zip, part, about)));
      return opened;
    }
    results = [error];
  }
  const resultOf = new Map(fresh.map((file, index) => [file, results[index] as FoundBook | Error]));
  return files.map((file) => {
    const result = resultOf.get(file);
    if (result === undefined) return { file, unchanged: true };
    return result instanceof Error ? { file, ...failureOf(result) } : openedOf(file, result, hashes.get(file) ?? '');
  });
}

function openedOf(file: BookFile, book: FoundBook, hash: string): Opened {
  if (book.tales.length > 0) return { file, read: { book, hash } };
  return { file, failed: ['No tale was found in it.', ...book.notes].join(' '), columns: book.columns ?? [] };
}

/** Of a file and of how it is imported. */
function markOf(hash: string, kind: FileKind, { how, map }: About): string {
  return sha256(`${IMPORTER} ${how} ${kind === 'table' && map !== '' ? `${map} ` : ''}${hash}`);
}

function sha256(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}
