import { expect, test } from 'vitest';
import { createSentences, near, openPlayer, working } from '#test/tts-player.ts';
import { timerText } from './sleep-timer.ts';

const all = createSentences(4).map(({ text }) => text);

test('“This one” ends with the tale, at full volume', () => {
  const { dispatch, pass, done, spoken, state } = openPlayer([[near, working]]);
  dispatch({ on: 'timer', timer: { in: 'tales', left: 1 } });
  pass(60_000);
  expect(state()).toMatchObject({ status: 'finished', isNight: true, timer: null });
  expect(done).toContain('finish');
  expect(done).not.toContain('next-tale');
  expect(spoken.every(({ volume }) => volume === 1)).toBe(true);
  dispatch({ on: 'lift' });
  expect(state()).toMatchObject({ status: 'finished', isNight: false });
});

test('“One more” continues with the next tale, and stops if it is unavailable', () => {
  const { dispatch, pass, done, said, state } = openPlayer([[near, working]]);
  dispatch({ on: 'timer', timer: { in: 'tales', left: 2 } });
  pass(60_000);
  expect(state()).toMatchObject({ status: 'between', timer: { left: 1 } });
  expect(done.at(-1)).toBe('next-tale');
  dispatch({ on: 'text', sentences: createSentences(2), language: 'en', at: 0, play: true });
  pass(60_000);
  expect(said()).toEqual([...all, all[0], all[1]]);
  expect(state()).toMatchObject({ status: 'finished', isNight: true });

  const lost = openPlayer([[near, working]]);
  lost.dispatch({ on: 'timer', timer: { in: 'tales', left: 3 } });
  lost.pass(60_000);
  lost.dispatch({ on: 'no-next', isLast: false });
  expect(lost.state()).toMatchObject({ status: 'finished', isNight: true, note: 'no-next' });
});

test('a timer in minutes ends after a sentence and fades out in the last minute', () => {
  const { dispatch, pass, spoken, state, now } = openPlayer([[near, working]], createSentences(300));
  dispatch({ on: 'timer', timer: { in: 'minutes', endsAt: now() + 120_000, leftMs: null } });
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

test('the timer pauses with playback; more time restores the volume', () => {
  const { dispatch, pass, spoken, state, now } = openPlayer([[near, working]], createSentences(300));
  dispatch({ on: 'timer', timer: { in: 'minutes', endsAt: now() + 30_000, leftMs: null } });
  pass(20_000);
  expect(spoken.at(-1)?.volume).toBeLessThan(0.5);
  dispatch({ on: 'pause' });
  pass(600_000);
  dispatch({ on: 'play' });
  expect(state().status).toBe('reading');
  dispatch({ on: 'timer', timer: { in: 'minutes', endsAt: now() + 600_000, leftMs: null } });
  pass(3_000);
  expect(spoken.at(-1)?.volume).toBe(1);
});

test('a timer in minutes continues with the next tale', () => {
  const { dispatch, pass, done, state } = openPlayer([[near, working]]);
  dispatch({ on: 'timer', timer: { in: 'minutes', endsAt: 600_000, leftMs: null } });
  pass(60_000);
  expect(state().status).toBe('between');
  expect(done.at(-1)).toBe('next-tale');
});

test('formats the remaining time', () => {
  const minutes = { in: 'minutes' as const, endsAt: 90_001, leftMs: null };
  expect([timerText({ in: 'tales', left: 1 }, 0), timerText({ in: 'tales', left: 3 }, 0)]).toEqual(['This tale', '3 tales']);
  expect([timerText(minutes, 30_000), timerText(minutes, 90_000), timerText({ ...minutes, leftMs: 600_000 }, 0)]).toEqual([
    '2 min',
    '1 min',
    '10 min',
  ]);
});
