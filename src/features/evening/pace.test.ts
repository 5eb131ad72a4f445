import { expect, test } from 'vitest';
import { fc } from '#test/fast-check.ts';
import { LIMITS, learnPace, type Pace, parsePace, type Sitting, UNKNOWN } from './pace.ts';

const aloud = (speed: number, minutes = 10): Sitting => ({ words: speed * minutes, minutes, mode: 'aloud' });
const after = (...speeds: number[]): Pace => speeds.reduce((pace, speed) => learnPace(pace, aloud(speed)), UNKNOWN);

test('the pace comes near what tales took, and one odd evening moves it little', () => {
  expect(after(150).aloud).toBe(140);
  expect(after(150, 150, 150).aloud).toBe(150);
  expect(after(150, 152, 148, 290, 151).aloud).toBe(151);
  expect(after(150).silent).toBeNull();
});

test('old evenings are forgotten', () => {
  expect(after(...Array(9).fill(100), ...Array(9).fill(180)).aloud).toBe(180);
});

test.each([
  { words: 2_000, minutes: 0.5, mode: 'silent' as const },
  { words: 2_000, minutes: 60, mode: 'silent' as const },
  { words: 3_010, minutes: 10, mode: 'aloud' as const },
  { words: 99, minutes: 1, mode: 'aloud' as const },
  { words: 500, minutes: 0, mode: 'aloud' as const },
  { words: Number.NaN, minutes: 3, mode: 'aloud' as const },
  { words: 500, minutes: -3, mode: 'aloud' as const },
])('a sitting of $words words in $minutes minutes teaches nothing', (sitting) => {
  expect(learnPace(UNKNOWN, sitting)).toBe(UNKNOWN);
});

test('whatever was read, the pace stays within its limits, and comes back as it was kept', () => {
  const sitting = fc.record({
    words: fc.integer({ min: 0, max: 20_000 }),
    minutes: fc.double({ min: 0, max: 200, noNaN: true }),
    mode: fc.constantFrom('aloud' as const, 'silent' as const),
  });
  fc.assert(
    fc.property(fc.array(sitting, { maxLength: 30 }), (sittings) => {
      const pace = sittings.reduce(learnPace, UNKNOWN);
      for (const mode of ['aloud', 'silent'] as const) {
        expect(pace[mode] ?? LIMITS[mode].least).toBeGreaterThanOrEqual(LIMITS[mode].least);
        expect(pace[mode] ?? LIMITS[mode].most).toBeLessThanOrEqual(LIMITS[mode].most);
        expect(pace.samples[mode].length).toBeLessThanOrEqual(9);
      }
      expect(parsePace(JSON.stringify(pace))).toEqual(pace);
    }),
  );
});

test.each([null, '', 'x', '3', '[]', '{"aloud":9000,"silent":"200","samples":{"aloud":"x","silent":[5,"7"]}}'])('%s is no pace', (text) => {
  expect(parsePace(text)).toEqual(UNKNOWN);
});
