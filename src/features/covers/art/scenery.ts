import { cloud, firs, flowers, grass, ground, hedge, peaks, roofs, toadstool, wave } from './landscape.ts';
import type { StageName } from './motifs.ts';
import { mix, n0 } from './numbers.ts';
import { ellipse } from './paths.ts';
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
