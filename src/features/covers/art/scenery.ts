import { cloud, grass, ground, wave } from './landscape.ts';
import type { StageName } from './motifs.ts';
import { mix, n0, polar } from './numbers.ts';
import { circle, ellipse, leaf, ring, win } from './paths.ts';
import { paper, round, type Stage, spread, thread } from './stage.ts';

type Scenery = (s: Stage) => [far: string, middle: string];

/** Background and middle ground of every stage; the motif stands on the middle ground. */
export const SCENERY: Record<StageName, Scenery> = {
  wood: (s) => [
    paper(s.c.far, ground(s, s.horizon - s.H * 0.055, 20)) + firRow(s, s.horizon - s.H * 0.02, s.H * 0.36, s.wide ? 11 : 7),
    paper(s.c.mid, ground(s, s.horizon, 40, 10)),
  ],
  meadow,
  briar: meadow,
  court: (s) => [
    paper(s.c.far, ground(s, s.horizon - s.H * 0.1, 60)) + firRow(s, s.horizon - s.H * 0.06, s.H * 0.14, 9),
    paper(s.c.mid, ground(s, s.horizon, 36, 16)),
  ],
  peaks: (s) => {
    const [rock, snow] = peaks(s, s.horizon, s.H * 0.34, s.wide ? 7 : 5);
    return [paper(s.c.far, rock) + paper(s.c.light, snow, ' opacity=".8"'), paper(s.c.mid, ground(s, s.horizon, 40, 14))];
  },
  snow: (s) => [
    paper(s.c.far, ground(s, s.horizon - s.H * 0.03, 20)) + firRow(s, s.horizon - 6, s.H * 0.27, s.wide ? 12 : 8),
    paper(mix(s.c.light, s.c.sky2, 0.22), ground(s, s.horizon, 50, 12)),
  ],
  sea: (s) => [paper(s.c.far, wave(s, s.horizon - s.H * 0.07, 150, 34, 40)), paper(s.c.mid, wave(s, s.horizon - 4, 190, 44, 0))],
  pond,
  room,
  sky,
  town: (s) => {
    const [town, lit] = roofs(s, s.horizon, s.H * 0.22);
    return [paper(s.c.far, town) + paper(s.c.gold, lit), paper(s.c.mid, ground(s, s.horizon, 14, 6))];
  },
};

function firRow(s: Stage, y: number, h: number, count: number): string {
  return `<g fill="${s.c.far}">${firs(s, y, h, count)}</g>`;
}

function meadow(s: Stage): [string, string] {
  const y = s.horizon - s.H * 0.13;
  return [paper(s.c.far, ground(s, y, 70)) + firRow(s, y - 8, s.H * 0.1, s.wide ? 12 : 7), paper(s.c.mid, ground(s, s.horizon, 44, 12))];
}

function pond(s: Stage): [string, string] {
  const ripple = (k: number, i: number) => `M${n0(s.W * k)} ${n0(s.horizon + 18 + ((i * 13) % 40))}h${40 + i * 12}`;
  return [
    firRow(s, s.horizon - s.H * 0.05, s.H * 0.2, s.wide ? 12 : 8) + paper(s.c.far, ground(s, s.horizon - s.H * 0.06, 20)),
    paper(s.c.mid, ground(s, s.horizon - 8, 10)) + thread(s.c.sky2, [0.16, 0.3, 0.62, 0.8].map(ripple).join(''), 3),
  ];
}

function room(s: Stage): [string, string] {
  const w = s.wide ? 200 : 230;
  const [x, y] = [s.W / 2, s.horizon];
  const board = (k: number) => `M${n0(x + k * w * 0.55)} ${n0(y + 20)}L${n0(x + k * w * 1.1)} ${s.H}`;
  return [
    '',
    paper(s.c.mid, `M-10 ${s.H}V${n0(y + 8)}H${s.W + 10}V${s.H}z`) +
      paper(s.c.near, `M-10 ${n0(y + 8)}h${s.W + 20}v9h${-s.W - 20}z`) +
      thread(s.c.near, [-2.2, -1.2, -0.4, 0.4, 1.2, 2.2].map(board).join(''), 3),
  ];
}

function sky(s: Stage): [string, string] {
  const { W, H, horizon } = s;
  const bank = `M-10 ${n0(horizon + H * 0.1)}H${W + 10}V${H}H-10z`;
  return [
    paper(s.c.sky2, cloud(W * 0.2, H * 0.36, H * 0.3) + cloud(W * 0.86, H * 0.22, H * 0.26)) +
      paper(s.c.far, cloud(W * 0.84, horizon + 10, H * 0.5) + cloud(W * 0.1, horizon - 10, H * 0.46)),
    paper(s.c.mid, cloud(W * 0.36, horizon + H * 0.12, H * 0.62) + cloud(W * 0.9, horizon + H * 0.14, H * 0.5) + bank),
  ];
}

