import { expect, test } from 'vitest';
import { drawQr, qrPicture } from './qr-code.tsx';

const URL = 'https://tales.example/tale/rapunzel';

/** The dark modules of a path of rectangles. */
function modulesOf(path: string): Set<string> {
  const rows = [...path.matchAll(/M(\d+) (\d+)h(\d+)v1/g)].map((found) => found.slice(1).map(Number));
  return new Set(rows.flatMap(([x = 0, y = 0, width = 0]) => Array.from({ length: width }, (_, step) => `${x + step} ${y}`)));
}

test('the code has a quiet zone of four modules and its three finders', () => {
  const { side, path } = drawQr(URL);
  const dark = modulesOf(path);
  for (const module of dark) {
    for (const place of module.split(' ').map(Number)) {
      expect(place).toBeGreaterThanOrEqual(4);
      expect(place).toBeLessThan(side - 4);
    }
  }
  for (const [left, top] of [
    [4, 4],
    [side - 11, 4],
    [4, side - 11],
  ] as const) {
    const rings = [0, 1, 2, 3].map((ring) => dark.has(`${left + ring} ${top + 3}`));
    expect(rings, `finder at ${left} ${top}`).toEqual([true, false, true, true]);
  }
});

test('the downloaded image contains any text', () => {
  const picture = qrPicture(URL, ['Hansel & <Gretel>', 'tales.example/tale/rapunzel']);
  expect(picture).toContain('>Hansel &amp; &lt;Gretel&gt;</text>');
  expect(picture).toContain('>tales.example/tale/rapunzel</text>');
  expect(picture).toContain('fill="#fffdf6"');
});
