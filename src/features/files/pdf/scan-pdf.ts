/** Finds what a PDF may do besides being read, by the names that the format requires for it. Runs in the worker only. */
import { inflateSync } from 'node:zlib';

/** Why a PDF is refused. */
export type PdfFault = 'encrypted' | 'scripted' | 'attachments' | 'broken' | 'hidden';

/** Any character of a name may be written as #xx. */
const namePattern = (name: string) =>
  `/${[...name]
    .map(
      (letter) =>
        `(?:${letter}|#${letter
          .charCodeAt(0)
          .toString(16)
          .replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)})`,
    )
    .join('')}`;
const anyOf = (...names: string[]) => new RegExp(names.map(namePattern).join('|'), 'g');

/** Also launching programs, opening or importing other files, sending forms, and players with scripts. */
const ACTIONS = anyOf('JavaScript', 'Launch', 'Rendition', 'ImportData', 'SubmitForm', 'GoToE', 'GoToR', 'RichMedia', 'XFA');
const FILES = anyOf('EmbeddedFile', 'FileAttachment');
const ENCRYPTION = anyOf('Encrypt');
/** Streams with objects: their type, and a key that they require. */
const OBJECT_STREAM = anyOf('ObjStm', 'First');
const FILTER = anyOf('Filter');
const PARAMETERS = anyOf('DecodeParms', 'DP');

const MAX_OBJECTS_BYTES = 64 * 1024 * 1024;
const MAX_DICTIONARY = 16 * 1024;

/** Returns the first fault of a PDF, undefined for none. Streams with objects are decompressed, others are not objects. */
export function scanPdf(bytes: Buffer): PdfFault | undefined {
  const text = bytes.toString('latin1');
  const fault = scanText(text) ?? (has(ENCRYPTION, text) ? 'encrypted' : undefined);
  if (fault !== undefined) return fault;
  let inflated = 0;
  for (const { index } of text.matchAll(/stream\r?\n/g)) {
    const dictionary = text.slice(Math.max(0, index - MAX_DICTIONARY), index);
    const own = dictionary.slice(dictionary.lastIndexOf('obj') + 3);
    if (text.slice(index - 3, index) === 'end' || !has(OBJECT_STREAM, own)) continue;
    if (!has(FILTER, own)) continue;
    if (has(PARAMETERS, own)) return 'hidden';
    const start = index + (text[index + 6] === '\r' ? 8 : 7);
    const objects = inflate(bytes.subarray(start), MAX_OBJECTS_BYTES - inflated);
    if (objects === undefined) return 'hidden';
    inflated += objects.length;
    const hidden = scanText(objects.toString('latin1'));
    if (hidden !== undefined) return hidden;
  }
  return undefined;
}

function scanText(text: string): PdfFault | undefined {
  if (has(ACTIONS, text)) return 'scripted';
  return has(FILES, text) ? 'attachments' : undefined;
}

function has(pattern: RegExp, text: string): boolean {
  pattern.lastIndex = 0;
  return pattern.test(text);
}

/** Undefined for another compression, damaged data, or too much of it. */
function inflate(bytes: Buffer, maxOutputLength: number): Buffer | undefined {
  try {
    return inflateSync(bytes, { maxOutputLength: Math.max(1, maxOutputLength) });
  } catch {
    return undefined;
  }
}
