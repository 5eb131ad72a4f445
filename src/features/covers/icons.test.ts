import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { DOOR_MARK } from './share-images/share-image.ts';

const PUBLIC = join(import.meta.dirname, '../../../public');

test('the favicon contains the brand mark', () => {
  expect(readFileSync(join(PUBLIC, 'favicon.svg'), 'utf8')).toContain(DOOR_MARK);
});

test.each([
  ['icon-192.png', 192],
  ['icon-512.png', 512],
  ['icon-maskable-512.png', 512],
  ['apple-touch-icon.png', 180],
])('%s is a square of %i', async (name, side) => {
  expect(await sharp(join(PUBLIC, 'icons', name)).metadata()).toMatchObject({ format: 'png', width: side, height: side });
});

test('icons that operating systems mask are opaque to the edge', async () => {
  for (const name of ['icon-maskable-512.png', 'apple-touch-icon.png']) {
    expect((await sharp(join(PUBLIC, 'icons', name)).stats()).isOpaque).toBe(true);
  }
});
