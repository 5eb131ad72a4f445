/** Parses .eml files as our own transport writes them; not a parser for arbitrary emails. */

export type Eml = {
  /** In file order, unfolded and decoded. */
  headers: readonly (readonly [name: string, value: string])[];
  /** Empty without such a part. */
  html: string;
  text: string;
};

/** Parses a message (RFC 5322, MIME). */
export function parseEml(file: Buffer): Eml {
  // One character per byte; text parts are decoded one by one.
  const message = splitHeaders(file.toString('latin1'));
  const boundary = /boundary="([^"]+)"/i.exec(find(message.headers, 'content-type'))?.[1];
  const parts = boundary === undefined ? [message] : splitParts(message.body, boundary);
  return {
    headers: message.headers.map(([name, value]) => [name, decodeEncodedWords(value)]),
    html: bodyOf(parts, 'text/html'),
    text: bodyOf(parts, 'text/plain'),
  };
}

type Part = { headers: [string, string][]; body: string };

function splitHeaders(source: string): Part {
  const [head = '', ...rest] = source.split('\r\n\r\n');
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = lines.flatMap((line): [string, string][] => {
    const at = line.indexOf(':');
    return at < 1 ? [] : [[line.slice(0, at), line.slice(at + 1).trim()]];
  });
  return { headers, body: rest.join('\r\n\r\n') };
}

function splitParts(body: string, boundary: string): Part[] {
  const [, ...parts] = `\r\n${body}`.split(`\r\n--${boundary}`);
  return parts.filter((part) => !part.startsWith('--')).map((part) => splitHeaders(part.replace(/^\r\n/, '')));
}

function find(headers: Part['headers'], wanted: string): string {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';
}

function bodyOf(parts: readonly Part[], type: string): string {
  const part = parts.find(({ headers }) => find(headers, 'content-type').toLowerCase().startsWith(type));
  if (part === undefined) return '';
  const body = decode(part.body, find(part.headers, 'content-transfer-encoding').toLowerCase()).replaceAll('\r\n', '\n');
  // RFC 3676: a line that ends with a space continues on the next.
  return /format=flowed/i.test(find(part.headers, 'content-type')) ? body.replace(/ \n/g, ' ') : body;
}

function decode(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding === 'quoted-printable') return bytes(body.replace(/=\r\n/g, ''));
  return Buffer.from(body, 'latin1').toString('utf8');
}

/** Decodes encoded words in headers (RFC 2047). */
function decodeEncodedWords(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b' ? Buffer.from(word, 'base64').toString('utf8') : bytes(word.replaceAll('_', ' ')),
    );
}

/** Decodes quoted-printable bytes: `=C3=A4` is one UTF-8 character. */
function bytes(text: string): string {
  const latin = text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(latin, 'latin1').toString('utf8');
}
