/**
 * Why a file is not taken, in words for who brings it in: `tale.md, line 3: the front matter is not YAML.` `name`: what the file is
 * called, somebody else's text; `line`: from 1, where the fault lies. `sentence`: the same without the name. `columns`: of a table, where the
 * fault is that nobody knows what they are.
 */
export class FileFault extends Error {
  readonly sentence: string;
  readonly columns: readonly string[] | undefined;

  constructor(
    name: string,
    reason: string,
    { line, columns, ...options }: { line?: number | undefined; columns?: readonly string[]; cause?: unknown } = {},
  ) {
    super(`${shown(name)}${line === undefined ? '' : `, line ${line}`}: ${reason}`, options);
    this.sentence = line === undefined ? reason : `line ${line}: ${reason}`;
    this.columns = columns;
    this.name = 'FileFault';
  }
}

/** A name or a word of a stranger's file, as it may stand in a sentence. */
export function shown(text: string): string {
  const line = text.replace(/\p{C}/gu, '?');
  return line.length > 120 ? `${line.slice(0, 119).toWellFormed()}…` : line;
}

/** `“a”, “b” and “c”`; of many only the first. */
export function listed(names: readonly string[], most = 10): string {
  const quoted = names.slice(0, most).map((name) => `“${shown(name)}”`);
  if (names.length > most) return `${quoted.join(', ')} and ${(names.length - most).toLocaleString('en')} more`;
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? last : `${quoted.join(', ')} and ${last}`;
}
