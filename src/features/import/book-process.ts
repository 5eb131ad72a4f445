/** Files of strangers are looked at in a process of their own: its crashes, its memory and its time are not the site's. */
import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '#src/platform/errors.ts';
import { createTurns } from '#src/platform/turns.ts';
import type { BookFault } from './book.ts';
import type { Refusal } from './found-result.ts';
import { MOST_PACKED, MOST_TEXT } from './reader/limits.ts';
import { errorOf, UnreadableBook } from './unreadable-book.ts';

const WORKER = fileURLToPath(import.meta.resolve('./reader/book-worker.ts'));
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** What the worker consists of, beside its own folder. */
const CODE = [
  ...['source', 'cut', 'finish', 'books', 'hints', 'classics', 'formats', 'book.ts', 'found-tale.ts'].map((each) =>
    path.join(import.meta.dirname, each),
  ),
  ...['front-matter.ts', 'slug.ts', 'text.ts'].map((file) => path.join(ROOT, 'src/platform', file)),
];
const TIMEOUT_MS = 30_000;
const HEAP_MB = 128;
const MOST_OUTPUT = MOST_TEXT + 32 * 1024 * 1024;
/** Opening costs a processor and its memory: the others wait, however many. */
const inTurn = createTurns({ running: 2, waiting: Number.POSITIVE_INFINITY, retryAfterSeconds: 0 });

/** For tests: another worker, less time, less memory, further flags of Node. */
export type OpenOptions = { worker?: string; timeoutMs?: number; heapMb?: number; flags?: string[] };

/**
 * Has a file read by the worker, two at a time. `file`: where it lies; the process that reads it gets it open and can open nothing else,
 * write nothing and start nothing. `words`: for the worker. `read`: takes what it wrote, and throws when it does not believe it.
 * Throws UnreadableBook, the AppErrors 422 `unreadable_file`, 503 `books_busy` when that process could not be started, and what the system says of
 * a file that is not there or is a link.
 */
export async function inBookProcess<Result extends object>(
  file: string,
  words: string[],
  read: (output: Buffer) => Result | BookFault | Refusal,
  options: OpenOptions = {},
): Promise<Result> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const facts = await handle.stat();
    if (!facts.isFile()) throw new UnreadableBook('not_a_zip');
    if (facts.size > MOST_PACKED) throw new UnreadableBook('too_large');
    return await readIn(handle.fd, words, read, options);
  } finally {
    await handle.close();
  }
}

/** The same of bytes that are given to the worker as they are. */
export async function readIn<Result extends object>(
  input: number | Buffer,
  words: string[],
  read: (output: Buffer) => Result | BookFault | Refusal,
  options: OpenOptions,
): Promise<Result> {
  let result: Result | BookFault | Refusal;
  try {
    result = read(await inTurn(() => run(input, words, options)));
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new UnreadableBook('book_too_hard', null, { cause });
  }
  if ('fault' in result || 'refused' in result) throw errorOf(result);
  return result;
}

/** Of the disk it may read its own code alone. The book is no path to it but an open file. */
function flagsOf(worker: string, heapMb: number): string[] {
  const packages = path.dirname(path.dirname(fileURLToPath(import.meta.resolve('yauzl'))));
  const readable = [path.dirname(worker), ...CODE, packages, path.join(ROOT, 'node_modules'), path.join(ROOT, 'package.json')];
  const permissions = ['--permission', ...readable.map((each) => `--allow-fs-read=${each}`)];
  return [
    `--max-old-space-size=${heapMb}`,
    '--max-semi-space-size=8',
    '--disable-proto=delete',
    '--disable-warning=ExperimentalWarning',
    ...permissions,
  ];
}

/** What the worker wrote. */
function run(
  input: number | Buffer,
  words: string[],
  { worker = WORKER, timeoutMs = TIMEOUT_MS, heapMb = HEAP_MB, flags = [] }: OpenOptions,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...flagsOf(worker, heapMb), ...flags, worker, ...words], {
      env: {},
      stdio: [typeof input === 'number' ? input : 'pipe', 'pipe', 'pipe'],
    });
    // One that ends early takes not all of it; its end tells why.
    child.stdin?.on('error', () => {});
    if (typeof input !== 'number') child.stdin?.end(input);
    const parts: Buffer[] = [];
    let size = 0;
    let said = '';
    let killed = '';
    const kill = (reason: string) => {
      killed ||= reason;
      child.kill('SIGKILL');
    };
    const timer = setTimeout(() => kill(`killed after ${timeoutMs} ms`), timeoutMs);
    child.once('error', (error) => {
      clearTimeout(timer);
      reject(new AppError(503, 'books_busy', 'Books cannot be opened just now. Please try again in a moment.', { cause: error }));
    });
    child.stdout?.on('data', (part: Buffer) => {
      size += part.length;
      if (size > MOST_OUTPUT) kill(`wrote more than ${MOST_OUTPUT} bytes`);
      else parts.push(part);
    });
    child.stderr?.on('data', (part: Buffer) => {
      said = (said + part.toString('utf8')).slice(-2000);
    });
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      if (killed === '' && code === 0) resolve(Buffer.concat(parts));
      else reject(new Error(killed || `ended with ${signal ?? code}: ${said.trim()}`));
    });
  });
}
