/** Pictures of strangers are opened in a process of their own: its crashes, its memory and its time are not the site's. */
import { fileURLToPath } from 'node:url';
import { runWorkerProcess, WorkerProcessError } from '#src/platform/child-process.ts';
import { AppError } from '#src/platform/errors.ts';
import type { CleanPicture, Fault } from './clean-picture.ts';
import { readResult } from './result.ts';

const WORKER = fileURLToPath(import.meta.resolve('./encode-worker.ts'));
const TIMEOUT_MS = 30_000;
/** Limits of the JavaScript heap and of the whole process; the largest images need about 700 MB. */
const HEAP_MB = 128;
const MAX_MEMORY_KB = 1_400_000;
const MAX_OUTPUT = 32 * 1024 * 1024;

/** For tests: another worker, less time, less memory. */
export type EncodeOptions = { worker?: string; timeoutMs?: number; memoryKb?: number };

/**
 * Re-encodes an image in all widths. Returns a Fault when it is rejected. @throws AppError 422 `picture_too_hard` when it takes too long or too much memory, 503 `pictures_busy` when the worker cannot be started
 */
export async function encodePicture(bytes: Buffer, options: EncodeOptions = {}): Promise<CleanPicture | Fault> {
  const { worker = WORKER, timeoutMs = TIMEOUT_MS, memoryKb = MAX_MEMORY_KB } = options;
  try {
    const output = await runWorkerProcess(worker, { input: bytes, heapMb: HEAP_MB, memoryKb, timeoutMs, maxOutputBytes: MAX_OUTPUT });
    return readResult(output);
  } catch (cause) {
    if (cause instanceof WorkerProcessError && cause.reason === 'not_started')
      throw new AppError(503, 'pictures_busy', 'Pictures cannot be opened just now. Please try again in a moment.', { cause });
    const message = 'This picture is too hard to open. Save it again, smaller or in another format, and try again.';
    throw new AppError(422, 'picture_too_hard', message, { cause });
  }
}
