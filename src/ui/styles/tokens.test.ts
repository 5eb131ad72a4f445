import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { THEMES } from '#src/ui/theme.ts';

/** Text needs a contrast of 4.5, edges of controls 3 (WCAG 2.2, 1.4.3 and 1.4.11). */

const PAGES = ['paper', 'raised', 'sunk'];
const WORDS = ['ink', 'ink-soft', 'ink-faint', 'accent', 'gold-ink', 'rose', 'link', 'amber', 'moss'];
const ON: [string, string][] = [
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['on-gold', 'gold-leaf'],
  ['on-rose', 'rose'],
  ['moss', 'moss-wash'],
  ['amber', 'amber-wash'],
  ['rose', 'rose-wash'],
  ['ink', 'mark'],
];

const TEXTS = PAGES.flatMap((page) => WORDS.map((word): [string, string] => [word, page]));
// The sunk page holds no controls.
const EDGES = ['paper', 'raised'].map((page): [string, string] => ['line-strong', page]);

const SRGB = read('tokens.css');
const OKLCH = read('tokens-oklch.css');

describe.each(THEMES)('in %s', (theme) => {
  test.each([
    ['sRGB', SRGB],
    ['OKLCH', OKLCH],
  ])('text and edges have sufficient contrast (%s)', (_form, css) => {
    const tokens = tokensOf(css, theme);
    const faint = [...listFaint(tokens, [...TEXTS, ...ON], 4.5), ...listFaint(tokens, EDGES, 3)];
    expect(faint).toEqual([]);
  });

  test('every token is there, in both forms', () => {
    const names = [...tokensOf(SRGB, 'paper').keys()];
    expect(names.length).toBeGreaterThan(20);
    expect([...tokensOf(SRGB, theme).keys()]).toEqual(names);
    expect([...tokensOf(OKLCH, theme).keys()]).toEqual(names);
  });
});

function read(file: string): string {
  return readFileSync(path.join(import.meta.dirname, file), 'utf8');
}

/** The tokens of a theme, each as its luminance (WCAG). */
function tokensOf(css: string, theme: string): Map<string, number> {
  const [, block = ''] = css.split(`[data-theme="${theme}"] {`);
  const lines = block.slice(0, block.indexOf('}')).matchAll(/--([\w-]+): ([^;]+);/g);
  return new Map([...lines].map(([, name = '', value = '']) => [name, value.startsWith('#') ? ofHex(value) : ofOklch(value)]));
}

function listFaint(tokens: Map<string, number>, pairs: [string, string][], least: number): string[] {
  return pairs.flatMap(([over, under]) => {
    const [light = 0, dark = 0] = [tokens.get(over) ?? 0, tokens.get(under) ?? 0].sort((a, b) => b - a);
    const contrast = (light + 0.05) / (dark + 0.05);
    return contrast >= least ? [] : [`${over} on ${under}: ${contrast.toFixed(2)}`];
  });
}

function ofHex(value: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(value.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** By the matrices of CSS Color 4; hue in degrees. */
function ofOklch(value: string): number {
  const [percent = 0, chroma = 0, hue = 0] = (value.match(/[\d.]+/g) ?? []).map(Number);
  const [lightness, turn] = [percent / 100, (hue * Math.PI) / 180];
  const [a, b] = [chroma * Math.cos(turn), chroma * Math.sin(turn)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s;
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s;
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
