/** Output of the worker: a line of JSON, then the bytes of all files in order. Parsed strictly, because the worker has read an untrusted file. */
import { z } from 'zod';
import type { CleanPicture, Fault } from './clean-picture.ts';

const Size = z.int().min(1).max(9999);
const Result = z.union([
  z.strictObject({ fault: z.enum(['too many pixels', 'animated', 'broken']) }),
  z.strictObject({
    hash: z.string().regex(/^[0-9a-f]{20}$/),
    width: Size,
    height: Size,
    files: z
      .array(z.strictObject({ name: z.string().regex(/^[1-9]\d{0,3}\.(avif|webp)$/), size: z.int().min(1) }))
      .min(2)
      .max(20),
  }),
]);

export function writeResult(cleaned: CleanPicture | Fault): Buffer {
  if (typeof cleaned === 'string') return Buffer.from(`${JSON.stringify({ fault: cleaned })}\n`);
  const { files, ...facts } = cleaned;
  const head = { ...facts, files: files.map(({ name, bytes }) => ({ name, size: bytes.length })) };
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...files.map(({ bytes }) => bytes)]);
}

/** @throws for anything but the output of `writeResult` */
export function readResult(output: Buffer): CleanPicture | Fault {
  const end = output.indexOf('\n');
  const head = Result.parse(JSON.parse(output.subarray(0, end).toString('utf8')));
  if ('fault' in head) return head.fault;
  let at = end + 1;
  const files = head.files.map(({ name, size }) => {
    at += size;
    return { name, type: name.endsWith('avif') ? 'image/avif' : 'image/webp', bytes: output.subarray(at - size, at) };
  });
  if (at !== output.length) throw new Error('The worker output has the wrong length');
  return { ...head, files };
}
