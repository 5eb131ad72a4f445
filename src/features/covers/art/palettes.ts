import { item } from './numbers.ts';

/** The colours of a picture: from the light in the background to the front sheet, then ink and accents. */
const PAPERS = ['glow', 'sky1', 'sky2', 'far', 'mid', 'near', 'frame', 'ink', 'light', 'gold', 'accent'] as const;

export type Palette = Record<(typeof PAPERS)[number], string>;

/** Two tones, light and deep, for each palette; colours in the order of PAPERS. */
const PALETTES = {
  classic: [
    'f7e6b8 9dbfae 3f7d7b 2c6467 1d4d52 143b40 0c292d 0d2a2e f6ecd4 d8a748 b8472f',
    'fbefc9 e4d9a8 a9c0a0 6d9a88 3f7670 235458 123a3e 102f33 f9f0da cf9a3c b8472f',
  ],
  folklore: [
    'fdeec4 f4cf86 e3a354 cf7440 a84c2e 7c3326 4d2020 3f1b1b fbf1da f1c25a a8302a',
    'fbeccb e9d5a4 cdbb83 a39a63 7d7245 5b3f2c 3d2520 35201c fbf2dd e5b04a b2432b',
  ],
  fantasy: [
    'ffe6b8 f3bd8d bf8f88 6e7794 445d85 2c4369 182b49 152541 f8ecd6 e7b75a cf6546',
    'fdf0cf bcd0c9 7fa3b2 55809b 38648a 25486d 152f4c 142a45 f7efdc e3b355 d2694a',
  ],
  dark: [
    'f3cfa4 d0764e 8d3a31 5a2a2c 3d2026 2a191f 190f15 150d12 efe2cb cda052 b5302a',
    'efe3c4 a9b6a9 5c7a7c 3d575e 2b3f49 1d2c36 101a22 0d161d efe6d2 cf9f4d b5342b',
  ],
  romance: [
    'fff0df fad3c0 ecaa9c d07f7a a95660 7b3848 4d2234 43202f fdf4ea dca352 b8354a',
    'fdeedd eed9c2 dcb9a6 b98f8a 8c6a72 63485a 412f42 38283a fcf3e8 dba85a bf4453',
  ],
  adventure: [
    'fff1cb f8d68c efb064 7fae9c 38868a 1d6067 0f4048 0e363f fbf2dd e6ab45 d2542f',
    'fdf3d2 d5e2c4 96c2b8 5b9fa4 33808d 1d5f70 104152 0f3747 fbf3df e9b049 d3582f',
  ],
  animals: [
    'fbf2c6 e0dda0 b3bf7d 86994f 5d7a43 3f5c36 263f28 22361f f9f2dc dfa53f bd5426',
    'fdeec2 f0cf8b d9a85c b58442 86622f 5c4726 38301d 2c2817 faf1da e2a93f b04a22',
  ],
  'magical-creatures': [
    'f3f4cb b3d8b6 66ad97 3f8b7f 286a66 184f51 0c3639 0c3033 f5f1da dda84c c9623a',
    'fbe9c4 d9c8a4 8fb0a0 558a86 356b70 204f58 123742 11303a f6efdb dba64b c75b3c',
  ],
  enchanted: [
    'fdf0cd c9dbc4 79b2ac 46888f 2b6674 1b4a5c 0f3145 0f2b3c f6f0dc e3b152 c65d45',
    'ffe9c9 f0c3a6 b78f93 7b7392 545581 373c66 1f2547 1d2241 f9eede e4b25a cd6450',
  ],
};

/** Palettes are named after the category they were designed for. */
export type PaletteName = keyof typeof PALETTES;

export const PALETTE_NAMES = Object.keys(PALETTES) as PaletteName[];

/** Returns a category's slug for its slug or name. 'magical' is short for 'magical-creatures'. */
export function slugOf(category: string): string {
  const slug = category
    .toLowerCase()
    .trim()
    .replace(/[^a-z]+/g, '-');
  return slug === 'magical' ? 'magical-creatures' : slug;
}

/** Returns the palette of a category (slug or name); unknown ones get `classic`. */
export function paletteName(category: string): PaletteName {
  const slug = slugOf(category);
  return isPaletteName(slug) ? slug : 'classic';
}

/** Tones per palette. */
export const TONES = 2;

/** Returns the colours of a palette in tone 0 or 1. */
export function paletteOf(name: PaletteName, tone: number): Palette {
  const colours = item(PALETTES[name], tone % TONES).split(' ');
  return Object.fromEntries(PAPERS.map((paper, i) => [paper, `#${item(colours, i)}`])) as Palette;
}

export function isPaletteName(slug: string): slug is PaletteName {
  return Object.hasOwn(PALETTES, slug);
}
