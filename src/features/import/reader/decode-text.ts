import { Fault } from './fault.ts';

/** Books are UTF-8 or UTF-16; some older ones say that they are Latin. */
const DECLARED = new Map([
  ['utf-8', 'utf-8'],
  ['us-ascii', 'utf-8'],
  ['iso-8859-1', 'windows-1252'],
  ['windows-1252', 'windows-1252'],
]);

/** The text of an XML file, without its byte order mark. Throws the Fault `not_text` for bytes that are none. `where`: its name. */
export function decodeText(bytes: Buffer, where: string): string {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Fault('not_text', where, { cause });
  }
}

/** XML 1.0, appendix F: the byte order mark first, then what the declaration says. Throws for others. */
function encodingOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xef && bytes[1] === 0xbb) return 'utf-8';
  const start = bytes.subarray(0, 200).toString('latin1');
  const said = /^<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)["']/.exec(start)?.[1]?.toLowerCase() ?? 'utf-8';
  const encoding = DECLARED.get(said);
  if (encoding === undefined) throw new Error(`The encoding ${said}`);
  return encoding;
}
