/** The tales of books and of other files that hold tales. */
import path from 'node:path';
import type { AppError } from '#src/platform/errors.ts';
import { inBookProcess, type OpenOptions, readIn } from './book-process.ts';
import { type Found, type Members, readFound, readMany, readMembers } from './found-result.ts';
import type { FoundBook } from './found-tale.ts';
import { type SmallFile, writeMany } from './reader/take-many.ts';
import type { Task } from './reader/take-tales.ts';
import { errorOf } from './unreadable-book.ts';

/** Reads, cuts and finishes the book in a process of its own; `inBookProcess` says what it throws. */
export function openBook(
  file: string,
  { kind, hash, fileName = path.basename(file), map = '', facts = {} }: Omit<Task, 'fileName'> & { fileName?: string },
  options: OpenOptions = {},
): Promise<FoundBook> {
  return inBookProcess(file, [kind, hash, fileName, map, JSON.stringify(facts)], readFound, options);
}

/**
 * Many small files in one process: to start one for each would take longer than all else. What each gave, in their order, or why it
 * was not read. Throws as `inBookProcess` does when one of them has ended that process: then each must be opened by itself.
 */
export async function openSmallFiles(files: readonly SmallFile[], options: OpenOptions = {}): Promise<(FoundBook | AppError)[]> {
  const { results } = await readIn(writeMany(files), ['many'], (output) => readMany(output, files.length), options);
  return results.map(bookOrError);
}

/** What is in a zip. Throws as `inBookProcess` does for one that is hostile or broken. */
export function listMembers(zip: string, options: OpenOptions = {}): Promise<Members> {
  return inBookProcess(zip, ['list', path.basename(zip)], readMembers, options);
}

/** Some of them, by their places in that list; `map`: as a Task has it. What each gave, or why it was not read. Throws as `openSmallFiles`. */
export async function openMembers(
  zip: string,
  { at, map }: { at: readonly number[]; map: string },
  options: OpenOptions = {},
): Promise<(FoundBook | AppError)[]> {
  const words = ['members', JSON.stringify(at), path.basename(zip), map];
  const { results } = await inBookProcess(zip, words, (output) => readMembersFound(output, at.length), options);
  return results.map(bookOrError);
}

/** A zip that is itself refused says so once. */
function readMembersFound(output: Buffer, count: number): ReturnType<typeof readMany> | Exclude<Found, FoundBook> {
  if (output.includes(0x0a)) return readMany(output, count);
  const found = readFound(output);
  if ('tales' in found) throw new Error('The worker said something else than it was asked for');
  return found;
}

function bookOrError(result: Found): FoundBook | AppError {
  return 'tales' in result ? result : errorOf(result);
}
