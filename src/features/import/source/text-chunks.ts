/** Plain text, parted where lines are empty. */

export type Chunk = {
  /** As printed, with their indentation. */
  lines: string[];
  /** Empty lines before it, and after it. */
  before: number;
  after: number;
};

const TAB = ' '.repeat(8);
/** Of a line; what books are wrapped at when nothing else can be seen. */
const USUAL_WIDTH = 72;

export function chunksOf(text: string): Chunk[] {
  const chunks: Chunk[] = [];
  let blanks = 0;
  for (const raw of text.split('\n')) {
    const line = raw.replaceAll('\t', TAB).trimEnd();
    const last = chunks.at(-1);
    if (line === '') {
      blanks += 1;
      if (last !== undefined) last.after = blanks;
      continue;
    }
    if (last === undefined || blanks > 0) chunks.push({ lines: [line], before: blanks, after: 0 });
    else last.lines.push(line);
    blanks = 0;
  }
  return chunks;
}

/** How long lines of prose are at most. Where every line begins with a capital it is verse, also in a book of nothing else. */
export function wrapWidth(chunks: readonly Chunk[]): number {
  const isProse = ({ lines }: Chunk) => lines.length >= 4 && !lines.every((line) => /^[^\p{L}]*\p{Lu}/u.test(line));
  const longest = chunks.filter(isProse).map(({ lines }) => Math.max(...lines.map((line) => line.length)));
  if (longest.length === 0) return USUAL_WIDTH;
  return longest.toSorted((a, b) => a - b)[Math.floor(longest.length / 2)] ?? USUAL_WIDTH;
}

export function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
