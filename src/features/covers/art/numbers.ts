/** A place on the drawing: x to the right, y down. */
export type Point = readonly [x: number, y: number];

/** Rounds to whole units: the precision of large parts. */
export function n0(value: number): number {
  return Math.round(value);
}

/** Rounds to tenths: the precision of small parts. */
export function n1(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The item at `index`; an index outside the list is a mistake in a drawing, so it throws. */
export function item<T>(list: readonly T[], index: number): T {
  const value = list.at(index);
  if (value === undefined) throw new RangeError(`No item ${index} in a list of ${list.length}`);
  return value;
}

/** The point at `deg` degrees on the circle of radius `r` around (cx, cy). */
export function polar(cx: number, cy: number, r: number, deg: number): Point {
  return [cx + r * Math.cos((deg * Math.PI) / 180), cy + r * Math.sin((deg * Math.PI) / 180)];
}
