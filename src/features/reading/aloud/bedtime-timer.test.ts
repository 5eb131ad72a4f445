import { expect, test } from 'vitest';
import { listen, near, tale, works } from '#test/listening.ts';
import { timerWords } from './bedtime-timer.ts';

const all = tale(4).map(({ text }) => text);

test('“this one” ends with the tale, at full voice', () => {
  const { tell, pass, done, spoken, state } = listen([[near, works]]);
  tell({ on: 'timer', timer: { in: 'tales', left: 1 } });
  pass(60_000);
  expect(state()).toMatchObject({ status: 'finished', isNight: true, timer: null });
  expect(done).toContain('finish');
  expect(done).not.toContain('next-tale');
  expect(spoken.every(({ volume }) => volume === 1)).toBe(true);
  tell({ on: 'lift' });
  expect(state()).toMatchObject({ status: 'finished', isNight: false });
});

test('“one more” reads on into the next tale, and stops where that cannot be had', () => {
  const { tell, pass, done, said, state } = listen([[near, works]]);
  tell({ on: 'timer', timer: { in: 'tales', left: 2 } });
  pass(60_000);
  expect(state()).toMatchObject({ status: 'between', timer: { left: 1 } });
  expect(done.at(-1)).toBe('next-tale');
  tell({ on: 'text', sentences: tale(2), language: 'en', at: 0, play: true });
  pass(60_000);
  expect(said()).toEqual([...all, all[0], all[1]]);
  expect(state()).toMatchObject({ status: 'finished', isNight: true });

  const lost = listen([[near, works]]);
  lost.tell({ on: 'timer', timer: { in: 'tales', left: 3 } });
  lost.pass(60_000);
  lost.tell({ on: 'no-next', isLast: false });
  expect(lost.state()).toMatchObject({ status: 'finished', isNight: true, note: 'no-next' });
});

test('minutes end at the end of a sentence, and the last one fades from sentence to sentence', () => {
  const { tell, pass, spoken, state, now } = listen([[near, works]], tale(300));
  tell({ on: 'timer', timer: { in: 'minutes', endsAt: now() + 120_000, leftMs: null } });
  pass(59_000);
  expect(spoken.at(-1)?.volume).toBe(1);
  pass(59_000);
  expect(state().status).toBe('reading');
  pass(10_000);
  expect(state()).toMatchObject({ status: 'finished', isNight: true });
  const fading = spoken.map(({ volume }) => volume).filter((volume) => volume < 1);
  expect(fading.length).toBeGreaterThan(8);
  expect(fading).toEqual(fading.toSorted((one, other) => other - one));
  expect(fading.at(-1)).toBeLessThan(0.2);
});

test('the clock stands while it is paused, and more time makes the voice full again', () => {
  const { tell, pass, spoken, state, now } = listen([[near, works]], tale(300));
  tell({ on: 'timer', timer: { in: 'minutes', endsAt: now() + 30_000, leftMs: null } });
  pass(20_000);
  expect(spoken.at(-1)?.volume).toBeLessThan(0.5);
  tell({ on: 'pause' });
  pass(600_000);
  tell({ on: 'play' });
  expect(state().status).toBe('reading');
  tell({ on: 'timer', timer: { in: 'minutes', endsAt: now() + 600_000, leftMs: null } });
  pass(3_000);
  expect(spoken.at(-1)?.volume).toBe(1);
});

test('minutes read on over the end of a tale', () => {
  const { tell, pass, done, state } = listen([[near, works]]);
  tell({ on: 'timer', timer: { in: 'minutes', endsAt: 600_000, leftMs: null } });
  pass(60_000);
  expect(state().status).toBe('between');
  expect(done.at(-1)).toBe('next-tale');
});

test('what is left is told in a few words', () => {
  const minutes = { in: 'minutes' as const, endsAt: 90_001, leftMs: null };
  expect([timerWords({ in: 'tales', left: 1 }, 0), timerWords({ in: 'tales', left: 3 }, 0)]).toEqual(['This tale', '3 tales']);
  expect([timerWords(minutes, 30_000), timerWords(minutes, 90_000), timerWords({ ...minutes, leftMs: 600_000 }, 0)]).toEqual([
    '2 min',
    '1 min',
    '10 min',
  ]);
});
