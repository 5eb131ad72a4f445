import { describe, expect, test } from 'vitest';
import {
  createSentences,
  failing,
  far,
  german,
  near,
  notAllowed,
  openPlayer,
  unresponsive,
  withoutEnd,
  withoutStart,
  working,
} from '#test/tts-player.ts';
import { transition } from './player.ts';
import { INITIAL_STATE } from './player-state.ts';

const all = createSentences(4).map(({ text }) => text);

test('a tale is read sentence by sentence to its end, each as one utterance', () => {
  const { pass, said, shown, done, state } = openPlayer([[near, working]]);
  pass(60_000);
  expect(said()).toEqual(all);
  expect(shown).toEqual([0, 1, 2, 3, null]);
  expect(done).toEqual(['keep 0', 'keep 1', 'keep 2', 'keep 3', 'finish']);
  expect(state()).toMatchObject({ status: 'finished', isNight: false });
});

test('voices without start or end events work', () => {
  for (const behaviour of [withoutStart, withoutEnd]) {
    const { pass, said, state } = openPlayer([[near, behaviour]]);
    pass(120_000);
    expect(said()).toEqual(all);
    expect(state()).toMatchObject({ status: 'finished', note: null });
  }
});

test('pausing cancels; the sentence is repeated on resume', () => {
  const { pass, dispatch, said, state } = openPlayer([[near, working]]);
  pass(1_900);
  dispatch({ on: 'pause' });
  pass(60_000);
  expect(state()).toMatchObject({ status: 'paused', at: 1 });
  dispatch({ on: 'toggle' });
  pass(500);
  expect(said()).toEqual([all[0], all[1], all[1]]);
});

test('next and previous change the sentence, also while paused, within bounds', () => {
  const { pass, dispatch, said, shown, state } = openPlayer([[near, working]]);
  pass(200);
  dispatch({ on: 'next' });
  dispatch({ on: 'next' });
  dispatch({ on: 'previous' });
  pass(200);
  expect(said()).toEqual([all[0], all[1], all[2], all[1]]);
  dispatch({ on: 'pause' });
  dispatch({ on: 'previous' });
  dispatch({ on: 'previous' });
  expect(state()).toMatchObject({ status: 'paused', at: 0 });
  expect(shown.at(-1)).toBe(0);
  dispatch({ on: 'go', at: 3 });
  expect(state()).toMatchObject({ status: 'reading', at: 3 });
});

test('paragraphs are followed by a pause, shorter for faster rates', () => {
  const { pass, dispatch, said } = openPlayer([[near, working]], createSentences(3, { pause: 1_000 }));
  dispatch({ on: 'rate', rate: 2 });
  pass(1_300 + 400);
  expect(said()).toEqual([all[0], all[0]]);
  pass(200);
  expect(said()).toHaveLength(3);
});

