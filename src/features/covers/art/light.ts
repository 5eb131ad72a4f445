import { mix } from './colour.ts';
import { blob } from './ground.ts';
import { n0 } from './numbers.ts';
import { circle } from './paths.ts';
import type { Scene } from './scene.ts';
import { paper } from './stage.ts';

/** The place of the light, and of the motif before it. `unit` is the measure of both, `box` the side of the motif. */
export type Light = { cx: number; cy: number; unit: number; box: number };

/** Where the light of a scene is. */
export function placeLight({ s, size, placing, frameName }: Scene): Light {
  const { W, H, wide } = s;
  const boxed = wide && (frameName === 'arch' || frameName === 'drapes');
  const unit = wide ? H * (boxed ? 0.54 : 0.6) : W * 0.6;
  const box = unit * size;
  const high = placing === 'hang' ? H * 0.43 : H * (wide ? 0.49 : 0.465);
  const standing = placing === 'stand' || placing === 'water';
  return { cx: W / 2, cy: standing ? s.horizon - box * 0.5 : high, unit, box };
}

/** The four papers of the sky, from the edge of the picture to the light. */
export function skyTones({ s: { c }, dim }: Scene): [string, string, string, string] {
  if (dim) return [c.near, mix(c.near, c.mid, 0.6), c.mid, mix(c.mid, c.far, 0.6)];
  return [c.sky2, mix(c.sky2, c.sky1, 0.4), mix(c.sky2, c.sky1, 0.75), c.sky1];
}

/** Sheets of sky with ever smaller openings around the light. */
export function rings(scene: Scene, { cx, cy, unit }: Light): string {
  const { s } = scene;
  const [, outer, middle, inner] = skyTones(scene);
  const r = radius(scene, unit);
  const sheet = (k: number, tone: string) => {
    const [rx, ry] = [r * k * (s.wide ? 1.25 : 1), r * k * (s.wide ? 0.95 : 1.08)];
    return `<g filter="url(#${s.id}i)">${paper(tone, blob(s.rand, cx, cy, rx, ry, 0.1))}</g>`;
  };
  return sheet(1.95, outer) + sheet(1.6, middle) + sheet(1.28, inner);
}

/** The disc behind the motif; in a dusky sky it is dull and a small moon shines beside it. */
export function disc(scene: Scene, { cx, cy, unit }: Light): string {
  const { c } = scene.s;
  const round = circle(n0(cx), n0(cy), n0(radius(scene, unit)));
  if (!scene.dim) return paper(c.glow, round);
  return paper(c.far, round) + (scene.motif === 'moon' || scene.motif === 'snow' ? '' : smallMoon(scene, unit));
}

function smallMoon({ s, frameName }: Scene, unit: number): string {
  const inset = frameName === 'drapes' || frameName === 'arch' || frameName === 'leaves';
  const x = n0(s.W * (inset && !s.wide ? 0.67 : 0.74));
  const y = n0(s.H * (inset || s.wide ? 0.27 : 0.19));
  return paper(s.c.glow, circle(x, y, n0(unit * (s.wide ? 0.13 : 0.12))));
}

function radius({ s }: Scene, unit: number): number {
  return unit * (s.wide ? 0.6 : 0.55);
}
