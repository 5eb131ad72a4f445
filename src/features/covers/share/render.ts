import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OwnPicture, ShareInput } from './picture.ts';

const WORKER = fileURLToPath(import.meta.resolve('./worker.ts'));
const FONTS = join(import.meta.dirname, 'fonts/fonts.conf');
/** Of JavaScript; the picture itself takes some 150 MB beside it, for a second. */
const HEAP_MB = 96;
const MAX_BYTES = 4 * 1024 * 1024;

/** How to render: `cacheDir` holds the font cache, `own` is the tale's own picture; the others are for tests. */
export type RenderOptions = { cacheDir: string; own?: OwnPicture | undefined; worker?: string; timeoutMs?: number };

/**
 * Renders a share image (JPEG) in a process of its own, so that its work, its memory and its crashes are not the web's.
 * The process is killed after ten seconds (covers of books are larger: twenty) and knows nothing of our settings. Rejects with the reason.
 */
export function renderShareImage(input: ShareInput, options: RenderOptions): Promise<Buffer> {
  const { cacheDir, own, worker = WORKER, timeoutMs = input.shape === 'book' ? 20_000 : 10_000 } = options;
  const env = { FONTCONFIG_FILE: FONTS, XDG_CACHE_HOME: cacheDir };
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      [`--max-old-space-size=${HEAP_MB}`, worker],
      { env, timeout: timeoutMs, killSignal: 'SIGKILL', encoding: 'buffer', maxBuffer: MAX_BYTES },
      (error, stdout, stderr) => {
        if (error) reject(new Error(reasonOf(error, stderr, timeoutMs)));
        else if (!isJpeg(stdout)) reject(new Error('The share image worker answered without a picture'));
        else resolve(stdout);
      },
    );
    // A worker that dies before reading closes the pipe; the callback above says why.
    child.stdin?.on('error', () => {});
    child.stdin?.end(JSON.stringify({ ...input, own: own && { ...own, bytes: own.bytes.toString('base64') } }));
  });
}

type ExecError = Error & { killed?: boolean; code?: unknown; signal?: unknown };

function reasonOf(error: ExecError, stderr: Buffer, timeoutMs: number): string {
  if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return `The share image worker wrote more than ${MAX_BYTES} bytes`;
  if (error.killed) return `The share image worker was killed after ${timeoutMs} ms`;
  const said = stderr.toString('utf8').trim().slice(-400);
  return `The share image worker ended with ${error.signal ?? error.code}${said ? `: ${said}` : ''}`;
}

function isJpeg(bytes: Buffer): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes.at(-2) === 0xff && bytes.at(-1) === 0xd9;
}
