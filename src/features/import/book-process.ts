/** Untrusted files are read in a process of their own, with limits on memory, time, output and file access. */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runWorkerProcess, WorkerProcessError } from '#src/platform/child-process.ts';
import { createLimiter } from '#src/platform/concurrency-limit.ts';
import { AppError } from '#src/platform/errors.ts';
import type { ReadTask } from './archive/read-tales.ts';
import { MAX_PACKED, MAX_TEXT } from './limits.ts';
import { toAppError, UnreadableBook } from './unreadable-book.ts';
import {
  type Book,
  type BookFault,
  type FileResult,
  type FoundBook,
  parseBookOutput,
  parseListing,
  parseManyOutputs,
  parseMember,
  parseTalesOutput,
  type Rejection,
  type ZipListing,
} from './worker-output.ts';

const WORKER = fileURLToPath(import.meta.resolve('./archive/book-worker.ts'));
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** What the worker may read besides its own folder. */
const CODE = [
  ...['sources', 'split', 'post-process', 'books', 'hints', 'classics', 'formats', 'faults.ts', 'limits.ts'].map((each) =>
    path.join(import.meta.dirname, each),
  ),
  path.join(ROOT, 'src/features/classification/content-notes.ts'),
  path.join(ROOT, 'src/ui/escape-html.ts'),
  ...['field-definition.ts', 'field-values.ts', 'fields.ts'].map((file) => path.join(ROOT, 'src/features/tales', file)),
  ...['front-matter.ts', 'slug.ts', 'text.ts'].map((file) => path.join(ROOT, 'src/platform', file)),
];
const TIMEOUT_MS = 30_000;
const HEAP_MB = 128;
const MAX_OUTPUT = MAX_TEXT + 32 * 1024 * 1024;
/** Reading takes a CPU and memory: two processes at a time, all others queue. */
const limit = createLimiter({ running: 2, waiting: Number.POSITIVE_INFINITY, retryAfterSeconds: 0 });

/** Test overrides. */
export type OpenOptions = { worker?: string; timeoutMs?: number; heapMb?: number; flags?: string[] };

/**
 * Has the worker read a file, two at a time. The process gets the file as an open descriptor and cannot open, write or start anything else.
 * `args`: for the worker; `read`: parses its output and throws for anything unexpected.
 * @throws UnreadableBook; AppError 422 `unreadable_file`, 503 `books_busy` when the process cannot be started; system errors for missing
 * files and links
 */
async function runOnFile<Result extends object>(
  file: string,
  args: string[],
  read: (output: Buffer) => Result | BookFault | Rejection,
  options: OpenOptions = {},
): Promise<Result> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const facts = await handle.stat();
    if (!facts.isFile()) throw new UnreadableBook('not_a_zip');
    if (facts.size > MAX_PACKED) throw new UnreadableBook('too_large');
    return await runWorker(handle.fd, args, read, options);
  } finally {
    await handle.close();
  }
}

/** Same as `runOnFile`, for a descriptor or bytes. */
async function runWorker<Result extends object>(
  input: number | Buffer,
  args: string[],
  read: (output: Buffer) => Result | BookFault | Rejection,
  { worker = WORKER, timeoutMs = TIMEOUT_MS, heapMb = HEAP_MB, flags = [] }: OpenOptions,
): Promise<Result> {
  const nodeFlags = [...permissionFlags(worker), ...flags];
  let result: Result | BookFault | Rejection;
  try {
    result = read(await limit(() => runWorkerProcess(worker, { input, args, nodeFlags, heapMb, timeoutMs, maxOutputBytes: MAX_OUTPUT })));
  } catch (cause) {
    if (cause instanceof WorkerProcessError && cause.reason === 'not_started')
      throw new AppError(503, 'books_busy', 'Files cannot be read right now. Try again in a moment.', { cause });
    throw new UnreadableBook('book_too_hard', null, { cause });
  }
  if ('fault' in result || 'refused' in result) throw toAppError(result);
  return result;
}

