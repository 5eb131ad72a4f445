import { expect, test } from 'vitest';
import { lineAt, linesOf } from './reading-ruler.tsx';

const piece = (left: number, top: number, width = 100, height = 20) => ({ left, right: left + width, top, bottom: top + height });

test('boxes side by side form one line, including superscript', () => {
  expect(linesOf([piece(0, 0), piece(100, 0, 200), piece(300, 3, 10, 12), piece(0, 30)])).toEqual([
    { left: 0, right: 310, top: 3, bottom: 15 },
    { left: 0, right: 100, top: 30, bottom: 50 },
  ]);
});

test('empty boxes are ignored', () => {
  expect(linesOf([piece(0, 0, 0), piece(0, 0, 50, 0)])).toEqual([]);
});

test('a new column starts a new line', () => {
  const lines = linesOf([piece(0, 0, 300), piece(0, 30, 300), piece(400, 0, 300), piece(400, 30, 300)]);
  expect(lines.map(({ left, top }) => [left, top])).toEqual([
    [0, 0],
    [0, 30],
    [400, 0],
    [400, 30],
  ]);
});

test('the line of a point is the nearest one in its column', () => {
  const lines = linesOf([piece(0, 0, 300), piece(0, 30, 300), piece(400, 0, 300), piece(400, 30, 300)]);
  expect(lineAt(lines, 100, 38)).toBe(1);
  expect(lineAt(lines, 500, 5)).toBe(2);
  expect(lineAt(lines, 690, 200)).toBe(3);
  // Between two lines, and beside the text.
  expect(lineAt(lines, 100, 23)).toBe(0);
  expect(lineAt(lines, -60, 28)).toBe(1);
  expect(lineAt([], 0, 0)).toBe(-1);
});
