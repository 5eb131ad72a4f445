import { flowers, grass, ground, toadstool } from './ground.ts';
import type { StageName } from './motifs.ts';
import { n0 } from './numbers.ts';
import { ellipse } from './paths.ts';
import { cloud, firs, hedge, peaks, wave } from './skyline.ts';
import { paper, round, type Stage, spread, thread } from './stage.ts';

type Foreground = (s: Stage, y: number) => string;

/** The ground in front of the motif, around the height `y`. */
export const FOREGROUND: Record<StageName, Foreground> = {
  wood: (s, y) => paper(s.c.near, ground(s, y, 40) + tufts(s, y)) + (s.rand() < 0.6 ? toadstools(s, y) : ''),
  meadow,
  briar: meadow,
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

function meadow(s: Stage, y: number): string {
  return paper(s.c.near, ground(s, y, 36) + tufts(s, y)) + flowers(s, y, [0.18, 0.3, 0.68, 0.8, 0.42]);
}

function tufts(s: Stage, y: number): string {
  return spread(s, 6, (x) => grass(s, x, y, 50, 4));
}

function toadstools(s: Stage, y: number): string {
  const left = s.rand() < 0.5;
  return toadstool(s, n0(s.W * (left ? 0.26 : 0.72)), n0(y - 2), 24) + toadstool(s, n0(s.W * 0.78), n0(y + 16), 16);
}
