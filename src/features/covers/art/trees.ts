import { n1 } from './numbers.ts';
import { sym } from './paths.ts';

/** A fir standing on (x, base). Path data. */
export function fir(x: number, base: number, h: number, w: number, tiers = 4): string {
  let half = `M${n1(x)} ${n1(base - h)}`;
  for (let i = 1; i <= tiers; i++) {
    const reach = (w / 2) * (0.3 + (0.7 * i) / tiers);
    const y = base - h + (h * 0.9 * i) / tiers;
    const mid = y - (h * 0.9) / tiers / 2;
    half += `Q${n1(x - reach * 0.34)} ${n1(mid + h * 0.02)} ${n1(x - reach)} ${n1(y)}`;
    half += `L${n1(x - reach * 0.4)} ${n1(y - h * 0.03)}`;
  }
  const trunk = `L${n1(x - w * 0.05)} ${n1(base - h * 0.1)}L${n1(x - w * 0.05)} ${n1(base)}L${n1(x)} ${n1(base)}`;
  return sym(half + trunk, x);
}
