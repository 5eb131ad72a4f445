import { describe, expect, test } from 'vitest';
import { fc } from '#test/fast-check.ts';
import {
  applyChanges,
  type ChangeState,
  type DecidedChange,
  isSameText,
  joinBlocks,
  locateChanges,
  replacePassages,
  type SuggestedText,
  splitBlocks,
  splitChanges,
} from './changes.ts';

const open = (base: SuggestedText, proposed: SuggestedText): DecidedChange[] =>
  splitChanges(base, proposed).map((change) => ({ ...change, state: 'open', result: null }));
const textOf = (...blocks: string[]): SuggestedText => ({
  title: 'The Snow Queen',
  excerpt: 'A mirror breaks.',
  content: blocks.join('\n'),
});
const p = (text: string) => `<p>${text}</p>`;
const fits = (base: SuggestedText, changes: DecidedChange[], current: SuggestedText) =>
  locateChanges(base, changes, current).map(({ fit }) => fit);
/** Accepts the changes with these indexes that are clean. */
const accept = (base: SuggestedText, changes: DecidedChange[], current: SuggestedText, chosen: number[]) =>
  applyChanges(current, changes, locateChanges(base, changes, current), new Set(chosen));

describe('blocks', () => {
  test.each([
    ['<p>One.</p>\n<p>Two <em>x</em>.</p>', ['<p>One.</p>', '<p>Two <em>x</em>.</p>']],
    ['Bare <em>text</em><hr>end', ['Bare <em>text</em>', '<hr>', 'end']],
    ['<blockquote><p>In.</p><p>Side.</p></blockquote><p></p>', ['<blockquote><p>In.</p><p>Side.</p></blockquote>', '<p></p>']],
    ['<table><colgroup><col><col></colgroup><tbody><tr><td>x</td></tr></tbody></table>x', 2],
    ['', []],
  ])('%s', (html, expected) => {
    const blocks = splitBlocks(html);
    expect(typeof expected === 'number' ? blocks.length : blocks).toEqual(expected);
  });
});

describe('changes', () => {
  const base = textOf(p('Once there was a king.'), p('He had a golden ball.'), p('It fell into the well.'));

  test('neighbouring paragraphs are separate changes, and white space is none', () => {
    const proposed = {
      ...textOf(p('Once there was a queen.'), p('She had a golden ball.'), p('It fell into the well.')),
      title: 'The Ball',
    };
    expect(splitChanges(base, proposed).map(({ field, start }) => [field, start])).toEqual([
      ['title', 0],
      ['content', 0],
      ['content', 1],
    ]);
    expect(splitChanges(base, { ...base, content: `${base.content.replaceAll('\n', '  \n ')}` })).toEqual([]);
  });

  test('a changed passage is a conflict, an equal change is contained, and text around does not matter', () => {
    const changes = open(base, textOf(p('Once there was a queen.'), p('He had a golden ball.'), p('It fell into the deep well.')));
    const edited = textOf(p('New beginning.'), p('Once there was a lonely king.'), p('He had a ball.'), p('It fell into the deep well.'));
    expect(fits(base, changes, edited)).toEqual(['conflict', 'contained']);
    const around = textOf(p('New.'), p('Once there was a king.'), p('Between.'), p('It fell into the well.'), p('New end.'));
    expect(fits(base, changes, around)).toEqual(['clean', 'clean']);
    expect(accept(base, changes, around, [0, 1]).content).toBe(
      [p('New.'), p('Once there was a queen.'), p('Between.'), p('It fell into the deep well.'), p('New end.')].join('\n'),
    );
  });

  test('two insertions at one place are both kept', () => {
    const changes = open(base, textOf(...splitBlocks(base.content), p('They lived happily.')));
    const edited = textOf(...splitBlocks(base.content), p('And the frog laughed.'));
    expect(splitBlocks(accept(base, changes, edited, [0]).content).slice(3)).toEqual([
      p('And the frog laughed.'),
      p('They lived happily.'),
    ]);
  });
});

