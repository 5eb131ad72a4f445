/** PDFs of strangers are opened in a process of their own, which can neither write files, load native code nor start programs. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { runWorkerProcess, WorkerProcessError } from '#src/platform/child-process.ts';
import { createLimiter } from '#src/platform/concurrency-limit.ts';
import { AppError, unavailable } from '#src/platform/errors.ts';
import type { PdfFault } from './scan-pdf.ts';

const WORKER = fileURLToPath(import.meta.resolve('./pdf-worker.ts'));
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** The folder of the package with its WebAssembly. */
const PDFIUM = path.join(path.dirname(fileURLToPath(import.meta.resolve('@hyzyla/pdfium'))), '..');
const TIMEOUT_MS = 30_000;
const HEAP_MB = 768;
const MAX_MEMORY_KB = 1_600_000;
const MAX_OUTPUT = 4 * 1024 * 1024;
const limit = createLimiter({ running: 1, waiting: 10, retryAfterSeconds: 10 });

/** `preview`: the first page as WebP. */
export type PdfFacts = { pages: number; preview: Buffer };
/** For tests: another worker, other limits. */
export type PdfOptions = { worker?: string; timeoutMs?: number; memoryKb?: number };

const Head = z.union([
  z.strictObject({ fault: z.enum(['encrypted', 'scripted', 'attachments', 'broken', 'hidden']) }),
  z.strictObject({ pages: z.int().min(1).max(1_000_000), width: z.int().min(1).max(2000), height: z.int().min(1).max(2000) }),
]);

/**
 * Counts the pages of a PDF and renders the first one. `input`: the PDF, or an open descriptor of it.
 * @throws AppError 422 `pdf_<fault>`, 422 `pdf_too_hard` beyond the limits of time and memory, 503 `busy`
 */
export async function inspectPdf(input: Buffer | number, options: PdfOptions = {}): Promise<PdfFacts> {
  const { worker = WORKER, timeoutMs = TIMEOUT_MS, memoryKb = MAX_MEMORY_KB } = options;
  const readable = [path.dirname(worker), PDFIUM, path.join(ROOT, 'package.json')];
  const nodeFlags = ['--disable-proto=delete', '--permission', ...readable.map((each) => `--allow-fs-read=${each}`)];
  let output: Buffer;
  try {
    const limits = { heapMb: HEAP_MB, memoryKb, timeoutMs, maxOutputBytes: MAX_OUTPUT };
    output = await limit(() => runWorkerProcess(worker, { input, nodeFlags, ...limits }));
  } catch (cause) {
    if (!(cause instanceof WorkerProcessError)) throw cause;
    if (cause.reason === 'not_started') throw unavailable('busy', 10, cause);
    throw new AppError(
      422,
      'pdf_too_hard',
      'This PDF takes too long or too much memory to open. Export it again, smaller, and try again.',
      {
        cause,
      },
    );
  }
  return readOutput(output);
}

/** Parsed strictly, because the worker has read an untrusted file. */
async function readOutput(output: Buffer): Promise<PdfFacts> {
  const end = output.indexOf('\n');
  const head = Head.parse(JSON.parse(output.subarray(0, Math.max(0, end)).toString('utf8') || 'null'));
  if ('fault' in head) throw new AppError(422, `pdf_${head.fault}`, MESSAGES[head.fault]);
  const { pages, width, height } = head;
  const pixels = output.subarray(end + 1);
  // Loaded here, because it takes 20 MB.
  const { default: sharp } = await import('sharp');
  return {
    pages,
    preview: await sharp(pixels, { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .webp({ quality: 75 })
      .toBuffer(),
  };
}

const MESSAGES: Record<PdfFault, string> = {
  encrypted: 'This PDF is encrypted, so readers may not be able to open it. Remove the password or protection, and try again.',
  scripted: 'This PDF contains scripts, or actions that open programs or other files. Print it to a new PDF, and upload that one.',
  attachments: 'This PDF contains other files. Print it to a new PDF, and upload that one.',
  broken: 'This PDF is damaged or has no pages. Export it again, and try again.',
  hidden: 'The structure of this PDF cannot be checked. Print it to a new PDF, and upload that one.',
};
