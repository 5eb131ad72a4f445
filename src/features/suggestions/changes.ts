/**
 * Suggested changes of a tale: split into changes that are decided one by one, and rebased onto the current text. Pure, and safe in the
 * browser: the preview of the sender and the page of editors show what the server will do.
 *
 * A text is a list of blocks (paragraphs, headings, lists). The title and the excerpt are one block each.
 */
import { diffArrays } from 'diff';
import { alignParagraphs } from '#src/admin-ui/compare-text.ts';
import { htmlToText } from '#src/features/tale-html/plain-text.ts';
import { BLOCK_TAGS } from '#src/features/tale-html/sanitizer-allow-list.ts';

export const MAX_REASON_LENGTH = 500;
export const MAX_NOTE_LENGTH = 1_000;
/** Changes of one suggestion. */
export const MAX_CHANGES = 200;
/** Open suggestions of one user. */
export const MAX_OPEN = 20;

export const SUGGESTED_FIELDS = ['title', 'excerpt', 'content'] as const;
export type SuggestedField = (typeof SUGGESTED_FIELDS)[number];
export type SuggestedText = Record<SuggestedField, string>;

/** Replaces the blocks `before`, which begin at `start` of the base, by `after`. */
export type TextChange = { field: SuggestedField; start: number; before: string[]; after: string[] };

export type ChangeState = 'open' | 'accepted' | 'rejected';
/** `result`: the blocks that an editor wrote instead of `after`. */
export type DecidedChange = TextChange & { state: ChangeState; result: string[] | null };

/**
 * How a change relates to the current text. `clean`: its passage is as it was in the base. `contained`: the text already has it.
 * `conflict`: its passage has been changed otherwise.
 */
type Fit = 'clean' | 'contained' | 'conflict';
/** `from` to `to`: the passage in the blocks of the current text. */
export type Located = { fit: Fit; from: number; to: number };

const TAG = /<(\/?)([a-z][a-z0-9]*)\b(?:"[^"]*"|'[^']*'|[^<>"'])*>/gi;
const BLOCKS = new Set(BLOCK_TAGS);
const VOID = new Set(['hr', 'col']);
const SPACE = /[ \t\r\n\f]+/g;
/** Unrelated texts take very long to compare. */
const TIMEOUT_MS = 500;

/** Splits sanitized HTML into its top-level blocks. Text outside of blocks is a block, too. */
export function splitBlocks(html: string): string[] {
  const blocks: string[] = [];
  let start = 0;
  let depth = 0;
  const cut = (end: number) => {
    const block = trimSpace(html.slice(start, end));
    if (block !== '') blocks.push(block);
    start = end;
  };
  for (const { 0: tag, 1: slash, 2: name = '', index } of html.matchAll(TAG)) {
    if (!BLOCKS.has(name.toLowerCase())) continue;
    if (depth === 0 && slash === '') cut(index);
    if (!VOID.has(name.toLowerCase())) depth = Math.max(0, depth + (slash === '' ? 1 : -1));
    if (depth === 0) cut(index + tag.length);
  }
  cut(html.length);
  return blocks;
}

/** Returns the blocks of a field. */
export function blocksOf(field: SuggestedField, text: string): string[] {
  return field === 'content' ? splitBlocks(text) : [text];
}

/** Returns the text of blocks. `like`: a text whose separation of blocks is kept. */
export function joinBlocks(field: SuggestedField, blocks: readonly string[], like: string): string {
  if (field !== 'content') return blocks[0] ?? '';
  return blocks.join(/>\s+</.test(like) || !like.includes('><') ? '\n' : '');
}

/** Whether two texts have equal blocks. */
export function isSameText(field: SuggestedField, one: string, other: string): boolean {
  return isSameBlocks(blocksOf(field, one), blocksOf(field, other));
}