/** The worker may read only its own code; the book reaches it as an open descriptor. */
function permissionFlags(worker: string): string[] {
  const packages = path.dirname(path.dirname(fileURLToPath(import.meta.resolve('yauzl'))));
  const readable = [path.dirname(worker), ...CODE, packages, path.join(ROOT, 'node_modules'), path.join(ROOT, 'package.json')];
  return ['--max-semi-space-size=8', '--disable-proto=delete', '--permission', ...readable.map((each) => `--allow-fs-read=${each}`)];
}

/**
 * Reads, splits and post-processes a file.
 * @throws as `runOnFile`
 */
export function openBook(
  file: string,
  { kind, hash, fileName = path.basename(file), map = '', facts = {} }: Omit<ReadTask, 'fileName'> & { fileName?: string },
  options: OpenOptions = {},
): Promise<FoundBook> {
  return runOnFile(file, [kind, hash, fileName, map, JSON.stringify(facts)], parseTalesOutput, options);
}

/**
 * Reads many small files in one process, since starting one takes longer than reading them. Returns the result or error of each, in order.
 * @throws as `runOnFile` when one of them ends the process: then each has to be opened alone
 */
export async function openSmallFiles(files: readonly SmallFile[], options: OpenOptions = {}): Promise<(FoundBook | AppError)[]> {
  const { results } = await runWorker(encodeSmallFiles(files), ['many'], (output) => parseManyOutputs(output, files.length), options);
  return results.map(bookOrError);
}

/**
 * Lists the files in a ZIP.
 * @throws as `runOnFile` for a hostile or broken archive
 */
export function listMembers(zip: string, options: OpenOptions = {}): Promise<ZipListing> {
  return runOnFile(zip, ['list', path.basename(zip)], parseListing, options);
}

/**
 * Reads members of a ZIP by their indexes in the listing. Returns the result or error of each.
 * @throws as `openSmallFiles`
 */
export async function openMembers(
  zip: string,
  { at, map }: { at: readonly number[]; map: string },
  options: OpenOptions = {},
): Promise<(FoundBook | AppError)[]> {
  const words = ['members', JSON.stringify(at), path.basename(zip), map];
  const { results } = await runOnFile(zip, words, (output) => parseMemberOutputs(output, at.length), options);
  return results.map(bookOrError);
}

/**
 * Reads the first of these members of a ZIP that exists, as it is.
 * @throws as `runOnFile`; UnreadableBook `missing_document` without any
 */
export function readMember(zip: string, names: readonly string[], options: OpenOptions = {}): Promise<{ name: string; bytes: Buffer }> {
  return runOnFile(zip, ['extract', JSON.stringify(names)], parseMember, options);
}

/** A rejected archive yields one result for all members. */
function parseMemberOutputs(output: Buffer, count: number): ReturnType<typeof parseManyOutputs> | Exclude<FileResult, FoundBook> {
  if (output.includes(0x0a)) return parseManyOutputs(output, count);
  const found = parseTalesOutput(output);
  if ('tales' in found) throw new Error('The worker returned an unexpected result');
  return found;
}

function bookOrError(result: FileResult): FoundBook | AppError {
  return 'tales' in result ? result : toAppError(result);
}

/**
 * Opens an EPUB 2 or 3 and returns its chapters unchanged.
 * @throws as `runOnFile`
 */
export function openEpub(file: string, options: OpenOptions = {}): Promise<Book> {
  return runOnFile(file, [], parseBookOutput, options);
}

export type SmallFile = ReadTask & { bytes: Uint8Array };

/** Encodes the input of the worker: a line of JSON with tasks and sizes, then the bytes of all files. */
export function encodeSmallFiles(files: readonly SmallFile[]): Buffer {
  const head = files.map(({ bytes, ...task }) => ({ ...task, size: bytes.length }));
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...files.map(({ bytes }) => bytes)]);
}