/** Blocks with words of their own, and some that occur often, such as refrains. */
const blockArb = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.array(fc.constantFrom('king', 'queen', 'frog', 'well', 'ball', 'wood', 'wolf'), { minLength: 1, maxLength: 5 }),
  },
  { weight: 1, arbitrary: fc.constantFrom(['Heigh-ho'], ['* * *']) },
);
const blocksArb = fc.array(
  blockArb.map((words) => p(words.join(' '))),
  { maxLength: 8 },
);
/** An edit of a list of blocks: removes, changes and inserts at places given as fractions. */
const editArb = fc.array(
  fc.record({ at: fc.nat(99), kind: fc.constantFrom('remove', 'change', 'insert'), block: blockArb, title: fc.boolean() }),
  { minLength: 1, maxLength: 4 },
);
type TextEdit = typeof editArb extends fc.Arbitrary<infer Value> ? Value : never;

let stamps = 0;
/** `isUnique`: every new block has a word of its own. */
function edit(text: SuggestedText, edits: TextEdit, isUnique: boolean): SuggestedText {
  const blocks = splitBlocks(text.content);
  let { title } = text;
  for (const { at, kind, block, title: isTitle } of edits) {
    stamps += 1;
    const words = isUnique ? [...block, `w${stamps}`] : block;
    const place = at % (blocks.length + 1);
    if (isTitle) title = words.join(' ');
    else if (kind === 'insert' || place === blocks.length) blocks.splice(place, 0, p(words.join(' ')));
    else blocks.splice(place, 1, ...(kind === 'change' ? [(blocks[place] ?? '').replace('</p>', ` ${words.join(' ')}</p>`)] : []));
  }
  return { title, excerpt: text.excerpt, content: blocks.join('\n') };
}

const stepArb = fc.oneof(
  fc.record({ kind: fc.constant('suggest' as const), version: fc.nat(99), edits: editArb }),
  fc.record({ kind: fc.constant('edit' as const), edits: editArb }),
  fc.record({ kind: fc.constantFrom('accept' as const, 'reject' as const, 'reopen' as const), of: fc.nat(99), chosen: fc.nat(255) }),
  fc.record({ kind: fc.constant('restore' as const), version: fc.nat(99) }),
);
type Step = typeof stepArb extends fc.Arbitrary<infer Value> ? Value : never;
type Suggestion = { base: SuggestedText; proposed: SuggestedText; sent: string; changes: DecidedChange[] };

const wordsOf = (text: SuggestedText) =>
  [text.title, ...splitBlocks(text.content)].flatMap((block) => block.replace(/<[^>]*>/g, '').split(' ')).filter((word) => word !== '');
