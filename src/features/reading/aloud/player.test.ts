import { describe, expect, test } from 'vitest';
import { breaks, far, german, isRefused, listen, near, saysNothing, tale, tellsNoEnd, tellsNoStart, works } from '#test/listening.ts';
import { step } from './player.ts';
import { START } from './player-state.ts';

const all = tale(4).map(({ text }) => text);

test('a tale is read sentence by sentence, each its own utterance, to its end', () => {
  const { pass, said, shown, done, state } = listen([[near, works]]);
  pass(60_000);
  expect(said()).toEqual(all);
  expect(shown).toEqual([0, 1, 2, 3, null]);
  expect(done).toEqual(['keep 0', 'keep 1', 'keep 2', 'keep 3', 'finish']);
  expect(state()).toMatchObject({ status: 'finished', isNight: false });
});

test('voices that tell of no start, or of no end, are read with all the same', () => {
  for (const behaviour of [tellsNoStart, tellsNoEnd]) {
    const { pass, said, state } = listen([[near, behaviour]]);
    pass(120_000);
    expect(said()).toEqual(all);
    expect(state()).toMatchObject({ status: 'finished', note: null });
  }
});

test('to pause is to cancel; the sentence is remembered and begun anew', () => {
  const { pass, tell, said, state } = listen([[near, works]]);
  pass(1_900);
  tell({ on: 'pause' });
  pass(60_000);
  expect(state()).toMatchObject({ status: 'paused', at: 1 });
  tell({ on: 'toggle' });
  pass(500);
  expect(said()).toEqual([all[0], all[1], all[1]]);
});

test('next and previous turn to sentences, also while paused, and stop at the ends', () => {
  const { pass, tell, said, shown, state } = listen([[near, works]]);
  pass(200);
  tell({ on: 'next' });
  tell({ on: 'next' });
  tell({ on: 'previous' });
  pass(200);
  expect(said()).toEqual([all[0], all[1], all[2], all[1]]);
  tell({ on: 'pause' });
  tell({ on: 'previous' });
  tell({ on: 'previous' });
  expect(state()).toMatchObject({ status: 'paused', at: 0 });
  expect(shown.at(-1)).toBe(0);
  tell({ on: 'go', at: 3 });
  expect(state()).toMatchObject({ status: 'reading', at: 3 });
});

test('paragraphs are followed by a silence, which is shorter for a faster voice', () => {
  const { pass, tell, said } = listen([[near, works]], tale(3, { pause: 1_000 }));
  tell({ on: 'rate', rate: 2 });
  pass(1_300 + 400);
  expect(said()).toEqual([all[0], all[0]]);
  pass(200);
  expect(said()).toHaveLength(3);
});

describe('voices', () => {
  test('those that work offline come first, whatever the device prefers', () => {
    expect(
      listen([
        [far, works],
        [near, works],
      ]).spoken[0]?.voice,
    ).toBe(near);
  });

  test('one of another language never reads the tale, not even one that was chosen for it', () => {
    const { tell, spoken } = listen([
      [german, works],
      [near, works],
    ]);
    tell({ on: 'voice', id: 'german' });
    expect(spoken.at(-1)?.voice).toBe(near);
    const alone = listen([[german, works]]);
    alone.tell({ on: 'voice', id: 'german' });
    expect(alone.spoken.at(-1)?.voice).toBeNull();
  });

  test('one that does not begin is tried once more and then replaced by another, with a word', () => {
    const { pass, tell, spoken, state } = listen([
      [far, works],
      [near, saysNothing],
    ]);
    pass(5_100);
    expect(spoken.map(({ voice }) => voice?.id)).toEqual(['near', 'near']);
    pass(5_100);
    expect(spoken.at(-1)).toMatchObject({ voice: far, text: all[0] });
    expect(state().note).toBe('other-voice');
    tell({ on: 'voice', id: 'near' });
    expect(spoken.at(-1)?.voice).toBe(near);
  });

  test('a remote one that fails is replaced by one of the device, and by silence where there is none', () => {
    const chosen = listen([
      [far, breaks],
      [near, works],
    ]);
    chosen.tell({ on: 'voice', id: 'far' });
    chosen.pass(100);
    expect(chosen.spoken.at(-1)?.voice).toBe(near);
    expect(chosen.state().note).toBe('other-voice');

    const alone = listen([[far, breaks]]);
    alone.pass(100);
    expect(alone.spoken.at(-1)).toMatchObject({ voice: null, text: all[0] });
    expect(alone.state()).toMatchObject({ status: 'reading', note: 'voices-failed' });
  });

  test('where there are none, sentences pass in the time of their words', () => {
    const { pass, tell, state, shown } = listen([]);
    expect(state()).toMatchObject({ status: 'reading', note: 'no-voice' });
    tell({ on: 'pace', pace: 60 });
    pass(3_100);
    expect(shown.at(-1)).toBe(1);
    tell({ on: 'pause' });
    tell({ on: 'next' });
    expect(shown.at(-1)).toBe(2);
  });

  test('they may come late', () => {
    const player = listen([[near, works]]);
    expect(player.spoken).toHaveLength(1);
    const { state, actions } = step(START, { on: 'text', sentences: tale(1), language: 'en', at: 0, play: true }, 0);
    expect({ status: state.status, actions }).toEqual({ status: 'waiting', actions: [] });
    const early = step(state, { on: 'voices', voices: [], areKnown: false }, 0);
    expect(early.state.status).toBe('waiting');
    expect(step(early.state, { on: 'voices', voices: [near], areKnown: true }, 0).actions[0]).toMatchObject({
      do: 'speak',
      order: { voice: near },
    });
  });

  test('a passage in another language has the voice of that, where there is one', () => {
    const mixed = tale(2).map((sentence, index) => ({ ...sentence, lang: index === 1 ? 'de' : 'en' }));
    const both = listen(
      [
        [near, works],
        [german, works],
      ],
      mixed,
    );
    both.pass(60_000);
    expect(both.spoken.map(({ voice }) => voice?.id)).toEqual(['near', 'german']);
    const one = listen([[near, works]], mixed);
    one.pass(60_000);
    expect(one.spoken.map(({ voice }) => voice?.id)).toEqual(['near', 'near']);
  });

  test('what is long is given to a remote one in pieces, and glows as one sentence', () => {
    const text = `${'many words and more of them, '.repeat(12)}at last.`;
    const { pass, said, shown } = listen([[far, works]], tale(1, { text }));
    pass(200_000);
    expect(said().length).toBeGreaterThan(1);
    expect(said().join(' ')).toBe(text);
    expect(Math.max(...said().map((piece) => piece.length))).toBeLessThanOrEqual(180);
    expect(shown).toEqual([0, null]);
  });

  test('a browser that wants a tap first gets one', () => {
    const { pass, state } = listen([[near, isRefused]]);
    pass(10);
    expect(state()).toMatchObject({ status: 'paused', note: 'refused' });
  });
});

test('a page that comes into sight again says the sentence anew when the browser has stopped it', () => {
  const { tell, pass, said } = listen([[near, works]]);
  pass(200);
  tell({ on: 'woken', isSpeaking: true });
  expect(said()).toHaveLength(1);
  tell({ on: 'woken', isSpeaking: false });
  expect(said()).toEqual([all[0], all[0]]);
});

test('what an engine tells of a sentence that is over changes nothing', () => {
  const { tell, spoken, state } = listen([[near, works]]);
  const [first] = spoken;
  tell({ on: 'next' });
  const before = state();
  tell({ on: 'ended', token: first?.token ?? 0 });
  expect(state()).toBe(before);
});