/** Splits a suggested text into changes of its base, in the order of the text. Neighbouring paragraphs are separate changes. */
export function splitChanges(base: SuggestedText, proposed: SuggestedText): TextChange[] {
  return SUGGESTED_FIELDS.flatMap((field) => {
    const [old, current] = [blocksOf(field, base[field]), blocksOf(field, proposed[field])];
    return compareBlocks(old, current).flatMap(({ start, end, from, to }) => {
      return splitEdit(old.slice(start, end), current.slice(from, to), start).map((change) => ({ field, ...change }));
    });
  });
}

type Step = Pick<TextChange, 'start' | 'before' | 'after'>;

/** Paragraphs that are versions of each other become separate changes; what lies between them stays together. */
function splitEdit(before: string[], after: string[], start: number): Step[] {
  if (before.length === 0 || after.length === 0) return [{ start, before, after }];
  const steps: Step[] = [];
  let place = start;
  let open: Step | undefined;
  for (const { old, current } of alignBlocks(before, after)) {
    const isPair = old !== undefined && current !== undefined;
    if (isPair) {
      if (!isSameBlocks([old], [current])) steps.push({ start: place, before: [old], after: [current] });
      open = undefined;
    } else {
      if (open === undefined) {
        open = { start: place, before: [], after: [] };
        steps.push(open);
      }
      if (old !== undefined) open.before.push(old);
      if (current !== undefined) open.after.push(current);
    }
    if (old !== undefined) place += 1;
  }
  return steps;
}

/** Pairs blocks whose words are similar. */
function alignBlocks(before: readonly string[], after: readonly string[]): { old: string | undefined; current: string | undefined }[] {
  const [olds, currents] = [[...before], [...after]];
  return alignParagraphs(before.map(htmlToText), after.map(htmlToText)).map((pair) => ({
    old: pair.before === undefined ? undefined : olds.shift(),
    current: pair.after === undefined ? undefined : currents.shift(),
  }));
}

/**
 * Locates every change in the current text. The text is compared with what it would be with the accepted changes, so that decisions about
 * one change never make another one a conflict.
 */
export function locateChanges(base: SuggestedText, changes: readonly DecidedChange[], current: SuggestedText): Located[] {
  const located = new Map<DecidedChange, Located>();
  for (const field of SUGGESTED_FIELDS) {
    const own = changes.filter((change) => change.field === field);
    if (own.length === 0) continue;
    const { expected, slots } = expectText(blocksOf(field, base[field]), own);
    const blocks = blocksOf(field, current[field]);
    const edits = compareBlocks(expected, blocks);
    for (const [index, change] of own.entries()) {
      const slot = slots[index];
      if (slot !== undefined) located.set(change, locate(change, slot, edits, blocks));
    }
  }
  return changes.map((change) => located.get(change) ?? { fit: 'conflict', from: 0, to: 0 });
}

type Slot = { start: number; end: number };

/** Returns the base with the accepted changes, and the place of every change in it. */
function expectText(base: readonly string[], changes: readonly DecidedChange[]): { expected: string[]; slots: Slot[] } {
  const expected: string[] = [];
  let place = 0;
  const slots = changes.map(({ start: from, before, after, state, result }) => {
    expected.push(...base.slice(place, from));
    const start = expected.length;
    expected.push(...(state === 'accepted' ? (result ?? after) : before));
    place = from + before.length;
    return { start, end: expected.length };
  });
  expected.push(...base.slice(place));
  return { expected, slots };
}

/** What others have changed: blocks `start` to `end` of the expected text became `from` to `to` of the current one. */
type Edit = { start: number; end: number; from: number; to: number };

