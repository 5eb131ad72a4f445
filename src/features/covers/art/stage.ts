import { n0 } from './numbers.ts';
import type { Palette } from './palettes.ts';

/** What every layer of one picture shares. */
export type Stage = {
  W: number;
  H: number;
  /** Whether the picture is broader than high. */
  wide: boolean;
  /** The picture's own random source: the order of its draws decides the picture. */
  rand: () => number;
  c: Palette;
  /** Prefix of every id, so that several pictures may stand in one document. */
  id: string;
  /** Where a motif stands. */
  horizon: number;
};

/** A piece of paper: path data with a fill. */
export function paper(fill: string, d: string, more = ''): string {
  return `<path fill="${fill}"${more} d="${d}"/>`;
}

/** A thread: path data with a stroke. */
export function thread(stroke: string, d: string, width: number): string {
  return `<path fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" d="${d}"/>`;
}

/** Markup on its own sheet with the soft shadow `a`, which parts the pieces of one layer. */
export function lifted(s: Stage, markup: string): string {
  return `<g filter="url(#${s.id}a)">${markup}</g>`;
}

/** Keeps path numbers to halves, which keeps files small. */
export function half(d: string): string {
  return d.replace(/-?\d+\.\d+/g, (v) => String(n0(Number(v) * 2) / 2));
}

/** Keeps path numbers to whole units: for large parts and those with very many leaves. */
export function round(d: string): string {
  return d.replace(/-?\d+\.\d+/g, (v) => String(n0(Number(v))));
}

/** `count` shapes spread over the width, a little unevenly. */
export function spread(s: Stage, count: number, draw: (x: number, index: number) => string): string {
  const place = (i: number) => n0((s.W * (i + 0.5 + (s.rand() - 0.5) * 0.6)) / count);
  return Array.from({ length: count }, (_, i) => draw(place(i), i)).join('');
}
