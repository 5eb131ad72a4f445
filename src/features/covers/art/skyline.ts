import { win } from './buildings.ts';
import { n0 } from './numbers.ts';
import { circle, star } from './paths.ts';
import { paper, round, type Stage } from './stage.ts';

/** A row of firs, higher at the sides: copies of the picture's one fir. */
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

/** A clipped hedge: scallops standing on the ground. Path data. */
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

/** Clouds that hang from the top edge: thick at the sides, thin in the middle. Path data. */
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

/** A range of mountains and the snow on its tops. Two paths. */
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

/** The roofs of a town and its lit windows. Two paths. */
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
