import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { THEMES } from '../theme.ts';

const TOKENS = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');

/** Words and what they stand on, then edges and marks: WCAG 2 asks 4.5 and 3. */
const TEXT: [string, string[]][] = [
  ['ink', ['paper', 'raised', 'sunk', 'mark']],
  ['ink-soft', ['paper', 'raised', 'sunk']],
  ['ink-faint', ['paper', 'raised', 'sunk']],
  ['gold-ink', ['paper', 'raised', 'sunk']],
  ['link', ['paper', 'raised']],
  ['on-accent', ['accent', 'accent-strong']],
  ['on-gold', ['gold-leaf']],
  ['rose', ['paper', 'rose-wash']],
  ['on-rose', ['rose']],
  ['moss', ['moss-wash']],
  ['amber', ['amber-wash']],
];
const EDGES: [string, string[]][] = [
  ['line-strong', ['paper', 'raised']],
  ['accent', ['paper', 'raised']],
  ['gold', ['paper']],
];

describe.each(THEMES)('in %s', (theme) => {
  const colours = readTheme(theme);
  const low = (pairs: [string, string[]][], least: number) =>
    pairs.flatMap(([over, unders]) =>
      unders.flatMap((under) => {
        const found = contrast(colours.get(over), colours.get(under));
        return found >= least ? [] : [`${over} on ${under}: ${found.toFixed(2)}`];
      }),
    );

  test('words can be read', () => expect(low(TEXT, 4.5)).toEqual([]));
  test('edges can be seen', () => expect(low(EDGES, 3)).toEqual([]));
  test('no token is missing', () => expect([...colours.keys()]).toEqual([...readTheme('paper').keys()]));
});

test('candlelight gives less light than night', () => {
  const [night, candle] = [readTheme('night'), readTheme('candlelight')];
  for (const token of ['paper', 'raised', 'ink']) expect(luminance(candle.get(token)), token).toBeLessThan(luminance(night.get(token)));
});

function readTheme(theme: string): Map<string, string> {
  const block = TOKENS.split(`[data-theme="${theme}"] {`)[1]?.split('}')[0] ?? '';
  return new Map([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', colour = '']) => [name, colour]));
}

function contrast(one: string | undefined, other: string | undefined): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Relative luminance, WCAG 2; of a missing colour NaN, which passes nothing. */
function luminance(colour: string | undefined): number {
  const [red = Number.NaN, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour?.slice(at, at + 2) ?? '', 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
