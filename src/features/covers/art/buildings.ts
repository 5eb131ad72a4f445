import { n1 } from './numbers.ts';

/** A round tower with a parapet, `w` wide, from `base` up to `top`. Path data, as everything in this file. */
export function tower(x: number, w: number, top: number, base = 200): string {
  return `M${x - w / 2} ${base}V${top + 7}h-3v-7h${w + 6}v7h-3V${base}z`;
}

/** The pointed roof of a tower that is `w` wide. */
export function cone(x: number, w: number, y: number, h: number): string {
  const waist = n1(y - h * 0.36);
  return (
    `M${n1(x - w / 2 - 6)} ${y}Q${n1(x - w * 0.14)} ${waist} ${x} ${y - h}` + `Q${n1(x + w * 0.14)} ${waist} ${n1(x + w / 2 + 6)} ${y}z`
  );
}

/** A window with a round head. */
export function win(x: number, y: number, w: number, h: number): string {
  return `M${n1(x - w / 2)} ${y + h}v${n1(w / 2 - h)}a${w / 2} ${w / 2} 0 0 1 ${w} 0v${n1(h - w / 2)}z`;
}

/** A pennant on its pole, blowing to the right, or with `dir` -1 to the left. */
export function flag(x: number, y: number, dir: 1 | -1 = 1): string {
  return `M${x - 0.8} ${y + 2}v-19h1.6l${13 * dir} 4.5l${-13 * dir} 4.5v10z`;
}

/** A wall with battlements from x0 to x1. */
export function crenel(x0: number, x1: number, y: number, tooth = 8, base = 200): string {
  let d = `M${x0} ${base}V${y}`;
  const count = Math.floor((x1 - x0) / tooth);
  const step = (x1 - x0) / count;
  for (let i = 0; i < count; i++) d += i % 2 ? `v5h${n1(step)}v-5` : `h${n1(step)}`;
  return `${d}V${base}z`;
}
