import { expect, test } from 'vitest';
import { fc } from '#test/fast-check.ts';
import { createPosition, resolvePosition } from './reading-position.ts';
import { rulesFor } from './sentence-rules.ts';
import { splitSentences } from './split-sentences.ts';

// No words of one letter: with a full stop they are initials, which do not end a sentence.
const VOCABULARY =
  'the king rode over hill and dale some wolf stood by well said fox to raven old mill turned its wheel queen slept long bread was cold snow fell on roofs of town mother sent her son into wood gold ring lay in deep green lake nobody knew why tailor sewed seven coats while moon hung low above bridge then came three riders with lanterns';
const word = fc.constantFrom(...new Set(VOCABULARY.split(' ')));
const refrain = fc.constantFrom('“Who is there?” asked the wolf.', 'On they went, and on.', 'Knock, knock!');
const sentence = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(fc.uniqueArray(word, { minLength: 3, maxLength: 14 }), fc.constantFrom('.', '!', '?', ';'))
      .map(([words, mark]) => `${capital(words.join(' '))}${mark === ';' ? '; so it was.' : mark}`),
  },
  { weight: 1, arbitrary: refrain },
);
const block = fc.array(sentence, { minLength: 1, maxLength: 7 });
/** A tale as blocks of sentences. */
const tale = fc.array(block, { minLength: 1, maxLength: 14 });

/** A sentence with an id, to find it after edits. */
type Sentence = { id: number; text: string };
type Tale = Sentence[][];
type Edit = {
  kind: 'insert' | 'remove' | 'split' | 'merge' | 'reword' | 'put sentence' | 'drop sentence';
  at: number;
  in: number;
  text: string[];
};

const edit = fc.record({
  kind: fc.constantFrom<Edit['kind']>('insert', 'remove', 'split', 'merge', 'reword', 'put sentence', 'drop sentence'),
  at: fc.nat(),
  in: fc.nat(),
  text: block,
});

test('a position is found within one sentence after edits elsewhere: 1,000 tales', () => {
  fc.assert(
    fc.property(tale, fc.nat(), fc.nat(), fc.array(edit, { maxLength: 6 }), (told, at, into, edits) => {
      const before = numbered(told);
      const { block: index, char } = somewhere(before, at, into);
      const place = createPosition(before.map(textOf), index, char);
      const read = sentenceAt(before, place);
      const after = edits.reduce((now, each) => apply(now, each, read), before);
      const found = resolvePosition(after.map(textOf), place);
      if (found === null) throw new Error('The place is lost.');
      const order = after.flat().map(({ id }) => id);
      expect(Math.abs(order.indexOf(sentenceAt(after, found)) - order.indexOf(read))).toBeLessThanOrEqual(1);
    }),
    { numRuns: 1_000, endOnFailure: true },
  );
});

test('in an unchanged text the position is the same, to the word', () => {
  fc.assert(
    fc.property(tale, fc.nat(), fc.nat(), (told, at, into) => {
      const blocks = numbered(told).map(textOf);
      const spot = somewhere(numbered(told), at, into);
      const place = createPosition(blocks, spot.block, spot.char);
      const found = resolvePosition(blocks, place);
      const between = blocks[place.block]?.slice(Math.min(found?.char ?? 0, place.char), Math.max(found?.char ?? 0, place.char)) ?? '';
      expect([found?.block, between.replace(/[^\p{L}]/gu, '')]).toEqual([place.block, '']);
    }),
  );
});

test('positions without a quote, or with a deleted one, resolve to the old offset', () => {
  expect(resolvePosition(['One.', 'Two or three.'], { block: 1, char: 4, quote: '' })).toEqual({ block: 1, char: 4 });
  expect(resolvePosition(['One.'], { block: 0, char: 400, quote: '' })).toEqual({ block: 0, char: 4 });
  expect(resolvePosition(['One.'], { block: 1, char: 4, quote: '' })).toBeNull();
  expect(
    resolvePosition(['Quite another tale.'], { block: 0, char: 6, quote: 'once there was\na king who had three sons\n3 6 0 1' }),
  ).toEqual({
    block: 0,
    char: 6,
  });
  expect(resolvePosition([], createPosition([], 3, 4))).toBeNull();
});

test('a quote is short, lower case, without punctuation, and supports any script', () => {
  const long = createPosition(['x'.repeat(10_000), `${'Ä'.repeat(500)} und “Über” allem.`], 1, 0);
  expect(long.quote.length).toBeLessThanOrEqual(90);
  expect(createPosition(['It snowed. The KING — rode.'], 0, 22).quote).toBe('it snowed\nthe king rode\n11 3 0 1');
  const japanese = ['昔々ある所にお爺さんがいました。', '山へ行きました。'];
  const place = createPosition(japanese, 1, 2);
  expect(resolvePosition(['はじめに。', ...japanese], place)).toEqual({ block: 2, char: 2 });
});

function numbered(told: readonly string[][]): Tale {
  let id = 0;
  return told.map((sentences) => sentences.map((text) => ({ id: id++, text })));
}

function textOf(sentences: readonly Sentence[]): string {
  return sentences.map(({ text }) => text).join(' ');
}

function somewhere(now: Tale, at: number, into: number) {
  const index = at % now.length;
  return { block: index, char: into % Math.max(1, textOf(now[index] ?? []).length) };
}

/** By the splitter, which must agree with how the tale was put together. */
function sentenceAt(now: Tale, { block: index, char }: { block: number; char: number }): number {
  const sentences = now[index] ?? [];
  const nth = splitSentences(textOf(sentences), 'en', rulesFor('en')).findIndex(({ end }) => end > char);
  return sentences.at(nth)?.id ?? -1;
}

/** Applies the edit, unless it would change the sentence `kept`. */
function apply(now: Tale, { kind, at, in: into, text }: Edit, kept: number): Tale {
  const index = at % now.length;
  const sentences = now[index] ?? [];
  const nth = into % sentences.length;
  const isKept = sentences.some(({ id }) => id === kept);
  const read = now.flat().find(({ id }) => id === kept)?.text;
  // A passage is indistinguishable from its copies if their number changes.
  if (text.some((each) => each === read) || sentences.some((each) => each.text === read && each.id !== kept)) return now;
  const made = text.map((each, n) => ({ id: 1_000_000 + at + n, text: each }));
  switch (kind) {
    case 'insert':
      return now.toSpliced(index, 0, made);
    case 'remove':
      return isKept ? now : now.toSpliced(index, 1);
    case 'split':
      return nth === 0 ? now : now.toSpliced(index, 1, sentences.slice(0, nth), sentences.slice(nth));
    case 'merge':
      return now.toSpliced(index, 2, [...sentences, ...(now[index + 1] ?? [])]);
    case 'put sentence':
      return now.toSpliced(index, 1, sentences.toSpliced(nth, 0, ...made.slice(0, 1)));
    case 'drop sentence':
      return sentences[nth]?.id === kept || sentences.length === 1 ? now : now.toSpliced(index, 1, sentences.toSpliced(nth, 1));
    default:
      return now.toSpliced(
        index,
        1,
        sentences.map((each, n) => (n === nth && each.id !== kept ? { ...each, text: text[0] ?? each.text } : each)),
      );
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
