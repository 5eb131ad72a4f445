import { grass, ground } from './landscape.ts';
import { item, mix, n0, type Point, polar } from './numbers.ts';
import { band, circle, leaf, poly, ring, smooth, spline } from './paths.ts';
import { lifted, paper, round, type Stage, spread, thread } from './stage.ts';

/** Two old trees at the sides, leaves at the top. */
export function trunks(s: Stage): string {
  const { W, H } = s;
  const [left, right] = [trunk(s, false), trunk(s, true)];
  const count = s.wide ? 16 : 11;
  let top = '';
  for (let i = 0; i <= count; i++) {
    const len = 46 + s.rand() * 34 + 56 * Math.abs(i / count - 0.5);
    top += leaf((W * i) / count, -8, len, 90 + (s.rand() - 0.5) * 70, 22);
  }
  const ferns = fern(W * 0.17, H + 8, H * 0.17, -70, 46) + fern(W * 0.84, H + 8, H * 0.16, -112, -44);
  const trees =
    paper(s.c.frame, round(left.wood + right.wood)) + paper(s.c.frame, round(left.leaves + right.leaves)) + paper(s.c.frame, ferns);
  return paper(s.c.near, round(top)) + lifted(s, trees) + thread(s.c.near, round(left.bark + right.bark), 3);
}

function trunk(s: Stage, flip: boolean): { wood: string; leaves: string; bark: string } {
  const { W, H } = s;
  const w = s.wide ? 74 : 66;
  const X = (x: number) => (flip ? W - x : x);
  const k = 0.8 + s.rand() * 0.5;
  const lean = s.rand() * 30;
  const spine: Point[] = [
    [X(-20), H + 20],
    [X(4 + lean * 0.5), H * 0.72],
    [X(-8), H * 0.44],
    [X(4 + lean), H * 0.2],
    [X(-6), -20],
  ];
  let wood = band(spine, [w * 3 * k, w * 1.15 * k, w * 0.95 * k, w * k, w * 1.5 * k], 2);
  let leaves = '';
  for (const [from, reach, to] of BOUGHS) {
    const len = W * reach * (0.85 + s.rand() * 0.4) + 30;
    const bow = H * (from * 0.35 + to * 0.65);
    const bough: Point[] = [
      [X(0), H * from],
      [X(len * 0.4), bow],
      [X(len * 0.75), H * to],
      [X(len), H * (to + 0.02)],
    ];
    const arm = spline(bough, 3);
    wood += band([item(arm, 0), item(arm, 3), item(arm, 6), item(arm, 9)], [26, 14, 7, 1], 1);
    arm.slice(4).forEach(([x, y], i) => {
      leaves += leaf(x, y, 40 + s.rand() * 18, (flip ? 180 : 0) + (flip ? -1 : 1) * (i % 2 ? -48 : 42), 14);
    });
  }
  const bark =
    `M${X(14)} ${H}Q${X(22 + lean * 0.4)} ${H * 0.8} ${X(16 + lean * 0.4)} ${H * 0.66}` +
    `M${X(10)} ${H * 0.5}Q${X(6)} ${H * 0.4} ${X(18)} ${H * 0.26}M${X(26 + lean * 0.3)} ${H * 0.82}q${flip ? 4 : -4} -30 0 -56`;
  return { wood, leaves, bark };
}

/** Start, reach and end of a bough, as fractions of the picture. */
const BOUGHS: readonly (readonly [from: number, reach: number, to: number])[] = [
  [0.36, 0.22, 0.24],
  [0.2, 0.34, 0.07],
  [0.56, 0.12, 0.47],
];

/** An opening in dense leaves. */
export function leaves(s: Stage): string {
  const { W, H } = s;
  const edge = (deg: number, grow: number): Point => {
    const [c, q] = [Math.cos((deg * Math.PI) / 180), Math.sin((deg * Math.PI) / 180)];
    const squared = (v: number, radius: number) => Math.sign(v) * Math.abs(v) ** 0.55 * radius;
    return [W / 2 + squared(c, W * 0.45 + grow), H / 2 + squared(q, H * 0.455 + grow)];
  };
  const hole = Array.from({ length: 28 }, (_, i) => edge((i * 360) / 28, (s.rand() - 0.5) * 12));
  const oneLeaf = (i: number, count: number, size: number, turn: number) => {
    const a = ((i + s.rand() * 0.6) * 360) / count;
    const [x, y] = edge(a, 8);
    const [u, v] = edge(a + 3, 8);
    const along = (Math.atan2(v - y, u - x) * 180) / Math.PI;
    const len = size * (0.7 + s.rand() * 0.6);
    return leaf(x, y, len, along + (i % 2 ? turn : 180 - turn) + s.rand() * 16, size * 0.3);
  };
  const fringe = (count: number, size: number, turn: number) =>
    Array.from({ length: count }, (_, i) => oneLeaf(i, count, size, turn)).join('');
  const mat = `M0 0H${W}V${H}H0zM${smooth([...hole, item(hole, 0)])}z`;
  const back = paper(s.c.near, round(fringe(s.wide ? 26 : 24, 88, 62)));
  const front = paper(s.c.frame, round(mat), ' fill-rule="evenodd"') + paper(s.c.frame, round(fringe(s.wide ? 38 : 34, 66, 44)));
  return back + lifted(s, front);
}

