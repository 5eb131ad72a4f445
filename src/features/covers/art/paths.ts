import { item, n1, type Point, polar } from './numbers.ts';

/** Every helper here returns SVG path data. Shapes in one path need the same winding, or holes appear where they meet. */
export function circle(x: number, y: number, r: number): string {
  return ellipse(x, y, r, r);
}

/** An ellipse around (x, y). */
export function ellipse(x: number, y: number, rx: number, ry: number): string {
  const [a, b, w] = [n1(rx), n1(ry), n1(2 * rx)];
  return `M${n1(x - rx)} ${n1(y)}a${a} ${b} 0 1 0 ${w} 0a${a} ${b} 0 1 0 ${n1(-2 * rx)} 0z`;
}

/** A ring: the inner circle is wound the other way, so that it is a hole. */
export function hoop(x: number, y: number, r: number, hole: number): string {
  const inner = `M${n1(x - hole)} ${n1(y)}a${hole} ${hole} 0 1 1 ${n1(2 * hole)} 0a${hole} ${hole} 0 1 1 ${n1(-2 * hole)} 0z`;
  return circle(x, y, r) + inner;
}

/** A closed outline of straight cuts. */
export function poly(...points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${n1(x)} ${n1(y)}`).join('L')}z`;
}

/** A leaf from (x, y), `len` long, pointing at `deg`, `fat` wide. */
export function leaf(x: number, y: number, len: number, deg: number, fat = len * 0.34): string {
  const a = (deg * Math.PI) / 180;
  const [c, s] = [Math.cos(a), Math.sin(a)];
  const at = (u: number, v: number) => `${n1(u * c - v * s)} ${n1(u * s + v * c)}`;
  return `M${n1(x)} ${n1(y)}q${at(len * 0.45, fat)} ${at(len, 0)}q${at(-len * 0.55, -fat)} ${at(-len, 0)}z`;
}

/** A star with `points` rays of length `r`; `inner` is the depth of the cuts between them. */
export function star(x: number, y: number, r: number, inner = 0.4, points = 5, turn = -90): string {
  const corner = (i: number) => polar(x, y, i % 2 ? r * inner : r, turn + (i * 180) / points);
  return poly(...Array.from({ length: points * 2 }, (_, i) => corner(i)));
}

/** `count` shapes around a circle: `draw` gets the angle in degrees and the number. */
export function ring(count: number, draw: (deg: number, index: number) => string): string {
  return Array.from({ length: count }, (_, i) => draw((i * 360) / count, i)).join('');
}

/** Closes half an outline, drawn with absolute M, L, C and Q on the left of x = axis, by mirroring it. */
export function sym(half: string, axis = 100): string {
  const parts = (half.match(/[MLCQ][^MLCQ]*/g) ?? []).map(parsePart);
  const flip = ([x, y]: Point) => `${n1(2 * axis - x)} ${n1(y)}`;
  let back = '';
  for (let i = parts.length - 1; i > 0; i--) {
    const { command, points } = item(parts, i);
    const start = item(item(parts, i - 1).points, -1);
    back += command + [...points.slice(0, -1).reverse(), start].map(flip).join(' ');
  }
  return `${half}${back}z`;
}

function parsePart(part: string): { command: string; points: Point[] } {
  const numbers = part
    .slice(1)
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const points: Point[] = [];
  for (let i = 0; i < numbers.length; i += 2) points.push([item(numbers, i), item(numbers, i + 1)]);
  return { command: part.charAt(0), points };
}
