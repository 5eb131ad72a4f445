import { n0 } from './numbers.ts';
import { leaf } from './paths.ts';
import { round, type Stage } from './stage.ts';

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
