import { item, n1, type Point, polar } from './numbers.ts';

/** Helpers that return SVG path data. Shapes in one path need the same winding: otherwise overlaps become holes. */

export function circle(x: number, y: number, r: number): string {
  return ellipse(x, y, r, r);
}

/** An ellipse around (x, y). */
export function ellipse(x: number, y: number, rx: number, ry: number): string {
  const [a, b, w] = [n1(rx), n1(ry), n1(2 * rx)];
  return `M${n1(x - rx)} ${n1(y)}a${a} ${b} 0 1 0 ${w} 0a${a} ${b} 0 1 0 ${n1(-2 * rx)} 0z`;
}

/** A ring: the inner circle has the opposite winding, which makes it a hole. */
export function hoop(x: number, y: number, r: number, hole: number): string {
  const inner = `M${n1(x - hole)} ${n1(y)}a${hole} ${hole} 0 1 1 ${n1(2 * hole)} 0a${hole} ${hole} 0 1 1 ${n1(-2 * hole)} 0z`;
  return circle(x, y, r) + inner;
}

/** A closed polygon. */
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

/** `count` shapes at equal angles (degrees). */
export function ring(count: number, draw: (deg: number, index: number) => string): string {
  return Array.from({ length: count }, (_, i) => draw((i * 360) / count, i)).join('');
}

/** Closes an outline by mirroring its left half at x = `axis`. Takes absolute M, L, C and Q only. */
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

/** A tapering band along a smooth line through `points`; `widths` are spread along it. */
export function band(points: readonly Point[], widths: readonly number[], steps = 4): string {
  const line = spline(points, steps);
  const left: Point[] = [];
  const right: Point[] = [];
  line.forEach(([x, y], i) => {
    const [ax, ay] = item(line, Math.max(0, i - 1));
    const [bx, by] = item(line, Math.min(line.length - 1, i + 1));
    const len = Math.hypot(bx - ax, by - ay) || 1;
    const w = widthAt(widths, i / (line.length - 1)) / 2;
    left.push([x - ((by - ay) / len) * w, y + ((bx - ax) / len) * w]);
    right.push([x + ((by - ay) / len) * w, y - ((bx - ax) / len) * w]);
  });
  return `M${smooth(left)}L${smooth(right.reverse())}z`;
}

/** Catmull-Rom points through `points`, `steps` to each piece. */
export function spline(points: readonly Point[], steps: number): Point[] {
  const out: Point[] = [];
  for (let i = 0; i < points.length - 1; i++) {
    const [p1, p2] = [item(points, i), item(points, i + 1)];
    const [p0, p3] = [points[i - 1] ?? p1, points[i + 2] ?? p2];
    for (let s = 0; s < steps; s++) {
      const t = s / steps;
      out.push([between(t, p0[0], p1[0], p2[0], p3[0]), between(t, p0[1], p1[1], p2[1], p3[1])]);
    }
  }
  out.push(item(points, -1));
  return out;
}

/** Quadratic curves through the midpoints of a point list, without the leading M. */
export function smooth(points: readonly Point[]): string {
  const [x0, y0] = item(points, 0);
  let d = `${n1(x0)} ${n1(y0)}`;
  for (let i = 1; i < points.length - 1; i++) {
    const [x, y] = item(points, i);
    const next = item(points, i + 1);
    const [nx, ny] = i === points.length - 2 ? next : [(x + next[0]) / 2, (y + next[1]) / 2];
    d += `Q${n1(x)} ${n1(y)} ${n1(nx)} ${n1(ny)}`;
  }
  return d;
}

/** A plait of paired leaves along a line. */
export function braid(points: readonly Point[], width: number): string {
  const line = spline(points, 5);
  let d = '';
  for (let i = 0; i + 2 < line.length; i += 2) {
    const [x, y] = item(line, i);
    const [u, v] = item(line, i + 2);
    const deg = (Math.atan2(v - y, u - x) * 180) / Math.PI;
    const len = Math.hypot(u - x, v - y) * 1.9;
    d += leaf(x, y, len, deg + 16, width) + leaf(x, y, len, deg - 16, -width);
  }
  return d;
}

function between(t: number, p0: number, p1: number, p2: number, p3: number): number {
  const square = (2 * p0 - 5 * p1 + 4 * p2 - p3) * t * t;
  return 0.5 * (2 * p1 + (p2 - p0) * t + square + (3 * p1 - p0 - 3 * p2 + p3) * t ** 3);
}

function widthAt(list: readonly number[], t: number): number {
  if (list.length === 1) return item(list, 0);
  const k = t * (list.length - 1);
  const i = Math.min(list.length - 2, Math.floor(k));
  return item(list, i) + (item(list, i + 1) - item(list, i)) * (k - i);
}

/** A round tower with a parapet, `w` wide, from `base` up to `top`. */
export function tower(x: number, w: number, top: number, base = 200): string {
  return `M${x - w / 2} ${base}V${top + 7}h-3v-7h${w + 6}v7h-3V${base}z`;
}

/** The pointed roof of a tower that is `w` wide. */
export function cone(x: number, w: number, y: number, h: number): string {
  const waist = n1(y - h * 0.36);
  return (
    `M${n1(x - w / 2 - 6)} ${y}Q${n1(x - w * 0.14)} ${waist} ${x} ${y - h}` + `Q${n1(x + w * 0.14)} ${waist} ${n1(x + w / 2 + 6)} ${y}z`
  );
}

/** A window with a round head. */
export function win(x: number, y: number, w: number, h: number): string {
  return `M${n1(x - w / 2)} ${y + h}v${n1(w / 2 - h)}a${w / 2} ${w / 2} 0 0 1 ${w} 0v${n1(h - w / 2)}z`;
}

/** A pennant on its pole, blowing to the right, or with `dir` -1 to the left. */
export function flag(x: number, y: number, dir: 1 | -1 = 1): string {
  return `M${x - 0.8} ${y + 2}v-19h1.6l${13 * dir} 4.5l${-13 * dir} 4.5v10z`;
}

/** A wall with battlements from x0 to x1. */
export function crenel(x0: number, x1: number, y: number, tooth = 8, base = 200): string {
  let d = `M${x0} ${base}V${y}`;
  const count = Math.floor((x1 - x0) / tooth);
  const step = (x1 - x0) / count;
  for (let i = 0; i < count; i++) d += i % 2 ? `v5h${n1(step)}v-5` : `h${n1(step)}`;
  return `${d}V${base}z`;
}

/** A fir standing on (x, base). */
export function fir(x: number, base: number, h: number, w: number, tiers = 4): string {
  let half = `M${n1(x)} ${n1(base - h)}`;
  for (let i = 1; i <= tiers; i++) {
    const reach = (w / 2) * (0.3 + (0.7 * i) / tiers);
    const y = base - h + (h * 0.9 * i) / tiers;
    const mid = y - (h * 0.9) / tiers / 2;
    half += `Q${n1(x - reach * 0.34)} ${n1(mid + h * 0.02)} ${n1(x - reach)} ${n1(y)}`;
    half += `L${n1(x - reach * 0.4)} ${n1(y - h * 0.03)}`;
  }
  const trunk = `L${n1(x - w * 0.05)} ${n1(base - h * 0.1)}L${n1(x - w * 0.05)} ${n1(base)}L${n1(x)} ${n1(base)}`;
  return sym(half + trunk, x);
}
