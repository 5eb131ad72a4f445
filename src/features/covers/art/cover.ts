import { actor } from './actor.ts';
import { FOREGROUND } from './foreground.ts';
import { FRAMES } from './frames.ts';
import { disc, placeLight, rings, skyTones } from './light.ts';
import type { Palette } from './palettes.ts';
import { type CoverInput, planScene, type Scene } from './scene.ts';
import { SCENERY } from './scenery.ts';
import { stars } from './skyline.ts';
import { fir } from './trees.ts';

/** A layered paper-cut cover as one SVG document. The same input always gives the same bytes. */
export function coverSvg(input: CoverInput = {}): string {
  return drawCover(input).svg;
}

/** A cover together with its papers, for what is laid beside it. */
export function drawCover(input: CoverInput): { svg: string; palette: Palette } {
  const scene = planScene(input);
  const { s } = scene;
  const light = placeLight(scene);
  // Every layer draws from the one random source: their order here is part of every picture.
  const sky = rings(scene, light);
  const [far, middle] = SCENERY[scene.stageName](s);
  const near = FOREGROUND[scene.stageName](s, s.H * (s.wide ? 0.9 : 0.875));
  const front = scene.frame ? FRAMES[scene.frameName](s) : '';
  const motif = actor(scene, light);
  const nightSky = scene.dim || scene.stageName === 'sky' ? stars(s, s.wide ? 34 : 26) : '';
  const onStage = scene.placing === 'water' ? motif + layer(s.id, middle) : layer(s.id, middle) + motif;
  const size = `width="${s.W}" height="${s.H}"`;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${s.W} ${s.H}" role="img" aria-hidden="true">${definitions(scene)}` +
    `<rect ${size} fill="${skyTones(scene)[0]}"/>${sky}${nightSky}<g filter="url(#${s.id}i)">${disc(scene, light)}</g>` +
    `${layer(s.id, far)}${onStage}${layer(s.id, near)}${layer(s.id, front)}` +
    `<rect ${size} filter="url(#${s.id}g)" opacity=".13"/></svg>`;
  return { svg, palette: s.c };
}

function layer(id: string, markup: string): string {
  return markup && `<g filter="url(#${id}b)">${markup}</g>`;
}

/** The three shadows with their rim of light (the cut edge), the grain of the paper, and the one fir that is used again. */
function definitions({ s: { id, c }, seed }: Scene): string {
  const shadow = (name: string, box: string, blur: number, dy: number, alpha: number) =>
    `<filter id="${id}${name}" ${box} color-interpolation-filters="sRGB">` +
    `<feDropShadow dx="0" dy="-1.4" stdDeviation=".3" flood-color="${c.light}" flood-opacity=".3"/>` +
    `<feDropShadow dx="0" dy="${dy}" stdDeviation="${blur}" flood-color="${c.ink}" flood-opacity="${alpha}"/></filter>`;
  return (
    `<defs>${shadow('a', 'x="-10%" y="-10%" width="120%" height="125%"', 5, 4, 0.42)}` +
    shadow('b', 'x="-5%" y="-10%" width="110%" height="120%"', 9, -3, 0.4) +
    shadow('i', 'x="-10%" y="-10%" width="120%" height="120%"', 10, 0, 0.16) +
    `<filter id="${id}g" x="0" y="0" width="100%" height="100%">` +
    `<feTurbulence type="fractalNoise" baseFrequency=".85" numOctaves="2" seed="${seed % 97}"/>` +
    `<feColorMatrix values="0 0 0 0 1 0 0 0 0 .96 0 0 0 0 .86 0 0 0 -1.6 .9"/></filter>` +
    `<path id="${id}f" d="${fir(0, 0, 100, 52, 4)}"/></defs>`
  );
}
