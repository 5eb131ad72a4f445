import { parseDocument } from 'yaml';

/** Maximum length of YAML from untrusted files. */
const MAX_LENGTH = 64 * 1024;

/** Invalid front matter. `line`: in the file, from 1, where known. */
export class FrontMatterError extends Error {
  readonly line: number | undefined;

  constructor(message: string, line?: number, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FrontMatterError';
    this.line = line;
  }
}

/**
 * Splits a Markdown file into its YAML front matter, parsed with dates as strings, and the text. Undefined without front matter.
 * @throws FrontMatterError
 */
export function splitFrontMatter(text: string): { fields: unknown; body: string } | undefined {
  const plain = text.replace(/^\u{FEFF}/u, '').replaceAll('\r\n', '\n');
  const [, front, body] = /^---[ \t]*\n(.*?)(?<=\n)---[ \t]*(?:\n(.*))?$/s.exec(plain) ?? [];
  return front === undefined ? undefined : { fields: readYaml(front), body: body ?? '' };
}

function readYaml(front: string): unknown {
  if (front.length > MAX_LENGTH) throw new FrontMatterError('it is longer than 64 KB');
  // The "core" schema keeps dates as strings.
  const document = parseDocument(front, { schema: 'core', uniqueKeys: true, prettyErrors: true });
  const [error] = document.errors;
  if (error !== undefined) {
    const [reason = ''] = error.message.replace(/ at line \d+, column \d+:/, '').split('\n');
    throw new FrontMatterError(reason, (error.linePos?.[0].line ?? 0) + 1);
  }
  try {
    return document.toJS({ maxAliasCount: 0 });
  } catch (cause) {
    throw new FrontMatterError('aliases are not allowed', undefined, { cause });
  }
}
