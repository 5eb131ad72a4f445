import { briars, leaves, pines, trunks } from './frames-wood.ts';
import { cloud, ground, wave } from './landscape.ts';
import type { StageName } from './motifs.ts';
import { mix, n0 } from './numbers.ts';
import { circle, leaf, star } from './paths.ts';
import { lifted, paper, round, type Stage, spread, thread } from './stage.ts';

/** Front sheets: the foreground at the edges of a picture. */
export const FRAMES = { trunks, leaves, pines, briars, arch, drapes, ice, clouds, waves, reeds } satisfies Record<
  string,
  (s: Stage) => string
>;

export type FrameName = keyof typeof FRAMES;

/** Front sheets of each stage; one that is listed twice is chosen twice as often. */
export const FRAMES_OF: Record<StageName, readonly FrameName[]> = {
  wood: ['trunks', 'leaves', 'pines', 'trunks'],
  meadow: ['leaves', 'trunks', 'leaves'],
  court: ['drapes', 'arch', 'leaves'],
  peaks: ['clouds', 'pines', 'arch'],
  snow: ['ice'],
  sea: ['waves'],
  pond: ['reeds'],
  room: ['arch', 'drapes', 'arch'],
  sky: ['clouds'],
  town: ['arch', 'drapes'],
  briar: ['briars'],
};

/** A stone arch with a gold line: one of three shapes of tracery. */
export function arch(s: Stage): string {
  const { W, H } = s;
  const m = s.wide ? 46 : 42;
  const kind = n0(s.rand() * 2);
  const open = (o: number) => opening(s, kind, { l: m + o, r: W - m - o, b: H - m - o, t: m + o });
  const sheet = (o: number) => `M0 0H${W}V${H}H0z${open(o)}`;
  const corner = (x: number, y: number) => star(x, y, 17, 0.28, 4) + circle(x - 24, y, 2.6) + circle(x + 24, y, 2.6);
  const corners = round(corner(m + 34, m + 26) + corner(W - m - 34, m + 26));
  return (
    paper(s.c.near, sheet(14), ' fill-rule="evenodd"') +
    lifted(s, paper(s.c.frame, sheet(0), ' fill-rule="evenodd"')) +
    thread(s.c.gold, open(-13), 2.5) +
    paper(s.c.gold, corners)
  );
}

type Box = { l: number; r: number; b: number; t: number };

function opening({ W, H }: Stage, kind: number, { l, r, b, t }: Box): string {
  const rise = kind === 0 ? H * 0.34 : H * 0.3;
  const y = (k: number) => n0(t + rise * k);
  const top = (x: number) => `${x} ${t}`;
  if (kind === 0) return `M${l} ${b}V${y(1)}Q${l} ${t} ${top(W / 2)}T${r} ${y(1)}V${b}z`;
  if (kind === 1) {
    return (
      `M${l} ${b}V${y(1)}C${l} ${y(0.5)} ${n0(W * 0.36)} ${y(0.3)} ${top(W / 2)}` +
      `C${n0(W * 0.64)} ${y(0.3)} ${r} ${y(0.5)} ${r} ${y(1)}V${b}z`
    );
  }
  return (
    `M${l} ${b}V${y(1)}Q${l} ${y(0.62)} ${n0(l + W * 0.1)} ${y(0.6)}Q${n0(l + W * 0.09)} ${y(0.2)} ${n0(W * 0.36)} ${y(0.22)}` +
    `Q${n0(W * 0.42)} ${t} ${top(W / 2)}T${n0(W * 0.64)} ${y(0.22)}Q${n0(r - W * 0.09)} ${y(0.2)} ${n0(r - W * 0.1)} ${y(0.6)}` +
    `Q${r} ${y(0.62)} ${r} ${y(1)}V${b}z`
  );
}

/** Stage curtains with a valance. */
export function drapes(s: Stage): string {
  const { W } = s;
  const deep = mix(s.c.accent, s.c.ink, 0.42);
  const [left, right] = [curtain(s, false), curtain(s, true)];
  const count = s.wide ? 9 : 6;
  let swags = '';
  let fringe = '';
  for (let i = 0; i < count; i++) swags += `q${n0(W / count / 2)} ${50 + (i % 2) * 6} ${n0(W / count)} 0`;
  for (let i = 1; i < count; i++) fringe += circle((W * i) / count - 4, 50, 7);
  return (
    paper(deep, left.cloth + right.cloth) +
    thread(s.c.ink, left.folds + right.folds, 3) +
    paper(s.c.gold, left.tie + right.tie) +
    lifted(s, paper(deep, `M-10 -10V40${swags}H${W + 10}V-10z`)) +
    thread(s.c.gold, `M-10 32${swags}`, 3) +
    paper(s.c.gold, round(fringe))
  );
}

function curtain({ W, H, wide }: Stage, flip: boolean): { cloth: string; folds: string; tie: string } {
  const X = (x: number) => n0(flip ? W - x : x);
  const Y = (part: number) => n0(H * part);
  const k = wide ? 1.3 : 1;
  const cloth =
    `M${X(-10)} -10H${X(W * 0.36)}C${X(W * 0.34)} ${Y(0.3)} ${X(110 * k)} ${Y(0.42)} ${X(64 * k)} ${Y(0.56)}` +
    `C${X(90 * k)} ${Y(0.66)} ${X(96 * k)} ${Y(0.84)} ${X(104 * k)} ${H + 10}H${X(-10)}z`;
  const folds =
    `M${X(W * 0.26)} 0C${X(W * 0.22)} ${Y(0.26)} ${X(60 * k)} ${Y(0.4)} ${X(50 * k)} ${Y(0.54)}` +
    `M${X(W * 0.15)} 0C${X(W * 0.13)} ${Y(0.26)} ${X(30 * k)} ${Y(0.4)} ${X(32 * k)} ${Y(0.54)}` +
    `M${X(50 * k)} ${Y(0.6)}Q${X(66 * k)} ${Y(0.76)} ${X(70 * k)} ${H}M${X(30 * k)} ${Y(0.6)}Q${X(34 * k)} ${Y(0.8)} ${X(34 * k)} ${H}`;
  const tie =
    `M${X(-4)} ${Y(0.545)}L${X(70 * k)} ${Y(0.545)}V${Y(0.575)}L${X(-4)} ${Y(0.585)}z${round(circle(X(72 * k), H * 0.56, 10))}` +
    `M${X(66 * k)} ${Y(0.57)}L${X(58 * k)} ${Y(0.64)}H${X(84 * k)}L${X(78 * k)} ${Y(0.57)}z`;
  return { cloth, folds, tie };
}

