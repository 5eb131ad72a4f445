import { n0 } from './numbers.ts';
import type { Palette } from './palettes.ts';

/**
 * The colour of a motif's piece: k ink, b second colour, l light, g gold, p accent, c cut-out (colour of the background light), w lit
 * window; and shades: q of accent, h of gold, s of light.
 */
export type Role = 'k' | 'b' | 'l' | 'g' | 'p' | 'c' | 'w' | 'q' | 'h' | 's';

/** Path data in a box of 200 by 200, ground at y = 200. With a width it is stroked instead of filled. */
export type Piece = readonly [role: Role, path: string, width?: number];

/** Returns the pieces of a motif, back to front. */
export type Motif = () => readonly Piece[];

/** Shared by all layers of a picture. */
export type Stage = {
  W: number;
  H: number;
  /** Whether the picture is wider than high. */
  wide: boolean;
  /** The picture's random generator; the order of calls determines the picture. */
  rand: () => number;
  c: Palette;
  /** Prefix of every id, so that several pictures can be in one document. */
  id: string;
  /** y of the ground that the motif stands on. */
  horizon: number;
};

/** A filled path. */
export function paper(fill: string, d: string, more = ''): string {
  return `<path fill="${fill}"${more} d="${d}"/>`;
}

/** A stroked path. */
export function thread(stroke: string, d: string, width: number): string {
  return `<path fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" d="${d}"/>`;
}

/** Markup with the soft shadow `a`, which separates the pieces of a layer. */
export function lifted(s: Stage, markup: string): string {
  return `<g filter="url(#${s.id}a)">${markup}</g>`;
}

/** Rounds the numbers of path data to halves, for smaller files. */
export function half(d: string): string {
  return d.replace(/-?\d+\.\d+/g, (v) => String(n0(Number(v) * 2) / 2));
}

/** Rounds the numbers of path data to integers: for large shapes and those with very many points. */
export function round(d: string): string {
  return d.replace(/-?\d+\.\d+/g, (v) => String(n0(Number(v))));
}

/** `count` shapes, spread slightly unevenly over the width. */
export function spread(s: Stage, count: number, draw: (x: number, index: number) => string): string {
  const place = (i: number) => n0((s.W * (i + 0.5 + (s.rand() - 0.5) * 0.6)) / count);
  return Array.from({ length: count }, (_, i) => draw(place(i), i)).join('');
}
