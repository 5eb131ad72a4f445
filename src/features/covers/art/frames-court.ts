import { mix } from './colour.ts';
import { n0 } from './numbers.ts';
import { circle, star } from './paths.ts';
import { lifted, paper, round, type Stage, thread } from './stage.ts';

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

/** Gathered curtains and a valance, as before a stage. */
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