function locate({ before, after, state, result }: DecidedChange, { start, end }: Slot, edits: readonly Edit[], blocks: string[]): Located {
  const inside = edits.filter((edit) => edit.start < end && edit.end > start);
  const from = Math.min(shift(edits, start, true), ...inside.map((edit) => edit.from));
  const to = Math.max(shift(edits, end, start === end), ...inside.map((edit) => edit.to));
  const passage = blocks.slice(from, to);
  if (state === 'accepted') {
    if (inside.length === 0 || includesRun(passage, result ?? after)) return { fit: 'contained', from, to };
    return { fit: isSameBlocks(passage, before) ? 'clean' : 'conflict', from, to };
  }
  // An insertion is also contained in what others have inserted at its place.
  const beside = start === end ? edits.filter((edit) => edit.start <= start && edit.end >= start) : inside;
  const isContained = beside.some((edit) =>
    after.length === 0 ? inside.length > 0 && passage.length === 0 : includesRun(blocks.slice(edit.from, edit.to), after),
  );
  if (isContained || (inside.length > 0 && after.length > 0 && includesRun(passage, after))) return { fit: 'contained', from, to };
  return { fit: inside.length === 0 ? 'clean' : 'conflict', from, to };
}

/** Returns the place in the current text of a place in the expected one, after or before what was inserted exactly there. */
function shift(edits: readonly Edit[], place: number, isAfterInsertion: boolean): number {
  return edits
    .filter(({ start, end }) => end <= place && (isAfterInsertion || start !== end || end < place))
    .reduce((moved, { start, end, from, to }) => moved + (to - from) - (end - start), place);
}

/**
 * Returns the current text with the chosen changes that are `clean`. Every other block of the current text stays. `located`: of all
 * changes, by `locateChanges`.
 */
export function applyChanges(
  current: SuggestedText,
  changes: readonly DecidedChange[],
  located: readonly Located[],
  chosen: ReadonlySet<number>,
): SuggestedText {
  return replacePassages(
    current,
    changes.flatMap((change, index) => {
      const place = located[index];
      return chosen.has(index) && place?.fit === 'clean' ? [{ ...place, field: change.field, blocks: change.after }] : [];
    }),
  );
}

type Passage = { field: SuggestedField; from: number; to: number; blocks: readonly string[] };

/** Returns the text with passages replaced, which are given in the order of the text. */
export function replacePassages(current: SuggestedText, passages: readonly Passage[]): SuggestedText {
  const text = { ...current };
  for (const field of SUGGESTED_FIELDS) {
    const own = passages.filter((passage) => passage.field === field);
    if (own.length === 0) continue;
    const old = blocksOf(field, current[field]);
    const blocks: string[] = [];
    let place = 0;
    for (const { from, to, blocks: replacement } of own) {
      blocks.push(...old.slice(place, from), ...replacement);
      place = to;
    }
    text[field] = joinBlocks(field, [...blocks, ...old.slice(place)], current[field]);
  }
  return text;
}

function compareBlocks(before: readonly string[], after: readonly string[]): Edit[] {
  const [old, current] = [before.map(normalizeBlock), after.map(normalizeBlock)];
  const parts = diffArrays(old, current, { timeout: TIMEOUT_MS });
  if (parts === undefined) return [{ start: 0, end: old.length, from: 0, to: current.length }];
  const edits: Edit[] = [];
  let [start, from] = [0, 0];
  let open: Edit | undefined;
  for (const { count, added, removed } of parts) {
    if (!added && !removed) {
      start += count;
      from += count;
      open = undefined;
      continue;
    }
    if (open === undefined) {
      open = { start, end: start, from, to: from };
      edits.push(open);
    }
    if (removed) start = open.end += count;
    else from = open.to += count;
  }
  return edits;
}

function includesRun(blocks: readonly string[], run: readonly string[]): boolean {
  return blocks.some((_, at) => isSameBlocks(blocks.slice(at, at + run.length), run)) || run.length === 0;
}

function isSameBlocks(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((block, index) => normalizeBlock(block) === normalizeBlock(other[index] ?? ''));
}

/** Browsers and the sanitizer escape text differently. */
function normalizeBlock(block: string): string {
  return block.replace(SPACE, ' ').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&nbsp;', '\u00a0');
}

/** A no-break space is part of the text. */
function trimSpace(html: string): string {
  return html.replace(/^[ \t\r\n\f]+|[ \t\r\n\f]+$/g, '');
}
