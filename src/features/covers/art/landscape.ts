import { item, n0, type Point, polar } from './numbers.ts';
import { band, circle, leaf, ring, star, win } from './paths.ts';
import { paper, round, type Stage } from './stage.ts';

/** A slightly irregular ellipse. Path data. */
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

/** Flowers at these fractions of the width; one bloom per colour is defined and reused. */
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

/** A row of firs, higher at the sides: uses of the picture's fir. */
export function firs(s: Stage, y: number, h: number, count: number, spread = 1): string {
  let out = '';
  for (let i = 0; i < count; i++) {
    const x = (s.W * (i + 0.5 + (s.rand() - 0.5) * 0.5)) / count;
    const k = (h / 100) * (0.75 + s.rand() * 0.6) * (0.78 + 0.5 * Math.abs(x / s.W - 0.5) * 2 * spread);
    out += `<use href="#${s.id}f" transform="translate(${n0(x)} ${n0(y + 46)})scale(${k.toFixed(2)})"/>`;
  }
  return out;
}

/** Waves from edge to edge. Path data. */
export function wave(s: Stage, y: number, length: number, height: number, phase: number): string {
  const [w, h] = [length, height];
  const crest =
    `q${n0(w * 0.3)} ${-h} ${n0(w * 0.62)} ${n0(-h * 0.55)}q${n0(-w * 0.1)} ${n0(h * 0.2)} ${n0(-w * 0.06)} ${n0(h * 0.5)}` +
    `q${n0(w * 0.2)} ${n0(h * 0.3)} ${n0(w * 0.44)} ${n0(h * 0.05)}`;
  let d = `M${n0(-w + phase)} ${s.H + 20}V${y}`;
  for (let x = -w + phase; x < s.W + 20; x += w) d += crest;
  return `${d}V${s.H + 20}z`;
}

/** A cloud `w` wide. Path data. */
export function cloud(x: number, y: number, w: number): string {
  return round(
    `M${x - w / 2} ${y}q${-w * 0.06} ${-w * 0.13} ${w * 0.1} ${-w * 0.15}q${w * 0.06} ${-w * 0.15} ${w * 0.22} ${-w * 0.09}` +
      `q${w * 0.13} ${-w * 0.15} ${w * 0.26} ${w * 0.01}q${w * 0.17} ${-w * 0.07} ${w * 0.21} ${w * 0.09}` +
      `q${w * 0.15} ${-w * 0.02} ${w * 0.15} ${w * 0.14}z`,
  );
}

/** A scalloped hedge. Path data. */
export function hedge(s: Stage, y: number, count: number): string {
  let d = `M-20 ${s.H + 20}V${n0(y)}`;
  let x = -20;
  for (let i = 1; i <= count; i++) {
    const next = n0((i * (s.W + 40)) / count - 20 + (i < count ? (s.rand() - 0.5) * 26 : 0));
    d += `Q${n0((x + next) / 2)} ${n0(y - 36 - s.rand() * 26)} ${next} ${n0(y + (s.rand() - 0.5) * 8)}`;
    x = next;
  }
  return `${d}V${s.H + 20}z`;
}

/** Clouds at the top edge: thick at the sides, thin in the middle. Path data. */
export function canopy(s: Stage, y: number, count: number, drop: number): string {
  let d = `M-20 -20V${n0(y + drop)}`;
  let x = -20;
  for (let i = 0; i < count; i++) {
    const nx = i === count - 1 ? s.W + 20 : n0(((i + 1 + (s.rand() - 0.5) * 0.5) * (s.W + 40)) / count - 20);
    const ny = n0(y + drop * Math.abs(nx / s.W - 0.5) * 2.4);
    d += `Q${n0((x + nx) / 2)} ${n0(ny + drop * (0.9 + s.rand() * 0.5))} ${nx} ${ny}`;
    x = nx;
  }
  return `${d}V-20z`;
}

/** Stars over the upper part of the picture. */
export function stars(s: Stage, count: number): string {
  let d = '';
  for (let i = 0; i < count; i++) {
    const [x, y, r] = [n0(s.rand() * s.W), n0(s.rand() * s.H * 0.6), 2 + s.rand() * 5];
    d += r > 5 ? round(star(x, y, r * 2, 0.3, 4)) : circle(x, y, n0(Math.max(2, r * 0.6)));
  }
  return paper(s.c.light, d, ' opacity=".85"');
}

/** A mountain range and the snow on its tops, as path data. */
export function peaks(s: Stage, y: number, h: number, count: number): [rock: string, snow: string] {
  let d = `M-20 ${s.H}V${n0(y)}`;
  let snow = '';
  const w = (s.W + 40) / count;
  const q = h * 0.22;
  const cap =
    `l${n0(-q * 0.72)} ${n0(q)}l${n0(q * 0.42)} ${n0(-q * 0.25)}l${n0(q * 0.3)} ${n0(q * 0.5)}` +
    `l${n0(q * 0.3)} ${n0(-q * 0.55)}l${n0(q * 0.36)} ${n0(q * 0.2)}z`;
  for (let i = 0; i < count; i++) {
    const x = -20 + w * i;
    const top = n0(y - h * (0.55 + s.rand() * 0.6));
    const px = n0(x + w * (0.4 + s.rand() * 0.2));
    d += `L${px} ${top}L${n0(x + w)} ${n0(y - h * 0.1 * s.rand())}`;
    snow += `M${px} ${top}${cap}`;
  }
  return [`${d}V${s.H}z`, snow];
}

/** The roofs of a town and its lit windows, as path data. */
export function roofs(s: Stage, y: number, h: number): [town: string, lit: string] {
  let d = `M-10 ${s.H}`;
  let lit = '';
  for (let x = -10; x < s.W + 10; ) {
    const w = 50 + s.rand() * 50;
    const t = y - h * (0.3 + s.rand() * 0.8);
    d += `L${n0(x)} ${n0(t)}`;
    d += s.rand() < 0.6 ? `L${n0(x + w / 2)} ${n0(t - w * 0.62)}L${n0(x + w)} ${n0(t)}` : `h${n0(w * 0.2)}v-18h14v18H${n0(x + w)}`;
    lit += round(win(n0(x + w * 0.35), n0(t + 16), 9, 15));
    if (s.rand() < 0.5) lit += round(win(n0(x + w * 0.66), n0(t + 34), 9, 15));
    x += w;
  }
  return [`${d}V${s.H}z`, lit];
}
