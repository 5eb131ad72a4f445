import { expect, test } from 'vitest';
import { fc } from '#test/fast-check.ts';
import { addSample, parseSpeed, type ReadingSpeed, SPEED_LIMITS, type SpeedSample, UNKNOWN_SPEED } from './reading-speed.ts';

const aloud = (speed: number, minutes = 10): SpeedSample => ({ words: speed * minutes, minutes, mode: 'aloud' });
const after = (...speeds: number[]): ReadingSpeed => speeds.reduce((pace, speed) => addSample(pace, aloud(speed)), UNKNOWN_SPEED);

test('the speed converges to the samples, with little effect of outliers', () => {
  expect(after(150).aloud).toBe(140);
  expect(after(150, 150, 150).aloud).toBe(150);
  expect(after(150, 152, 148, 290, 151).aloud).toBe(151);
  expect(after(150).silent).toBeNull();
});

test('old samples are dropped', () => {
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
])('a sample of $words words in $minutes minutes is ignored', (sitting) => {
  expect(addSample(UNKNOWN_SPEED, sitting)).toBe(UNKNOWN_SPEED);
});

test('the speed stays within its limits and survives storage', () => {
  const sitting = fc.record({
    words: fc.integer({ min: 0, max: 20_000 }),
    minutes: fc.double({ min: 0, max: 200, noNaN: true }),
    mode: fc.constantFrom('aloud' as const, 'silent' as const),
  });
  fc.assert(
    fc.property(fc.array(sitting, { maxLength: 30 }), (sittings) => {
      const pace = sittings.reduce(addSample, UNKNOWN_SPEED);
      for (const mode of ['aloud', 'silent'] as const) {
        expect(pace[mode] ?? SPEED_LIMITS[mode].min).toBeGreaterThanOrEqual(SPEED_LIMITS[mode].min);
        expect(pace[mode] ?? SPEED_LIMITS[mode].max).toBeLessThanOrEqual(SPEED_LIMITS[mode].max);
        expect(pace.samples[mode].length).toBeLessThanOrEqual(9);
      }
      expect(parseSpeed(JSON.stringify(pace))).toEqual(pace);
    }),
  );
});

test.each([null, '', 'x', '3', '[]', '{"aloud":9000,"silent":"200","samples":{"aloud":"x","silent":[5,"7"]}}'])(
  '%s is not a stored speed',
  (text) => {
    expect(parseSpeed(text)).toEqual(UNKNOWN_SPEED);
  },
);
