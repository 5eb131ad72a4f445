import { findTable, joinTables } from './font-tables.ts';

/** Redraws the outlines of a TrueType font with fewer points. */

/** How far the new outline may be from the old one, and the grid of its points, in units of the font. */
export type Precision = { tolerance: number; grid: number };

/** Stretches that one curve may replace; longer ones are rare. */
const MAX_MERGED = 60;
/** Ends the search when so many longer stretches in succession do not fit. */
const MAX_FAILURES = 4;
/** Cost of a curve relative to that of a line: two points, the second of which is sometimes implied. */
const CURVE_COST = 1.9;

type Place = { x: number; y: number };
type Point = Place & { isOn: boolean };

const IS_ON = 1;
const REPEATS = 8;
const AXES = [
  { axis: 'x', isShort: 2, isSame: 16 },
  { axis: 'y', isShort: 4, isSame: 32 },
] as const;
/** Bytes before the ends of the contours: their number and the box. */
const GLYPH_HEADER = 10;

/** Returns the font with simpler outlines; composed glyphs follow their parts. Widths do not change. */
export function simplifyOutlines(font: Buffer, precision: Precision): Buffer {
  const [glyf, loca, head, metrics] = (['glyf', 'loca', 'head', 'hmtx'] as const).map((tag) => Buffer.from(findTable(font, tag) ?? []));
  const metricsCount = findTable(font, 'hhea')?.readUInt16BE(34) ?? 0;
  const count = findTable(font, 'maxp')?.readUInt16BE(4) ?? 0;
  if (!glyf || !loca || !head || !metrics) throw new Error('A font has no TrueType outlines.');
  const isLong = head.readInt16BE(50) === 1;
  const start = (id: number) => (isLong ? loca.readUInt32BE(4 * id) : 2 * loca.readUInt16BE(2 * id));
  const glyphs: Buffer[] = [];
  const starts = Buffer.alloc(4 * (count + 1));
  for (let id = 0; id < count; id += 1) {
    const glyph = simplifyGlyph(glyf.subarray(start(id), start(id + 1)), precision);
    glyphs.push(glyph);
    starts.writeUInt32BE(starts.readUInt32BE(4 * id) + glyph.length, 4 * id + 4);
    // A box at another place would move the glyph.
    if (glyph.length > 0) metrics.writeInt16BE(glyph.readInt16BE(2), id < metricsCount ? 4 * id + 2 : 2 * (metricsCount + id));
  }
  head.writeInt16BE(1, 50);
  return joinTables(font, { glyf: Buffer.concat(glyphs), loca: starts, head, hmtx: metrics });
}

function simplifyGlyph(glyph: Buffer, precision: Precision): Buffer {
  if (glyph.length === 0 || glyph.readInt16BE(0) < 0) return glyph;
  return writeGlyph(readGlyph(glyph).map((contour) => simplifyContour(contour, precision)));
}

function readGlyph(glyph: Buffer): Point[][] {
  const ends = Array.from({ length: glyph.readInt16BE(0) }, (_, index) => glyph.readUInt16BE(GLYPH_HEADER + 2 * index));
  const count = (ends.at(-1) ?? -1) + 1;
  let at = GLYPH_HEADER + 2 * ends.length;
  at += 2 + glyph.readUInt16BE(at);
  const flags: number[] = [];
  while (flags.length < count) {
    const flag = glyph.readUInt8(at++);
    flags.push(flag);
    if (flag & REPEATS) for (let times = glyph.readUInt8(at++); times > 0; times -= 1) flags.push(flag);
  }
  const points = flags.map((flag) => ({ x: 0, y: 0, isOn: (flag & IS_ON) > 0 }));
  for (const { axis, isShort, isSame } of AXES) {
    let value = 0;
    flags.forEach((flag, index) => {
      if (flag & isShort) value += glyph.readUInt8(at++) * (flag & isSame ? 1 : -1);
      else if (!(flag & isSame)) {
        value += glyph.readInt16BE(at);
        at += 2;
      }
      (points[index] as Point)[axis] = value;
    });
  }
  return ends.map((end, index) => points.slice((ends[index - 1] ?? -1) + 1, end + 1));
}

function writeGlyph(contours: readonly Point[][]): Buffer {
  const points = contours.flat();
  const header = Buffer.alloc(GLYPH_HEADER + 2 * contours.length + 2);
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  [contours.length, Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)].forEach((value, index) => {
    header.writeInt16BE(value, 2 * index);
  });
  let end = -1;
  contours.forEach((contour, index) => {
    end += contour.length;
    header.writeUInt16BE(end, GLYPH_HEADER + 2 * index);
  });
  const flags: number[] = points.map(({ isOn }) => (isOn ? IS_ON : 0));
  const bytes: number[] = [];
  for (const { axis, isShort, isSame } of AXES) {
    points.forEach((point, index) => {
      const step = point[axis] - (points[index - 1]?.[axis] ?? 0);
      const isSmall = step !== 0 && Math.abs(step) < 256;
      flags[index] = (flags[index] ?? 0) | (isSmall ? isShort : 0) | (step === 0 || (isSmall && step > 0) ? isSame : 0);
      if (isSmall) bytes.push(Math.abs(step));
      else if (step !== 0) bytes.push((step >> 8) & 0xff, step & 0xff);
    });
  }
  const size = header.length + flags.length + bytes.length;
  return Buffer.concat([header, Buffer.from(flags), Buffer.from(bytes), Buffer.alloc(-size & 3)]);
}