/** Great firs at the sides. */
export function pines(s: Stage): string {
  const { W, H } = s;
  const tree = (x: number, y: number, k: number) => `<use href="#${s.id}f" transform="translate(${n0(x)} ${n0(y)})scale(${k})"/>`;
  const t = s.wide ? 1 : 1.2;
  const back = tree(W * 0.06, H + 10, 5.2 * t) + tree(W * 0.95, H + 20, 5.6 * t);
  const front = tree(-66, H + 60, 6.6 * t) + tree(W + 70, H + 70, 7 * t) + tree(W * 0.17, H + 10, 2 * t) + tree(W * 0.86, H + 10, 1.6 * t);
  const floor = paper(s.c.frame, ground(s, H * 0.95, 24) + spread(s, 9, (x) => grass(s, x, n0(H * 0.95), 50)));
  return `<g fill="${s.c.near}">${back}</g><g filter="url(#${s.id}a)" fill="${s.c.frame}">${front}</g>${floor}`;
}

/** Thorny vines with roses. */
export function briars(s: Stage): string {
  const { W, H } = s;
  const sides = [34, 24, 18, 16, 14, 10];
  const left = vine(
    [
      [W * 0.3, H + 20],
      [-6, H * 0.84],
      [40, H * 0.62],
      [2, H * 0.4],
      [44, H * 0.2],
      [10, -20],
    ],
    sides,
  );
  const right = vine(
    [
      [W * 0.72, H + 20],
      [W + 4, H * 0.86],
      [W - 44, H * 0.64],
      [W, H * 0.42],
      [W - 36, H * 0.22],
      [W - 8, -20],
    ],
    sides,
  );
  const above = vine(
    [
      [-20, H * 0.1],
      [W * 0.24, 22],
      [W * 0.5, 40],
      [W * 0.76, 16],
      [W + 20, H * 0.12],
    ],
    [10, 16, 12, 16, 10],
  );
  const spots: readonly (readonly [x: number, y: number, scale: number])[] = [
    [40, 0.62, 1],
    [W - 42, 0.64, 0.94],
    [44, 0.2, 0.8],
    [W / 2, 40 / H, 0.86],
    [W - 36, 0.22, 0.86],
    [W * 0.06, 0.93, 1.1],
    [W * 0.93, 0.93, 1],
  ];
  const roses = spots.map(([x, y, k]) => `<use href="#${s.id}r" transform="translate(${n0(x)} ${n0(H * y)})scale(${k})"/>`);
  const vines = paper(s.c.frame, left + right) + paper(s.c.frame, above);
  return `<defs><g id="${s.id}r">${rose(s)}</g></defs>${vines}${roses.join('')}`;
}

function vine(points: readonly Point[], widths: readonly number[]): string {
  let d = band(points, widths, 2);
  const line = spline(points, 4);
  line.forEach(([x, y], i) => {
    if (i % 2 || i === line.length - 1) return;
    const [u, v] = item(line, i + 1);
    const a = (Math.atan2(v - y, u - x) * 180) / Math.PI;
    d += poly(polar(x, y, 9, a), polar(x, y, 22, a + (i % 4 ? 70 : -70)), polar(x, y, 9, a + 180));
    if (i % 4 === 0) d += leaf(u, v, 40, a + (i % 8 ? 70 : -60), 15);
  });
  return round(d);
}

function rose(s: Stage): string {
  const outer = round(ring(5, (t) => circle(...polar(0, 0, 14, t), 14)));
  const inner = round(ring(4, (t) => circle(...polar(0, 0, 8, t + 40), 10)));
  const fold = thread(s.c.light, 'M-6 0q6 -8 12 0q-3 8 -9 3', 2.5);
  return paper(mix(s.c.accent, s.c.ink, 0.35), outer) + paper(s.c.accent, inner) + fold;
}

/** A fern frond: a curved rib with paired leaves. Path data. */
function fern(x: number, y: number, len: number, deg: number, bend: number): string {
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
