const LONG_LINE = 50;

/**
 * Plain text as blocks, each a list of lines. An empty line parts blocks. Lines of a block that are all long, save the last, were
 * wrapped by a program and are one; shorter ones are verse and stay. Text without an empty line has a paragraph in each line.
 */
export function blocksOfText(text: string): string[][] {
  const tidy = text
    .replace(/\r\n?/g, '\n')
    .replace(/\u00a0/g, ' ')
    .trim();
  if (!/\n[ \t]*\n/.test(tidy)) return tidy.split('\n').flatMap((line) => (line.trim() === '' ? [] : [[line.trim()]]));
  return tidy
    .split(/\n(?:[ \t]*\n)+/)
    .map((block) => block.split('\n').map((line) => line.trim()))
    .map((lines) => (lines.length > 1 && lines.slice(0, -1).every((line) => line.length > LONG_LINE) ? [lines.join(' ')] : lines));
}
