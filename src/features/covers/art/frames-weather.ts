import { mix } from './colour.ts';
import { ground } from './ground.ts';
import { n0 } from './numbers.ts';
import { circle, leaf } from './paths.ts';
import { canopy, cloud, wave } from './skyline.ts';
import { lifted, paper, round, type Stage, spread, thread } from './stage.ts';

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