/** Snow on the ground and above, icicles, flakes and firs. */
export function ice(s: Stage): string {
  const { W, H } = s;
  const pale = mix(s.c.light, s.c.sky1, 0.16);
  const tree = (x: number, y: number, k: number) => `<use href="#${s.id}f" transform="translate(${n0(x)} ${n0(y)})scale(${k})"/>`;
  const trees = (dy: number) =>
    tree(-14, H + 30 + dy, 5.4) + tree(W + 18, H + 24 + dy, 6) + tree(W * 0.2, H + 10 + dy, 2) + tree(W * 0.84, H + 10 + dy, 1.7);
  let flakes = '';
  for (let i = 0; i < 26; i++) flakes += circle(n0(s.rand() * W), n0(s.rand() * H * 0.8), n0(2 + s.rand() * 4));
  let icicles = '';
  for (let x = 12; x < W; x += 20 + s.rand() * 34) {
    icicles += `M${x - 7} 0Q${x - 2} 40 ${x} ${50 + s.rand() * 70}Q${x + 2} 40 ${x + 7} 0z`;
  }
  const snow = round(canopy(s, 26, s.wide ? 9 : 6, 26) + icicles) + ground(s, H * 0.94, 30);
  return `${paper(s.c.light, flakes)}<g fill="${pale}">${trees(-9)}</g><g fill="${s.c.frame}">${trees(0)}</g>${lifted(s, paper(pale, snow))}`;
}

/** Clouds below and above. */
export function clouds(s: Stage): string {
  const { W, H } = s;
  const k = s.wide ? H * 0.5 : W * 0.5;
  const back = cloud(W * 0.03, H * 0.95, k * 1.2) + cloud(W * 0.95, H * 0.97, k * 1.3);
  const front = `${cloud(W * 0.2, H * 0.985, k * 1.25)}${cloud(W * 0.74, H * 1.0, k * 1.2)}M0 ${n0(H * 0.97)}H${W}V${H}H0z`;
  return (
    paper(mix(s.c.light, s.c.sky2, 0.4), back) +
    lifted(s, paper(s.c.light, front)) +
    paper(s.c.near, canopy(s, 34, s.wide ? 7 : 4, 44)) +
    lifted(s, paper(s.c.frame, canopy(s, 14, s.wide ? 8 : 5, 34)))
  );
}

/** A breaking wave below, heavy clouds above. */
export function waves(s: Stage): string {
  const { H } = s;
  const foam = (x: number, i: number) => `M${x} ${n0(H * 0.95 + (i % 2) * 18)}q14 -10 28 0t28 0`;
  return (
    paper(s.c.far, canopy(s, 40, s.wide ? 7 : 4, 50)) +
    lifted(s, paper(s.c.near, canopy(s, 16, s.wide ? 8 : 5, 36))) +
    paper(s.c.frame, wave(s, n0(H * 0.93), 150, 50, 20)) +
    thread(s.c.light, spread(s, 5, foam), 3)
  );
}

/** Reeds at the sides, willow twigs above. */
export function reeds(s: Stage): string {
  const { W, H } = s;
  let stems = '';
  let tails = '';
  const clump = (x0: number, dir: 1 | -1) => {
    for (let i = 0; i < 6; i++) {
      const x = x0 + dir * i * 17;
      const h = H * (0.56 - i * 0.055) * (0.8 + s.rand() * 0.4);
      const tip = `${x + dir * (14 + s.rand() * 26)} ${H - h}`;
      stems += `M${x - 7} ${H + 10}Q${x} ${H - h * 0.5} ${tip}Q${x + 9} ${H - h * 0.4} ${x + 7} ${H + 10}z`;
      if (i % 2 === 0) tails += leaf(x + dir * 10, H - h * 0.82, 64, -90 + dir * 8, 13);
    }
  };
  clump(8, 1);
  clump(W - 8, -1);
  return paper(s.c.frame, round(stems + willow(s))) + paper(mix(s.c.accent, s.c.ink, 0.35), round(tails));
}

function willow(s: Stage): string {
  const { W, H } = s;
  const count = s.wide ? 12 : 8;
  let d = '';
  for (let i = 0; i <= count; i++) {
    const x = (W * i) / count;
    const len = H * (0.08 + 0.3 * Math.abs(x / W - 0.5) ** 1.3 * 2 + s.rand() * 0.06);
    d += `M${x - 3} -10Q${x + 9} ${len * 0.5} ${x - 4} ${len}Q${x + 14} ${len * 0.5} ${x + 3} -10z`;
    for (let y = 18; y < len; y += 32) d += leaf(x + 3, y, 36, y % 64 < 32 ? 58 : 122, 9);
  }
  return d;
}

/** Clouds at the top edge: thick at the sides, thin in the middle. Path data. */
function canopy(s: Stage, y: number, count: number, drop: number): string {
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
