import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const WORKER = fileURLToPath(import.meta.resolve('./picture-worker.ts'));
const HEAP_MB = 96;
const TIMEOUT_MS = 15_000;
const MAX_BYTES = 16 * 1024 * 1024;

/** A picture of ours (WebP) as every e-reader shows it, JPEG or PNG. In a process of its own, as its memory is not to be the web's. Rejects with the reason. */
export function encodeForBook(bytes: Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      [`--max-old-space-size=${HEAP_MB}`, '--disable-warning=ExperimentalWarning', WORKER],
      { env: {}, timeout: TIMEOUT_MS, killSignal: 'SIGKILL', encoding: 'buffer', maxBuffer: MAX_BYTES },
      (error, stdout) => {
        if (error) reject(error);
        else resolve(stdout);
      },
    );
    // A worker that dies before it has read closes the pipe; the callback above says why.
    child.stdin?.on('error', () => {});
    child.stdin?.end(bytes);
  });
}