/** Finds the cheapest lines and curves from knot to knot that stay within the tolerance. */
export function simplifyContour(contour: Point[], { tolerance, grid }: Precision): Point[] {
  const { knots, stretches } = sampleContour(contour, grid);
  const last = stretches.length;
  const best: { cost: number; from: number; control?: Place | undefined }[] = [{ cost: 0, from: 0 }];
  for (let from = 0; from < last; from += 1) {
    const [start, cost] = [knots[from] as Place, best[from]?.cost ?? Number.POSITIVE_INFINITY];
    const samples: Place[] = [];
    let failures = 0;
    for (let to = from + 1; to <= Math.min(last, from + MAX_MERGED) && failures <= MAX_FAILURES; to += 1) {
      samples.push(...(stretches[to - 1] ?? []));
      const end = knots[to] as Place;
      const isLine = samples.every((sample) => distance(sample, start, end) <= tolerance);
      const control = isLine ? undefined : fitCurve(start, end, samples, { tolerance, grid });
      failures = isLine || control ? 0 : failures + 1;
      const total = cost + (isLine ? 1 : CURVE_COST);
      if ((isLine || control) && total < (best[to]?.cost ?? Number.POSITIVE_INFINITY)) best[to] = { cost: total, from, control };
    }
  }
  const points: Point[] = [];
  for (let to = last; to > 0; to = best[to]?.from ?? 0) {
    const { from, control } = best[to] ?? {};
    // Nothing fits a tiny contour, whose knots may fall together.
    if (from === undefined) return contour;
    if (control) points.push({ ...control, isOn: false });
    points.push({ ...(knots[from] as Place), isOn: true });
  }
  points.reverse();
  return points.length < 3
    ? contour
    : points.filter((point, index) => !isImplied(point, points[index - 1], points[(index + 1) % points.length], tolerance));
}

/** Whether a point is in the middle of two controls, and so may be left out. */
function isImplied(point: Point, before: Point | undefined, after: Point | undefined, tolerance: number): boolean {
  if (!point.isOn || !before || !after || before.isOn || after.isOn) return false;
  return Math.max(Math.abs((before.x + after.x) / 2 - point.x), Math.abs((before.y + after.y) / 2 - point.y)) <= tolerance / 2;
}

/** Returns the points on a contour, the first also as the last, and samples of the curve from each to the next. */
function sampleContour(contour: Point[], grid: number): { knots: Place[]; stretches: Place[][] } {
  const all = contour.flatMap((point, index) => {
    const next = contour[(index + 1) % contour.length] as Point;
    return point.isOn || next.isOn ? [point] : [point, { ...between(point, next), isOn: true }];
  });
  const first = all.findIndex(({ isOn }) => isOn);
  const points = [...all.slice(first), ...all.slice(0, first + 1)];
  const stretches: Place[][] = [];
  const knots: Place[] = [];
  points.forEach((point, index) => {
    if (!point.isOn) return;
    knots.push(round(point, grid));
    const [next, after] = [points[index + 1], points[index + 2]];
    if (next?.isOn) stretches.push([between(point, next), next]);
    else if (next && after) stretches.push([curve(point, next, after, 0.5), after]);
  });
  return { knots, stretches };
}

/** Returns the control point of a curve near all samples (least squares, each sample moved to the nearest place of the curve), if there is one. */
function fitCurve(start: Place, end: Place, samples: readonly Place[], { tolerance, grid }: Precision): Place | undefined {
  let length = 0;
  const lengths = samples.map(({ x, y }, index) => {
    const before = samples[index - 1] ?? start;
    length += Math.hypot(x - before.x, y - before.y);
    return length;
  });
  const times = lengths.map((each) => each / length);
  let control = start;
  for (const pass of ['rough', 'better', 'rounded', 'check'] as const) {
    if (pass !== 'check') {
      let [x, y, weights] = [0, 0, 0];
      samples.forEach((sample, index) => {
        const time = times[index] ?? 0;
        const weight = 2 * time * (1 - time);
        x += weight * (sample.x - (1 - time) ** 2 * start.x - time ** 2 * end.x);
        y += weight * (sample.y - (1 - time) ** 2 * start.y - time ** 2 * end.y);
        weights += weight ** 2;
      });
      control = { x: x / weights, y: y / weights };
      if (pass === 'rounded') control = round(control, grid);
    }
    let largest = 0;
    samples.forEach((sample, index) => {
      const time = times[index] ?? 0;
      const { x, y } = curve(start, control, end, time);
      const [offX, offY] = [x - sample.x, y - sample.y];
      largest = Math.max(largest, Math.hypot(offX, offY));
      const slopeX = 2 * (1 - time) * (control.x - start.x) + 2 * time * (end.x - control.x);
      const slopeY = 2 * (1 - time) * (control.y - start.y) + 2 * time * (end.y - control.y);
      const slope = slopeX ** 2 + slopeY ** 2;
      if (slope > 0) times[index] = Math.min(1, Math.max(0, time - (offX * slopeX + offY * slopeY) / slope));
    });
    if (!(largest <= (pass === 'check' ? tolerance : 6 * tolerance))) return undefined;
  }
  return control;
}

function between(one: Place, other: Place): Place {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}

function curve(start: Place, control: Place, end: Place, time: number): Place {
  const rest = 1 - time;
  return {
    x: rest * rest * start.x + 2 * rest * time * control.x + time * time * end.x,
    y: rest * rest * start.y + 2 * rest * time * control.y + time * time * end.y,
  };
}

/** Returns the distance from a line. */
function distance({ x, y }: Place, start: Place, end: Place): number {
  const [alongX, alongY] = [end.x - start.x, end.y - start.y];
  const square = alongX ** 2 + alongY ** 2;
  const part = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - start.x) * alongX + (y - start.y) * alongY) / square));
  return Math.hypot(x - start.x - part * alongX, y - start.y - part * alongY);
}

function round({ x, y }: Place, grid: number): Place {
  return { x: Math.round(x / grid) * grid, y: Math.round(y / grid) * grid };
}
