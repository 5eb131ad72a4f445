export type Point = readonly [x: number, y: number];

/** Rounds to whole units: the precision of large parts. */
export function n0(value: number): number {
  return Math.round(value);
}

/** Rounds to tenths: the precision of small parts. */
export function n1(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Returns the item at `index` (negative: from the end). @throws RangeError */
export function item<T>(list: readonly T[], index: number): T {
  const value = list.at(index);
  if (value === undefined) throw new RangeError(`No item ${index} in a list of ${list.length}`);
  return value;
}

/** The point at `deg` degrees on the circle of radius `r` around (cx, cy). */
export function polar(cx: number, cy: number, r: number, deg: number): Point {
  return [cx + r * Math.cos((deg * Math.PI) / 180), cy + r * Math.sin((deg * Math.PI) / 180)];
}

/** FNV-1a, 32 bits. */
export function hash(text: string): number {
  let h = 2166136261;
  for (const letter of text) {
    h ^= letter.codePointAt(0) ?? 0;
    h = Math.imul(h, 16777619);
  }
  return h >>> 0;
}

/** mulberry32: a seeded generator of numbers in [0, 1). The order of calls determines every picture. */
export function random(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Mixes two hex colours: t = 0 gives a, t = 1 gives b. */
export function mix(a: string, b: string, t: number): string {
  const other = channels(b);
  const mixed = channels(a).map((v, i) => n0(v + (item(other, i) - v) * t));
  return `#${mixed.map((v) => v.toString(16).padStart(2, '0')).join('')}`;
}

function channels(hex: string): number[] {
  return [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16));
}
