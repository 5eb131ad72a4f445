import { item, n1, type Point } from './numbers.ts';
import { leaf } from './paths.ts';

/** A tapering band along a smooth line through `points`; `widths` are spread along it. Path data. */
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

/** A plait of paired leaves along a line. Path data. */
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
