/** Takes a file that is sent, piece by piece, into a file of this machine. */
import { open } from 'node:fs/promises';
import { isZip, kindOf } from '#src/features/import/import.ts';
import { AppError } from '#src/platform/errors.ts';
import type { FileTypes } from '#src/platform/http/same-origin.ts';
import { noRoom } from '#src/platform/objects/object-store.ts';
import { MOST_BYTES } from './limits.ts';

export const FILE_TYPE = 'application/octet-stream';

const LONGEST_NAME = 200;
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** What files may be sent to this path, for the guard of the whole API: their bodies are read here, and by nobody before. */
export function takesImports(path: string): FileTypes | undefined {
  if (!/^\/api\/v1\/admin\/imports\/[^/]+\/files$/.test(path)) return undefined;
  return { begin: FILE_TYPE, refusal: `Files are sent as ${FILE_TYPE}.` };
}

export function tooLargeFile(): AppError {
  return new AppError(413, 'too_large', 'A file may have at most 60 MB. Split it, or save the book with smaller pictures, and try again.');
}

/**
 * The name of a file as it is kept: without path, signs that cannot be seen and spaces at its ends, the ending kept when it is too long.
 * Throws 415 `type_not_taken` when by its name nobody would read it.
 */
export function nameOfFile(given: string): string {
  const bare = given
    .normalize('NFC')
    .replace(/^.*[\\/]/su, '')
    .replace(/\p{C}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
  if (kindOf(bare) === undefined && !isZip(bare))
    throw new AppError(
      415,
      'type_not_taken',
      'This is no kind of file that is read here. Books come as EPUB, text or HTML; tales also as Markdown, Word documents (.docx) and tables (CSV, JSON); many files as a zip.',
    );
  const ending = /\.\w+$/.exec(bare)?.[0] ?? '';
  const letters = [...bare.slice(0, bare.length - ending.length)];
  return `${letters.slice(0, LONGEST_NAME - 20).join('') || 'File'}${ending}`;
}

/** Returns how many bytes came. Throws 413 as soon as there is one too many, and leaves the rest unread; 507 when the disk is full. */
export async function receiveFile(body: ReadableStream<Uint8Array> | null, place: string): Promise<number> {
  const file = await open(place, 'wx');
  const reader = body?.getReader();
  let bytes = 0;
  try {
    for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read()) {
      bytes += part.value.length;
      if (bytes > MOST_BYTES) throw tooLargeFile();
      await file.write(part.value);
    }
    return bytes;
  } catch (error) {
    throw FULL.has((error as { code?: string }).code ?? '') ? noRoom(error) : error;
  } finally {
    // Not cancelled: that would end the connection before the answer has gone.
    reader?.releaseLock();
    await file.close();
  }
}
