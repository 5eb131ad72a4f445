import type { Sentence } from '#src/features/reading/text/split-sentences.ts';

/** Prepares text for speech synthesis. Pure functions. */

/** Remote voices of desktop Chrome stop after about 14 seconds. */
const MAX_REMOTE_CHARS = 180;

/**
 * Returns the text to be spoken: without soft hyphens and line breaks, dashes replaced by commas, at which voices pause. Empty if there is
 * nothing to say.
 */
export function spokenText(text: string): string {
  const plain = text
    .replace(/[\u00AD\u200B-\u200D\u2060\uFEFF]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (!/[\p{L}\p{N}]/u.test(plain)) return '';
  return plain.replace(/\s*(?:[—―⸺]|--)+\s*| – /g, (dash, at: number) => pauseFor(plain.slice(0, at), plain.slice(at + dash.length)));
}

/** Splits text into chunks short enough for remote voices, after commas if possible. */
export function splitForRemoteVoice(text: string, most = MAX_REMOTE_CHARS): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > most) {
    const head = rest.slice(0, most);
    const stop = Math.max(...[', ', '; ', ': '].map((mark) => head.lastIndexOf(mark)));
    const at = stop > most / 4 ? stop + 1 : Math.max(head.lastIndexOf(' '), 0) || most;
    pieces.push(rest.slice(0, at).trim());
    rest = rest.slice(at).trim();
  }
  return [...pieces, rest];
}

export function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu)?.length ?? 0;
}

function pauseFor(before: string, after: string): string {
  // A leading dash is a quotation mark.
  if (!/[\p{L}\p{N}]/u.test(before)) return '';
  // Interrupted speech.
  if (!/^[\p{L}\p{N}“‘„«(¿¡]/u.test(after)) return '…';
  return /[,.;:!?…]["'”’»)]*$/.test(before) ? ' ' : ', ';
}

/** Some voices stop in longer utterances. */
const MAX_CHARS = 400;
/** Pauses, strongest first. */
const PAUSE_PATTERNS = [/[;:][”’"»“]?\s+/g, /(?:[—–]|--+|\s-\s)\s*/g, /,[”’"»“]?\s+/g, /\s+/g];

/** Splits a sentence into parts of at most 400 characters, at pauses or spaces. */
export function splitLongSentence(text: string, { start, end }: Sentence): Sentence[] {
  const parts: Sentence[] = [];
  let from = start;
  while (end - from > MAX_CHARS) {
    const cut = lastPause(text.slice(from, from + MAX_CHARS + 1));
    if (cut === 0) break;
    parts.push({ start: from, end: from + text.slice(from, from + cut).trimEnd().length });
    from += cut;
  }
  parts.push({ start: from, end });
  return parts;
}

/** Returns the end of the last strongest pause in the second half of the piece, else in all of it; 0 without one. */
function lastPause(piece: string): number {
  for (const min of [piece.length / 2, 1]) {
    for (const pause of PAUSE_PATTERNS) {
      const ends = Array.from(piece.matchAll(pause), ({ index, 0: gap }) => index + gap.length);
      const cut = ends.findLast((place) => place >= min && place < piece.length);
      if (cut !== undefined) return cut;
    }
  }
  return 0;
}
