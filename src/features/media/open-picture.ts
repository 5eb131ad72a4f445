/** From the bytes that somebody sent to a clean picture, or a sentence about why not. */
import { AppError } from '#src/platform/errors.ts';
import { createTurns } from '#src/platform/turns.ts';
import type { CleanPicture, Fault } from './encode/clean-picture.ts';
import { encodePicture } from './encode/encode-picture.ts';
import { isAnimated, kindOf } from './encode/kind-of.ts';
import { KINDS, type Kind, MOST_BYTES, MOST_PIXELS, TAKEN, TOO_LARGE } from './picture-files.ts';

export type OpenPicture = (bytes: Buffer, declared: string) => Promise<CleanPicture>;

const AGAIN = 'Save it again as JPEG or PNG, and try again.';

/**
 * Makes the function that opens pictures: two at a time, each in a process of its own, ten wait. It throws the AppErrors 413
 * `too_large`, 415 `type_not_taken` or `wrong_type`, 422 `animated`, `too_many_pixels`, `broken` or `picture_too_hard`, 503 `busy`.
 * `declared` is the Content-Type it was sent with.
 */
export function createOpenPicture(encode: typeof encodePicture = encodePicture): OpenPicture {
  const inTurn = createTurns({ running: 2, waiting: 10, retryAfterSeconds: 10 });
  return async (bytes, declared) => {
    if (bytes.length > MOST_BYTES) throw new AppError(413, 'too_large', TOO_LARGE);
    const kind = judgeKind(bytes, declared);
    if (isAnimated(bytes, kind)) throw refusal('animated');
    const cleaned = await inTurn(() => encode(bytes));
    if (typeof cleaned === 'string') throw refusal(cleaned);
    return cleaned;
  };
}

/** What is sent must be what it is said to be, and something that we take. */
function judgeKind(bytes: Buffer, declared: string): Kind {
  if (bytes.length === 0) throw new AppError(415, 'type_not_taken', `This file is empty. ${TAKEN}`);
  const sniffed = kindOf(bytes);
  if (sniffed.kind === undefined) {
    const what = sniffed.known === undefined ? 'This file is no picture that we know' : `This file is ${sniffed.known}`;
    throw new AppError(415, 'type_not_taken', `${what}. ${TAKEN}${sniffed.known === undefined ? '' : ` ${AGAIN}`}`);
  }
  const said = declared.split(';', 1)[0]?.trim().toLowerCase();
  if (said === sniffed.kind) return sniffed.kind;
  const called = KINDS[said as Kind] ?? 'something else';
  throw new AppError(
    415,
    'wrong_type',
    `This file calls itself ${called} but is ${KINDS[sniffed.kind]}. Give it the right ending, or save it again, and try again.`,
  );
}

function refusal(fault: Fault): AppError {
  const [status, code, message] = REFUSALS[fault];
  return new AppError(status, code, message);
}

const REFUSALS: Record<Fault, [status: number, code: string, message: string]> = {
  animated: [422, 'animated', 'This picture moves. Pictures in tales stand still: save one frame of it as JPEG or PNG, and try again.'],
  'too many pixels': [
    422,
    'too_many_pixels',
    `This picture has more than ${MOST_PIXELS / 1_000_000} million pixels. Save it smaller (1,920 pixels wide is plenty), and try again.`,
  ],
  broken: [422, 'broken', 'This picture is damaged or cut off. Fetch or save it again, and try again.'],
};
