const LONG_LINE = 50;

/**
 * Splits plain text into blocks of lines at empty lines. If all lines of a block except the last are long, they are hard-wrapped and joined; shorter lines are verse. In text without empty lines, each line is a paragraph.
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
