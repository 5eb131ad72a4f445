/** Pictures of strangers are opened in a process of their own: its crashes, its memory and its time are not the site's. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { AppError } from '#src/platform/errors.ts';
import type { CleanPicture, Fault } from './clean-picture.ts';
import { readResult } from './result.ts';

const WORKER = fileURLToPath(import.meta.resolve('./encode-worker.ts'));
const TIMEOUT_MS = 30_000;
/** Of JavaScript; and of all that the process may write to, by the system: the largest pictures need some 700 MB. */
const HEAP_MB = 128;
const MOST_MEMORY_KB = 1_400_000;
const MOST_OUTPUT = 32 * 1024 * 1024;

/** For tests: another worker, less time, less memory. */
export type EncodeOptions = { worker?: string; timeoutMs?: number; memoryKb?: number };

/**
 * Encodes a picture anew in all widths. Answers what is wrong with it, as a Fault, when it cannot be taken. Throws the AppErrors
 * 422 `picture_too_hard` when it took too long or too much memory, 503 `pictures_busy` when the worker could not be started.
 */
export async function encodePicture(bytes: Buffer, options: EncodeOptions = {}): Promise<CleanPicture | Fault> {
  const { worker = WORKER, timeoutMs = TIMEOUT_MS, memoryKb = MOST_MEMORY_KB } = options;
  try {
    return readResult(await run(worker, bytes, timeoutMs, memoryKb));
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const message = 'This picture is too hard to open. Save it again, smaller or in another format, and try again.';
    throw new AppError(422, 'picture_too_hard', message, { cause });
  }
}

/** What the worker wrote. The shell sets the limit and becomes the worker: it is the same process, and is killed as one. */
function run(worker: string, bytes: Buffer, timeoutMs: number, memoryKb: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const command = [process.execPath, `--max-old-space-size=${HEAP_MB}`, '--disable-warning=ExperimentalWarning', worker];
    const child = spawn('/bin/sh', ['-c', `ulimit -d ${memoryKb} 2>/dev/null; exec "$0" "$@"`, ...command], { env: {}, stdio: 'pipe' });
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
      reject(new AppError(503, 'pictures_busy', 'Pictures cannot be opened just now. Please try again in a moment.', { cause: error }));
    });
    child.stdout.on('data', (part: Buffer) => {
      size += part.length;
      if (size > MOST_OUTPUT) kill(`wrote more than ${MOST_OUTPUT} bytes`);
      else parts.push(part);
    });
    child.stderr.on('data', (part: Buffer) => {
      said = (said + part.toString('utf8')).slice(-400);
    });
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      if (killed === '' && code === 0) resolve(Buffer.concat(parts));
      else reject(new Error(killed || `ended with ${signal ?? code}: ${said.trim()}`));
    });
    // A worker that dies before it has read closes the pipe; `close` says why.
    child.stdin.on('error', () => {});
    child.stdin.end(bytes);
  });
}