const isKept = (all: readonly string[], some: readonly string[]) => {
  const left = [...all];
  return some.every((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
};

/** Decides chosen changes, as the server does: contained ones count as accepted, and conflicts stay open. */
function decide({ base, changes }: Suggestion, current: SuggestedText, state: ChangeState, chosen: ReadonlySet<number>): SuggestedText {
  const isChosen = (index: number) => chosen.has(index) && changes[index]?.state === 'open';
  const located = locateChanges(base, changes, current);
  const wanted = new Set([...chosen].filter((index) => state === 'accepted' && isChosen(index)));
  const after = applyChanges(current, changes, located, wanted);
  for (const [index, change] of changes.entries()) {
    if (isChosen(index) && (state === 'rejected' || located[index]?.fit !== 'conflict')) change.state = state;
  }
  return after;
}

describe('1,000 random interleavings of suggest, edit, accept, reject, reopen and restore', () => {
  test('lose no word and converge', () => {
    const property = fc.property(blocksArb, fc.array(stepArb, { minLength: 4, maxLength: 24 }), fc.boolean(), (blocks, steps, isUnique) => {
      const history = [textOf(...blocks)];
      const now = () => history.at(-1) ?? textOf();
      const suggestions: Suggestion[] = [];
      for (const step of steps) run(step, { history, suggestions, isUnique });
      for (const { base, proposed, sent, changes } of suggestions) {
        // What was sent can be read as it was, and its changes are all of it.
        expect(JSON.stringify(proposed)).toBe(sent);
        const all = changes.map((change): DecidedChange => ({ ...change, state: 'open', result: null }));
        const whole = accept(base, all, base, [...all.keys()]);
        expect(isSameText('content', whole.content, proposed.content) && whole.title === proposed.title).toBe(true);
      }
      // Deciding everything, with conflicts rejected, ends: nothing is left to do, and doing it again changes nothing.
      for (const suggestion of suggestions) {
        const all = new Set(suggestion.changes.keys());
        history.push(decide(suggestion, now(), 'accepted', all));
        history.push(decide(suggestion, now(), 'rejected', all));
        expect(suggestion.changes.filter(({ state }) => state === 'open')).toEqual([]);
        expect(decide(suggestion, now(), 'accepted', all)).toEqual(now());
      }
    });
    fc.assert(property, { numRuns: 1_000 });
  });

  test('end with the same text in any order of decisions, together or one by one', () => {
    const property = fc.property(blocksArb, editArb, fc.array(fc.nat(99), { maxLength: 8 }), fc.nat(255), (blocks, edits, order, mask) => {
      const base = textOf(...blocks);
      const proposed = edit(base, edits, false);
      const suggest = (): Suggestion => ({ base, proposed, sent: '', changes: open(base, proposed) });
      const count = suggest().changes.length;
      const chosen = [...Array(count).keys()].filter((index) => (mask >> (index % 8)) & 1);
      const together = decide(suggest(), base, 'accepted', new Set(chosen));
      const alone = suggest();
      const shuffled = chosen.toSorted((one, other) => (order[one] ?? 0) - (order[other] ?? 0) || other - one);
      const steps = shuffled.reduce((text, index) => decide(alone, text, 'accepted', new Set([index])), base);
      expect(steps).toEqual(together);
      expect(alone.changes.map(({ state }) => state === 'accepted')).toEqual(alone.changes.map((_, index) => chosen.includes(index)));
      if (chosen.length === count) expect(isSameText('content', steps.content, proposed.content)).toBe(true);
    });
    fc.assert(property, { numRuns: 1_000 });
  });
});

type Site = { history: SuggestedText[]; suggestions: Suggestion[]; isUnique: boolean };

/** Runs a step. No version leaves the history, and a decision removes no word but those of the passages it replaces. */
function run(step: Step, { history, suggestions, isUnique }: Site): void {
  const now = history.at(-1) ?? textOf();
  if (step.kind === 'suggest') {
    const base = history[step.version % history.length] ?? now;
    const proposed = edit(base, step.edits, isUnique);
    suggestions.push({ base, proposed, sent: JSON.stringify(proposed), changes: open(base, proposed) });
  } else if (step.kind === 'edit') history.push(edit(now, step.edits, isUnique));
  else if (step.kind === 'restore') history.push(history[step.version % history.length] ?? now);
  else {
    const suggestion = suggestions[step.of % Math.max(1, suggestions.length)];
    if (suggestion === undefined) return;
    const chosen = new Set([...suggestion.changes.keys()].filter((index) => (step.chosen >> (index % 8)) & 1));
    if (step.kind === 'reopen') {
      for (const index of chosen) Object.assign(suggestion.changes[index] ?? {}, { state: 'open' });
      return;
    }
    const isOpen = suggestion.changes.map(({ state }) => state === 'open');
    const located = locateChanges(suggestion.base, suggestion.changes, now);
    const taken = suggestion.changes.filter((_, index) => chosen.has(index) && isOpen[index] && located[index]?.fit === 'clean');
    const after = decide(suggestion, now, step.kind === 'accept' ? 'accepted' : 'rejected', chosen);
    history.push(after);
    if (step.kind === 'reject') return void expect(after).toEqual(now);
    const words = (change: DecidedChange, of: 'before' | 'after') =>
      wordsOf({ title: '', excerpt: '', content: joinBlocks('content', change[of], '') });
    // Current words without the replaced passages, and all accepted words.
    const replaced = taken.flatMap((change) => words(change, 'before'));
    const added = taken.flatMap((change) => words(change, 'after'));
    expect(isKept(wordsOf(after).concat(replaced), wordsOf(now))).toBe(true);
    expect(isKept(wordsOf(after), added)).toBe(true);
    // Accepted again, nothing changes.
    expect(decide(suggestion, after, 'accepted', chosen)).toEqual(after);
  }
}

test('an editor’s own wording replaces the passage of a conflict', () => {
  const base = textOf(p('Once there was a king.'), p('End.'));
  const changes = open(base, textOf(p('Once there was a queen.'), p('End.')));
  const current = textOf(p('Long ago there was a king.'), p('End.'));
  const [place] = locateChanges(base, changes, current);
  const result = [p('Long ago there was a queen.')];
  const after = replacePassages(current, [{ field: 'content', from: place?.from ?? 0, to: place?.to ?? 0, blocks: result }]);
  expect(after.content).toBe(`${result[0]}\n${p('End.')}`);
  expect(fits(base, [{ ...changes[0], state: 'accepted', result } as DecidedChange], after)).toEqual(['contained']);
});
