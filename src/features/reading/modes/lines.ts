/** Lines of a text, for the ruler. Pure. */

export type Box = { left: number; right: number; top: number; bottom: number };

/** What overlaps a line by less of its height is another line. */
const OVERLAP = 0.5;

/**
 * Lines from the boxes of pieces of text in their order, pixels of the window: pieces side by side are one line. In columns the
 * text jumps up again: there a new line begins, too.
 */
export function linesOf(pieces: readonly Box[]): Box[] {
  const lines: Box[] = [];
  for (const { left, right, top, bottom } of pieces) {
    if (right - left < 1 || bottom - top < 1) continue;
    const line = lines.at(-1);
    const shared = line === undefined ? 0 : Math.min(line.bottom, bottom) - Math.max(line.top, top);
    const isBeside = line !== undefined && left > line.left - (bottom - top) && left < line.right + 4 * (bottom - top);
    if (line !== undefined && isBeside && shared > OVERLAP * Math.min(line.bottom - line.top, bottom - top)) {
      lines[lines.length - 1] = {
        left: Math.min(line.left, left),
        right: Math.max(line.right, right),
        // A tall initial makes its line no taller.
        top: Math.max(line.top, top),
        bottom: Math.min(line.bottom, bottom),
      };
    } else lines.push({ left, right, top, bottom });
  }
  return lines;
}

/** The line nearest to a point, looked for in the column of the point first; -1 without lines. */
export function lineAt(lines: readonly Box[], x: number, y: number): number {
  let best = { index: -1, far: Number.POSITIVE_INFINITY };
  for (const [index, { left, right, top, bottom }] of lines.entries()) {
    const aside = Math.max(0, left - x, x - right);
    const far = Math.max(0, top - y, y - bottom) + 0.25 * Math.max(0, aside - 40);
    if (far < best.far) best = { index, far };
  }
  return best.index;
}
