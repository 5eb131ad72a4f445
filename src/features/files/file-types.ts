/** The accepted types of files. The bytes decide; the extension must agree. */
import { isUtf8 } from 'node:buffer';
import { AppError } from '#src/platform/errors.ts';
import { findAudioFault, type ReadRange } from './inspect-audio.ts';
import { findImageFault } from './inspect-images.ts';
import { FILE_EXTENSIONS, MAX_FILE_BYTES, MAX_PDF_BYTES, MAX_TEXT_BYTES } from './limits.ts';

type Kind = 'image' | 'pdf' | 'audio' | 'text' | 'book';
export type FileType = { mediaType: string; kind: Kind; name: string; maxBytes: number };

const MAX_IMAGE_BYTES = 50 * 1024 * 1024;
/** JSON is parsed. */
const MAX_JSON_BYTES = 5 * 1024 * 1024;

const type = (kind: Kind, mediaType: string, name: string, maxBytes: number): FileType => ({ kind, mediaType, name, maxBytes });
const JPEG = type('image', 'image/jpeg', 'a JPEG image', MAX_IMAGE_BYTES);
const OGG = type('audio', 'audio/ogg', 'Ogg audio', MAX_FILE_BYTES);

const TYPES: Readonly<Record<string, FileType>> = {
  png: type('image', 'image/png', 'a PNG image', MAX_IMAGE_BYTES),
  jpg: JPEG,
  jpeg: JPEG,
  webp: type('image', 'image/webp', 'a WebP image', MAX_IMAGE_BYTES),
  avif: type('image', 'image/avif', 'an AVIF image', MAX_IMAGE_BYTES),
  gif: type('image', 'image/gif', 'a GIF image', MAX_IMAGE_BYTES),
  pdf: type('pdf', 'application/pdf', 'a PDF document', MAX_PDF_BYTES),
  mp3: type('audio', 'audio/mpeg', 'MP3 audio', MAX_FILE_BYTES),
  m4a: type('audio', 'audio/mp4', 'M4A audio', MAX_FILE_BYTES),
  ogg: OGG,
  oga: OGG,
  opus: OGG,
  wav: type('audio', 'audio/wav', 'WAV audio', MAX_FILE_BYTES),
  flac: type('audio', 'audio/flac', 'FLAC audio', MAX_FILE_BYTES),
  txt: type('text', 'text/plain; charset=utf-8', 'plain text', MAX_TEXT_BYTES),
  md: type('text', 'text/markdown; charset=utf-8', 'Markdown', MAX_TEXT_BYTES),
  csv: type('text', 'text/csv; charset=utf-8', 'a CSV table', MAX_TEXT_BYTES),
  json: type('text', 'application/json', 'JSON', MAX_JSON_BYTES),
  epub: type('book', 'application/epub+zip', 'an EPUB book', MAX_PDF_BYTES),
};

/** First bytes of a file that decide its type. */
export const HEAD_BYTES = 64 * 1024;

const SUPPORTED = 'Supported types: images (PNG, JPEG, WebP, AVIF, GIF), PDF, audio (MP3, M4A, Ogg, WAV, FLAC), TXT, MD, CSV, JSON, EPUB.';

/**
 * Returns the type that the extension of a name stands for.
 * @throws AppError 415 `type_not_taken`, 413 `too_large` for a larger file
 */
export function typeOfName(name: string, bytes = 0): FileType {
  const found = FILE_EXTENSIONS.includes(extensionOf(name)) ? TYPES[extensionOf(name)] : undefined;
  if (found === undefined) throw new AppError(415, 'type_not_taken', `Files of this type are not supported. ${SUPPORTED}`);
  if (bytes > found.maxBytes)
    throw new AppError(
      413,
      'too_large',
      `Files of this type can be up to ${found.maxBytes / 1_048_576} MB. Make it smaller, and try again.`,
    );
  return found;
}

