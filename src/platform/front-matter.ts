import { parseDocument } from 'yaml';

/** Longer than what any person writes above a text; YAML of strangers is read up to here. */
const MOST = 64 * 1024;

/** Front matter that cannot be read. `line`: of the file, from 1, where it is known. */
export class FrontMatterError extends Error {
  readonly line: number | undefined;

  constructor(message: string, line?: number, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FrontMatterError';
    this.line = line;
  }
}

/**
 * A Markdown file in two: what its YAML between two lines of three hyphens says, dates as they are written, and the text behind it.
 * Nothing where the file does not begin with such a line or lacks the second. Throws a FrontMatterError.
 */
export function splitFrontMatter(text: string): { fields: unknown; body: string } | undefined {
  const plain = text.replace(/^\u{FEFF}/u, '').replaceAll('\r\n', '\n');
  const [, front, body] = /^---[ \t]*\n(.*?)(?<=\n)---[ \t]*(?:\n(.*))?$/s.exec(plain) ?? [];
  return front === undefined ? undefined : { fields: readYaml(front), body: body ?? '' };
}

function readYaml(front: string): unknown {
  if (front.length > MOST) throw new FrontMatterError('it is longer than 64 KB');
  // The "core" schema leaves dates as they are written.
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
