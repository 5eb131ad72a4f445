/** Turns uploaded bytes into a clean image, or an error message. */

import { createLimiter } from '#src/platform/concurrency-limit.ts';
import { AppError } from '#src/platform/errors.ts';
import type { CleanPicture, Fault } from './encode/clean-picture.ts';
import { encodePicture } from './encode/encode-picture.ts';
import { isAnimated, sniffType } from './encode/sniff-type.ts';
import { KINDS, type Kind, MAX_BYTES, MAX_PIXELS, SUPPORTED_TYPES, TOO_LARGE } from './picture-files.ts';

export type OpenPicture = (bytes: Buffer, declared: string) => Promise<CleanPicture>;

const SAVE_AGAIN = 'Save it again as JPEG or PNG, and try again.';

/**
 * Creates a function that decodes images, two at a time in child processes; ten more wait. `declared` is the Content-Type. It throws AppError 413 `too_large`, 415 `type_not_taken` or `wrong_type`, 422 `animated`, `too_many_pixels`, `broken` or `picture_too_hard`, 503 `busy`.
 */
export function createOpenPicture(encode: typeof encodePicture = encodePicture): OpenPicture {
  const limit = createLimiter({ running: 2, waiting: 10, retryAfterSeconds: 10 });
  return async (bytes, declared) => {
    if (bytes.length > MAX_BYTES) throw new AppError(413, 'too_large', TOO_LARGE);
    const kind = checkType(bytes, declared);
    if (isAnimated(bytes, kind)) throw faultError('animated');
    const cleaned = await limit(() => encode(bytes));
    if (typeof cleaned === 'string') throw faultError(cleaned);
    return cleaned;
  };
}

/** The content must match the declared type, and the type must be supported. */
function checkType(bytes: Buffer, declared: string): Kind {
  if (bytes.length === 0) throw new AppError(415, 'type_not_taken', `This file is empty. ${SUPPORTED_TYPES}`);
  const sniffed = sniffType(bytes);
  if (sniffed.kind === undefined) {
    const what = sniffed.known === undefined ? 'This file is not a known image format' : `This file is ${sniffed.known}`;
    throw new AppError(415, 'type_not_taken', `${what}. ${SUPPORTED_TYPES}${sniffed.known === undefined ? '' : ` ${SAVE_AGAIN}`}`);
  }
  const declaredType = declared.split(';', 1)[0]?.trim().toLowerCase();
  if (declaredType === sniffed.kind) return sniffed.kind;
  const called = KINDS[declaredType as Kind] ?? 'something else';
  throw new AppError(
    415,
    'wrong_type',
    `This file is named as ${called} but is ${KINDS[sniffed.kind]}. Rename it or save it again, and try again.`,
  );
}

function faultError(fault: Fault): AppError {
  const [status, code, message] = FAULT_ERRORS[fault];
  return new AppError(status, code, message);
}

const FAULT_ERRORS: Record<Fault, [status: number, code: string, message: string]> = {
  animated: [422, 'animated', 'Animated images are not supported. Save one frame as JPEG or PNG and try again.'],
  'too many pixels': [
    422,
    'too_many_pixels',
    `This image has more than ${MAX_PIXELS / 1_000_000} million pixels. Save it at a smaller size (1,920 pixels wide is enough) and try again.`,
  ],
  broken: [422, 'broken', 'This image is damaged or incomplete. Download or save it again, and try again.'],
};