export function extensionOf(name: string): string {
  return /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}

/**
 * Checks the first bytes of a file against its name, so that the wrong file is refused before all of it is uploaded.
 * @throws AppError 415 `wrong_type`, `type_not_taken`; 422 `two_types`
 */
export function checkHead(name: string, head: Buffer): void {
  const expected = typeOfName(name);
  const found = sniff(head);
  const isExpected = expected.kind === 'text' ? found === undefined : found === expected.mediaType;
  if (!isExpected) throw wrongType(expected, found);
  const hidden = expected.kind === 'text' ? findMarkup(head, true) : expected.kind === 'pdf' ? undefined : findMarkup(head, false);
  if (hidden !== undefined && expected.kind === 'text')
    throw new AppError(415, 'type_not_taken', `This file is ${hidden}, not ${expected.name}. ${SUPPORTED}`);
  if (hidden !== undefined) throw twoTypes(expected, hidden);
}

/**
 * Checks a complete file except the contents of PDFs, which a process of its own reads.
 * @throws as checkHead, and AppError 422 `broken`
 */
export async function checkFile(name: string, bytes: number, read: ReadRange): Promise<FileType> {
  const expected = typeOfName(name, bytes);
  checkHead(name, await read(0, HEAD_BYTES));
  const fault = await findFault(expected, bytes, read);
  if (fault !== undefined) throw new AppError(422, 'broken', `This file is not valid: ${fault}. Save or export it again, and try again.`);
  if (expected.kind !== 'book' && expected.kind !== 'text' && endsAsZip(await read(Math.max(0, bytes - MAX_ZIP_END), bytes)))
    throw twoTypes(expected, 'a ZIP archive');
  return expected;
}

async function findFault({ kind, mediaType }: FileType, bytes: number, read: ReadRange): Promise<string | undefined> {
  switch (kind) {
    case 'image':
      return findImageFault(mediaType, await read(0, bytes));
    case 'audio':
      return findAudioFault(mediaType, bytes, read);
    case 'text':
      return findTextFault(mediaType, await read(0, bytes));
    case 'book':
      return endsAsZip(await read(Math.max(0, bytes - MAX_ZIP_END), bytes)) ? undefined : 'it is incomplete';
    case 'pdf':
      return (await read(Math.max(0, bytes - 2048), bytes)).includes('%%EOF') ? undefined : 'its end is missing';
  }
}

function findTextFault(mediaType: string, text: Buffer): string | undefined {
  if (text.includes(0)) return 'it contains NUL bytes';
  if (!isUtf8(text)) return 'it is not UTF-8';
  if (mediaType !== 'application/json') return undefined;
  try {
    JSON.parse(text.toString('utf8').replace(/^\uFEFF/, ''));
    return undefined;
  } catch {
    return 'it is not JSON';
  }
}

/** The end record of a ZIP with its comment. */
const MAX_ZIP_END = 22 + 65_535;

/** Whether the last bytes of a file make it a ZIP archive, whatever it begins with. */
function endsAsZip(tail: Buffer): boolean {
  for (let at = tail.lastIndexOf('PK\x05\x06'); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf('PK\x05\x06', at - 1))
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) <= tail.length) return true;
  return false;
}

function wrongType(expected: FileType, found: string | undefined): AppError {
  const known = Object.values(TYPES).find(({ mediaType }) => mediaType === found);
  if (known !== undefined)
    return new AppError(415, 'wrong_type', `This file is named as ${expected.name} but is ${known.name}. Rename it, and try again.`);
  const what = found === undefined ? `This file is not ${expected.name}` : `This file is ${found}, not ${expected.name}`;
  return new AppError(415, found === undefined ? 'wrong_type' : 'type_not_taken', `${what}. ${SUPPORTED}`);
}

function twoTypes(expected: FileType, hidden: string): AppError {
  const message = `This file is ${expected.name} and also ${hidden}. Such files are refused for safety: export it again, and try again.`;
  return new AppError(422, 'two_types', message);
}

