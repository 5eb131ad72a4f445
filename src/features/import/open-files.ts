/** The files of a run, opened one after the other: the next while one is written. Small ones many at a time. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { AppError } from '#src/platform/errors.ts';
import { type FileKind, kindOf } from './formats/choose-files.ts';
import type { FoundBook } from './found-tale.ts';
import { hashFile } from './hash-file.ts';
import type { ReadBook } from './keep/import-books.ts';
import type { BookFile } from './list-files.ts';
import { openBook, openMembers, openSmallFiles } from './open-book.ts';
import type { SmallFile } from './reader/take-many.ts';
import type { BookFacts } from './reader/take-tales.ts';
import { reasonOf } from './unreadable-book.ts';

export type Opened = { file: BookFile } & ({ read: ReadBook } | { failed: string } | { unchanged: true });
export type Opening = { openBook: typeof openBook; openSmallFiles: typeof openSmallFiles };

/**
 * `known`: hashes of what was imported before, to which is added what is opened; `how`: what the result depends on besides the file;
 * `map`: what the columns of tables are.
 */
export type About = { known: Set<string>; how: string; map: string; opening?: Opening | undefined };

/** Raised when the same file is to give something else than before. */
const IMPORTER = 1;
/** Files up to so many bytes are opened together, so many at a time. */
const SMALL = 64 * 1024;
const MOST_TOGETHER = 250;

/** In the order of the files. Never throws for what is wrong with one. */
export async function* openAhead(files: readonly BookFile[], about: About): AsyncGenerator<Opened> {
  const groups = groupsOf(files);
  const next = () => {
    const group = groups.next();
    return group.done ? undefined : openGroup(group.value, about);
  };
  // One is read while another is written: more would want more memory, and more than two processors.
  for (let coming = next(); coming !== undefined; ) {
    const opened = await coming;
    coming = next();
    yield* opened;
  }
}

function* groupsOf(files: readonly BookFile[]): Generator<BookFile[]> {
  let group: BookFile[] = [];
  for (const file of files) {
    if (group.length > 0 && (!isSmall(file) || group[0]?.inside?.hash !== file.inside?.hash || group.length >= MOST_TOGETHER)) {
      yield group;
      group = [];
    }
    if (isSmall(file)) group.push(file);
    else yield [file];
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
  const small: { file: BookFile; task: SmallFile; hash: string }[] = [];
  for (const file of files) {
    const bytes = await readFile(file.path).catch(() => undefined);
    // What cannot be read, or has grown meanwhile, is told of like any other file.
    if (bytes === undefined || bytes.length > SMALL) continue;
    const bare = sha256(bytes);
    const kind = kindOf(file.path) ?? 'text';
    const hash = markOf(bare, kind, about);
    if (about.known.has(hash)) results.set(file, { file, unchanged: true });
    else small.push({ file, hash, task: { kind, hash: bare, fileName: file.name, map: about.map, bytes } });
    about.known.add(hash);
  }
  const { openSmallFiles: open } = about.opening ?? { openSmallFiles };
  const found = small.length === 0 ? [] : await open(small.map(({ task }) => task)).catch(() => undefined);
  for (const [index, { file, hash }] of small.entries()) {
    const result = found?.[index];
    if (result === undefined) about.known.delete(hash);
    else results.set(file, result instanceof AppError ? { file, failed: result.message } : openedOf(file, result, hash));
  }
  // One of them may have ended the process for all: then each is opened by itself.
  const opened: Opened[] = [];
  for (const file of files) opened.push(results.get(file) ?? (await openFile(file, about)));
  return opened;
}

/** `facts`: what is known of the book from elsewhere. Never throws for what is wrong with the file. */
export async function openFile(file: BookFile, about: About, facts?: BookFacts): Promise<Opened> {
  try {
    const kind = kindOf(file.path);
    if (kind === undefined) return { file, failed: 'This is no kind of file that is read here.' };
    const bare = await hashFile(file.path);
    const hash = markOf(bare, kind, about);
    if (about.known.has(hash)) return { file, unchanged: true };
    about.known.add(hash);
    const { openBook: open } = about.opening ?? { openBook };
    return openedOf(file, await open(file.path, { kind, hash: bare, fileName: file.name, map: about.map, ...(facts && { facts }) }), hash);
  } catch (error) {
    return { file, failed: reasonOf(error) };
  }
}

/** Files of one zip. When one of them has ended the process for all, each is opened by itself. */
async function openInside(zip: string, files: readonly BookFile[], about: About): Promise<Opened[]> {
  const hashes = new Map(
    files.map((file) => [file, markOf(sha256(`${file.inside?.hash} ${file.inside?.at}`), kindOf(file.name) ?? 'text', about)]),
  );
  const fresh = files.filter((file) => !about.known.has(hashes.get(file) ?? ''));
  const at = fresh.map(({ inside }) => inside?.at ?? 0);
  let results: unknown[] = [];
  try {
    if (fresh.length > 0) results = await openMembers(zip, { at, map: about.map });
  } catch (error) {
    if (fresh.length > 1) {
      const opened: Opened[] = [];
      for (const file of files) opened.push(...(await openInside(zip, [file], about)));
      return opened;
    }
    results = [error];
  }
  return files.map((file) => {
    const index = fresh.indexOf(file);
    if (index === -1) return { file, unchanged: true };
    const result = results[index] as FoundBook | Error;
    return result instanceof Error ? { file, failed: reasonOf(result) } : openedOf(file, result, hashes.get(file) ?? '');
  });
}

function openedOf(file: BookFile, book: FoundBook, hash: string): Opened {
  return book.tales.length === 0 ? { file, failed: ['No tale was found in it.', ...book.notes].join(' ') } : { file, read: { book, hash } };
}

/** Of a file and of how it is imported. */
function markOf(hash: string, kind: FileKind, { how, map }: About): string {
  return sha256(`${IMPORTER} ${how} ${kind === 'table' && map !== '' ? `${map} ` : ''}${hash}`);
}

function sha256(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}