describe('voices', () => {
  test('local voices come first, whatever the default of the device', () => {
    expect(
      openPlayer([
        [far, working],
        [near, working],
      ]).spoken[0]?.voice,
    ).toBe(near);
  });

  test('a voice of another language never reads the tale, even if chosen', () => {
    const { dispatch, spoken } = openPlayer([
      [german, working],
      [near, working],
    ]);
    dispatch({ on: 'voice', id: 'german' });
    expect(spoken.at(-1)?.voice).toBe(near);
    const alone = openPlayer([[german, working]]);
    alone.dispatch({ on: 'voice', id: 'german' });
    expect(alone.spoken.at(-1)?.voice).toBeNull();
  });

  test('a voice that does not start is retried once and then replaced, with a note', () => {
    const { pass, dispatch, spoken, state } = openPlayer([
      [far, working],
      [near, unresponsive],
    ]);
    pass(5_100);
    expect(spoken.map(({ voice }) => voice?.id)).toEqual(['near', 'near']);
    pass(5_100);
    expect(spoken.at(-1)).toMatchObject({ voice: far, text: all[0] });
    expect(state().note).toBe('other-voice');
    dispatch({ on: 'voice', id: 'near' });
    expect(spoken.at(-1)?.voice).toBe(near);
  });

  test('a failing remote voice is replaced by a local one, or by silent reading', () => {
    const chosen = openPlayer([
      [far, failing],
      [near, working],
    ]);
    chosen.dispatch({ on: 'voice', id: 'far' });
    chosen.pass(100);
    expect(chosen.spoken.at(-1)?.voice).toBe(near);
    expect(chosen.state().note).toBe('other-voice');

    const alone = openPlayer([[far, failing]]);
    alone.pass(100);
    expect(alone.spoken.at(-1)).toMatchObject({ voice: null, text: all[0] });
    expect(alone.state()).toMatchObject({ status: 'reading', note: 'voices-failed' });
  });

  test('without voices, sentences take the time of their words', () => {
    const { pass, dispatch, state, shown } = openPlayer([]);
    expect(state()).toMatchObject({ status: 'reading', note: 'no-voice' });
    dispatch({ on: 'pace', pace: 60 });
    pass(3_100);
    expect(shown.at(-1)).toBe(1);
    dispatch({ on: 'pause' });
    dispatch({ on: 'next' });
    expect(shown.at(-1)).toBe(2);
  });

  test('voices may load late', () => {
    const player = openPlayer([[near, working]]);
    expect(player.spoken).toHaveLength(1);
    const { state, actions } = transition(
      INITIAL_STATE,
      { on: 'text', sentences: createSentences(1), language: 'en', at: 0, play: true },
      0,
    );
    expect({ status: state.status, actions }).toEqual({ status: 'waiting', actions: [] });
    const early = transition(state, { on: 'voices', voices: [], areKnown: false }, 0);
    expect(early.state.status).toBe('waiting');
    expect(transition(early.state, { on: 'voices', voices: [near], areKnown: true }, 0).actions[0]).toMatchObject({
      do: 'speak',
      order: { voice: near },
    });
  });

  test('a passage in another language uses a voice of that language if available', () => {
    const mixed = createSentences(2).map((sentence, index) => ({ ...sentence, lang: index === 1 ? 'de' : 'en' }));
    const both = openPlayer(
      [
        [near, working],
        [german, working],
      ],
      mixed,
    );
    both.pass(60_000);
    expect(both.spoken.map(({ voice }) => voice?.id)).toEqual(['near', 'german']);
    const one = openPlayer([[near, working]], mixed);
    one.pass(60_000);
    expect(one.spoken.map(({ voice }) => voice?.id)).toEqual(['near', 'near']);
  });

  test('long sentences are split for remote voices and highlighted as a whole', () => {
    const text = `${'many words and more of them, '.repeat(12)}at last.`;
    const { pass, said, shown } = openPlayer([[far, working]], createSentences(1, { text }));
    pass(200_000);
    expect(said().length).toBeGreaterThan(1);
    expect(said().join(' ')).toBe(text);
    expect(Math.max(...said().map((piece) => piece.length))).toBeLessThanOrEqual(180);
    expect(shown).toEqual([0, null]);
  });

  test('a browser that requires a user gesture pauses playback', () => {
    const { pass, state } = openPlayer([[near, notAllowed]]);
    pass(10);
    expect(state()).toMatchObject({ status: 'paused', note: 'refused' });
  });
});

test('a page that becomes visible repeats the sentence if the browser has stopped it', () => {
  const { dispatch, pass, said } = openPlayer([[near, working]]);
  pass(200);
  dispatch({ on: 'woken', isSpeaking: true });
  expect(said()).toHaveLength(1);
  dispatch({ on: 'woken', isSpeaking: false });
  expect(said()).toEqual([all[0], all[0]]);
});

test('stale engine events are ignored', () => {
  const { dispatch, spoken, state } = openPlayer([[near, working]]);
  const [first] = spoken;
  dispatch({ on: 'next' });
  const before = state();
  dispatch({ on: 'ended', token: first?.token ?? 0 });
  expect(state()).toBe(before);
});
