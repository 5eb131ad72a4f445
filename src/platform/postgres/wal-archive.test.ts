import { expect, test } from 'vitest';
import { nextPosition, segmentPosition } from './wal-archive.ts';

test.each([
  [16, '0000000100000000000000AB', '00000000000000AC'],
  [16, '00000001000000000000000F', '0000000000000010'],
  [16, '0000000200000001000000FF', '0000000200000000'],
  [1, '000000010000000100000FFF', '0000000200000000'],
  [1, '0000000100000001000000FF', '0000000100000100'],
])('with segments of %i MB, %s is followed by %s', (megabytes, segment, after) => {
  expect(nextPosition(segmentPosition(segment), megabytes * 1024 * 1024)).toBe(after);
});