type Foreground = (s: Stage, y: number) => string;

/** Foreground of every stage, in front of the motif, around the height `y`. */
export const FOREGROUND: Record<StageName, Foreground> = {
  wood: (s, y) => paper(s.c.near, ground(s, y, 40) + tufts(s, y)) + (s.rand() < 0.6 ? toadstools(s, y) : ''),
  meadow: meadowForeground,
  briar: meadowForeground,
  court: (s, y) => paper(s.c.near, hedge(s, y - 8, s.wide ? 15 : 9)),
  peaks: (s, y) => paper(s.c.near, peaks(s, y + 30, 70, s.wide ? 9 : 6)[0]),
  snow: (s, y) => `${paper(s.c.light, ground(s, y, 44))}<g fill="${s.c.near}">${firs(s, y + 30, s.H * 0.15, s.wide ? 5 : 4, 2)}</g>`,
  sea: (s, y) => paper(s.c.near, wave(s, n0(y - 10), 170, 46, 70)),
  pond: (s, y) =>
    paper(s.c.near, ground(s, y + 24, 14) + spread(s, 6, (x) => grass(s, x, y + 20, 60, 4))) +
    paper(
      s.c.far,
      spread(s, 4, (x) => round(ellipse(x, y + 8, 34, 9))),
    ),
  room: () => '',
  sky: (s, y) => {
    const bank = `M-10 ${n0(y + s.H * 0.05)}H${s.W + 10}V${s.H}H-10z`;
    return paper(s.c.near, cloud(s.W * 0.08, y + s.H * 0.06, s.H * 0.5) + cloud(s.W * 0.78, y + s.H * 0.07, s.H * 0.62) + bank);
  },
  town: (s, y) => {
    const street = paper(s.c.near, ground(s, y, 12));
    return (
      street +
      thread(
        s.c.mid,
        spread(s, 14, (x, i) => `M${n0(x)} ${n0(y + 18 + (i % 3) * 22)}q12 -9 24 0`),
        3,
      )
    );
  },
};

function meadowForeground(s: Stage, y: number): string {
  return paper(s.c.near, ground(s, y, 36) + tufts(s, y)) + flowers(s, y, [0.18, 0.3, 0.68, 0.8, 0.42]);
}

function tufts(s: Stage, y: number): string {
  return spread(s, 6, (x) => grass(s, x, y, 50, 4));
}

function toadstools(s: Stage, y: number): string {
  const left = s.rand() < 0.5;
  return toadstool(s, n0(s.W * (left ? 0.26 : 0.72)), n0(y - 2), 24) + toadstool(s, n0(s.W * 0.78), n0(y + 16), 16);
}

/** Flowers at these fractions of the width; one bloom per colour is defined and reused. */
function flowers(s: Stage, y: number, places: readonly number[]): string {
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
function toadstool(s: Stage, x: number, y: number, r: number): string {
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
function firs(s: Stage, y: number, h: number, count: number, spread = 1): string {
  let out = '';
  for (let i = 0; i < count; i++) {
    const x = (s.W * (i + 0.5 + (s.rand() - 0.5) * 0.5)) / count;
    const k = (h / 100) * (0.75 + s.rand() * 0.6) * (0.78 + 0.5 * Math.abs(x / s.W - 0.5) * 2 * spread);
    out += `<use href="#${s.id}f" transform="translate(${n0(x)} ${n0(y + 46)})scale(${k.toFixed(2)})"/>`;
  }
  return out;
}

/** A scalloped hedge. Path data. */
function hedge(s: Stage, y: number, count: number): string {
  let d = `M-20 ${s.H + 20}V${n0(y)}`;
  let x = -20;
  for (let i = 1; i <= count; i++) {
    const next = n0((i * (s.W + 40)) / count - 20 + (i < count ? (s.rand() - 0.5) * 26 : 0));
    d += `Q${n0((x + next) / 2)} ${n0(y - 36 - s.rand() * 26)} ${next} ${n0(y + (s.rand() - 0.5) * 8)}`;
    x = next;
  }
  return `${d}V${s.H + 20}z`;
}

/** A mountain range and the snow on its tops, as path data. */
function peaks(s: Stage, y: number, h: number, count: number): [rock: string, snow: string] {
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
function roofs(s: Stage, y: number, h: number): [town: string, lit: string] {
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