/** Returns the media type of an accepted binary file, the description of another known one, or undefined, as for text. */
function sniff(head: Buffer): string | undefined {
  const at = (text: string, position = 0) => head.toString('latin1', position, position + text.length) === text;
  if (at('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (at('\xff\xd8\xff')) return 'image/jpeg';
  if (at('GIF87a') || at('GIF89a')) return 'image/gif';
  if (at('%PDF-')) return 'application/pdf';
  if (at('fLaC')) return 'audio/flac';
  if (at('OggS')) return 'audio/ogg';
  if (at('RIFF') && at('WEBP', 8)) return 'image/webp';
  if (at('RIFF') && at('WAVE', 8)) return 'audio/wav';
  if (at('ftyp', 4)) return sniffIsoMedia(head);
  if (at('PK\x03\x04')) return at('mimetypeapplication/epub+zip', 30) ? 'application/epub+zip' : 'a ZIP file or Office document';
  if (at('ID3') || (head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0 && !at('\xff\xfe'))) return 'audio/mpeg';
  return OTHERS.find(([beginning]) => at(beginning))?.[1] ?? (head.includes(0) ? 'a binary file of an unknown type' : undefined);
}

/** By the brands of ISO/IEC 14496-12. */
function sniffIsoMedia(head: Buffer): string {
  const size = Math.min(head.readUInt32BE(0), 256, head.length);
  const brands = head.toString('latin1', 8, size);
  if (/avif|avis/.test(brands)) return 'image/avif';
  if (/hei[cxms]|hev[cx]|mif1|msf1/.test(brands)) return 'a HEIC image';
  return /^(M4A |M4B |mp4[12]|isom|iso[2-6]|dash)/.test(brands) ? 'audio/mp4' : 'a video';
}

const OTHERS: readonly (readonly [beginning: string, name: string])[] = [
  ['\x7fELF', 'a program'],
  ['\xca\xfe\xba\xbe', 'a program'],
  ['\xfe\xed\xfa', 'a program'],
  ['\xcf\xfa\xed\xfe', 'a program'],
  ['\0asm', 'a program'],
  ['#!', 'a script'],
  ['%!PS', 'a PostScript document'],
  ['{\\rtf', 'an RTF document'],
  ['\xd0\xcf\x11\xe0', 'an Office document'],
  ['II*\0', 'a TIFF image'],
  ['MM\0*', 'a TIFF image'],
  ['\x1f\x8b', 'a compressed archive'],
  ['Rar!', 'a RAR archive'],
  ['7z\xbc\xaf', 'a 7z archive'],
  ['\x1a\x45\xdf\xa3', 'a video'],
];

/** Where readers of other types look for their beginning. */
const MARKUP_BYTES = 1024;
const MARKUP: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/%PDF-/, 'a PDF document'],
  [/<svg[\s>/]/i, 'an SVG drawing'],
  [/<!doctype\s+html|<(html|script|iframe|body|head)[\s>/]/i, 'an HTML page'],
  [/<\?(php|=)/i, 'a PHP script'],
];

/** Returns what else the first bytes of a file may be taken for. `isText`: only at the beginning, as texts may mention markup. */
function findMarkup(head: Buffer, isText: boolean): string | undefined {
  const start = head.toString('latin1', 0, MARKUP_BYTES);
  if (!isText) return MARKUP.find(([pattern]) => pattern.test(start))?.[1];
  const bare = start.replace(/^\xef\xbb\xbf/, '').replace(/^(?:\s+|<!--[\s\S]*?-->)+/, '');
  if (/^<\?xml/i.test(bare)) return 'an XML document';
  return MARKUP.find(([pattern]) => pattern.exec(bare)?.index === 0)?.[1] ?? (start.includes('%PDF-') ? 'a PDF document' : undefined);
}
