import { band } from './curves.ts';
import { item, n0, type Point, polar } from './numbers.ts';
import { circle, leaf, ring } from './paths.ts';
import { paper, round, type Stage } from './stage.ts';

/** A closed, slightly irregular ring cut by hand. Path data. */
export function blob(rand: () => number, cx: number, cy: number, rx: number, ry: number, wobble: number): string {
  const count = 11;
  const points = Array.from({ length: count }, (_, i): Point => {
    const a = (i / count) * Math.PI * 2 - Math.PI / 2;
    const k = 1 + (rand() - 0.5) * wobble;
    return [cx + Math.cos(a) * rx * k, cy + Math.sin(a) * ry * k];
  });
  const middle = (a: Point, b: Point) => `${n0((a[0] + b[0]) / 2)} ${n0((a[1] + b[1]) / 2)}`;
  const curves = points.map((p, i) => `Q${n0(p[0])} ${n0(p[1])} ${middle(p, item(points, (i + 1) % count))}`);
  return `M${middle(item(points, -1), item(points, 0))}${curves.join('')}z`;
}

/** Rolling ground from edge to edge; `lift` raises the middle. Path data. */
export function ground(s: Stage, y: number, swing: number, lift = 0): string {
  const [a, b, c] = [(s.rand() - 0.5) * swing, (s.rand() - 0.5) * swing, (s.rand() - 0.5) * swing];
  const { W, H } = s;
  return (
    `M-20 ${H + 20}V${n0(y + a)}C${n0(W * 0.2)} ${n0(y - swing + b)} ${n0(W * 0.3)} ${n0(y - lift)} ${n0(W * 0.5)} ${n0(y - lift)}` +
    `S${n0(W * 0.8)} ${n0(y + swing * 0.4 + c)} ${W + 20} ${n0(y - a)}V${H + 20}z`
  );
}

/** A tuft of grass. Path data. */
export function grass(s: Stage, x: number, y: number, size: number, count = 5): string {
  const blade = (i: number) => {
    const len = size * (0.7 + s.rand() * 0.5);
    const deg = -90 + (i - (count - 1) / 2) * 22 + s.rand() * 8;
    return round(leaf(x + (i - count / 2) * size * 0.16, y + 6, len, deg, size * 0.12));
  };
  return Array.from({ length: count }, (_, i) => blade(i)).join('');
}

/** A fern frond: a curved rib with paired leaves. Path data. */
export function fern(x: number, y: number, len: number, deg: number, bend: number): string {
  const steps = 5;
  const k = len / steps;
  let d = '';
  let [tip, a]: [Point, number] = [[x, y], deg];
  for (let i = 0; i < steps; i++) {
    tip = polar(tip[0], tip[1], k, a);
    const size = k * 2.5 * (1 - i / steps) + 8;
    d += round(leaf(...tip, size, a - 62, 7) + leaf(...tip, size, a + 62, -7));
    a += bend / steps;
  }
  const middle = polar(x, y, len * 0.5, deg + bend * 0.2);
  return d + round(band([[x, y], middle, tip], [7, 4, 1], 2));
}

/** Flowers at these parts of the width: one bloom for each colour is drawn once and used again. */
export function flowers(s: Stage, y: number, places: readonly number[]): string {
  const stalk = 'M-2 48Q-6 24 -2 0H2Q-2 24 2 48zM-2 30q14 -14 20 -10q-4 14 -20 14z';
  const petals = round(ring(6, (a) => leaf(...polar(0, 0, 3, a), 16, a, 8)));
  const bloom = (name: string, fill: string) =>
    `<g id="${s.id}${name}">${paper(s.c.frame, stalk)}${paper(fill, petals)}${paper(s.c.gold, circle(0, 0, 5))}</g>`;
  const plant = (k: number, i: number) => {
    const [name, scale] = i % 2 ? ['y', 1.1] : ['x', 0.95];
    return `<use href="#${s.id}${name}" transform="translate(${n0(s.W * k)} ${n0(y - 28 - (i % 2) * 16)})scale(${scale})"/>`;
  };
  return `<defs>${bloom('x', s.c.accent)}${bloom('y', s.c.light)}</defs>${places.map(plant).join('')}`;
}

/** A spotted toadstool of radius `r`. */
export function toadstool(s: Stage, x: number, y: number, r: number): string {
  const stem =
    `M${x - r * 0.22} ${y - r}Q${x - r * 0.1} ${y} ${x - r * 0.3} ${y + 8}` +
    `H${x + r * 0.3}Q${x + r * 0.1} ${y} ${x + r * 0.22} ${y - r}z`;
  const cap =
    `M${x - r} ${y - r * 0.8}C${x - r} ${y - r * 2.1} ${x + r} ${y - r * 2.1} ${x + r} ${y - r * 0.8}` +
    `Q${x} ${y - r * 0.5} ${x - r} ${y - r * 0.8}z`;
  const spots =
    circle(x - r * 0.4, y - r * 1.2, r * 0.15) + circle(x + r * 0.2, y - r * 1.45, r * 0.17) + circle(x + r * 0.5, y - r * 1.05, r * 0.12);
  return paper(s.c.light, round(stem)) + paper(s.c.accent, round(cap)) + paper(s.c.light, round(spots));
}
