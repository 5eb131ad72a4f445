/** Word and paragraph differences between two versions of a text. */
import { diffArrays } from 'diff';

/** A piece of text: in both versions, only in the later one, or only in the earlier one. */
export type TextPart = { text: string; kind: 'same' | 'added' | 'removed' };

/** A paragraph with its changes, or a number of unchanged paragraphs. */
export type Block = { parts: TextPart[] } | { unchanged: number };

/** Time limits: unrelated texts take very long to compare. */
const WORDS_TIMEOUT_MS = 200;
const PARAGRAPHS_TIMEOUT_MS = 1_000;
/** Texts that share a smaller part of their characters are shown as removed and added as a whole. */
const MIN_TEXT_SIMILARITY = 0.3;
/** Paragraphs that share a smaller part of their words are not versions of each other. */
const MIN_PARAGRAPH_SIMILARITY = 0.3;
/** Comparisons of each paragraph with each. Beyond this, paragraphs are paired by position. */
const MAX_PARAGRAPH_COMPARISONS = 10_000;
/** Unchanged paragraphs shown before and after a change as context. */
const CONTEXT_PARAGRAPHS = 1;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Returns the words added and removed between two texts, in any script. Texts with little in common are replaced as a whole. */
export function compareWords(before: string, after: string): TextPart[] {
  if (before === after) return toParts(before, 'same');
  const changes = diffArrays(splitWords(before), splitWords(after), { timeout: WORDS_TIMEOUT_MS });
  const parts = changes?.map(({ value, added, removed }): TextPart => ({ text: value.join(''), kind: kindOf(added, removed) })) ?? [];
  const same = parts.reduce((sum, { text, kind }) => sum + (kind === 'same' ? text.trim().length : 0), 0);
  if (same < MIN_TEXT_SIMILARITY * Math.min(before.length, after.length))
    return [...toParts(before, 'removed'), ...toParts(after, 'added')];
  return joinRuns(parts);
}

function kindOf(added: boolean, removed: boolean): TextPart['kind'] {
  if (added) return 'added';
  return removed ? 'removed' : 'same';
}

function splitWords(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Joins consecutive changed words into one change, including the spaces between them. */
function joinRuns(parts: readonly TextPart[]): TextPart[] {
  const joined: TextPart[] = [];
  let run = { removed: '', added: '' };
  const endRun = () => {
    joined.push(...toParts(run.removed, 'removed'), ...toParts(run.added, 'added'));
    run = { removed: '', added: '' };
  };
  for (const [index, { text, kind }] of parts.entries()) {
    if (kind === 'removed') run.removed += text;
    else if (kind === 'added') run.added += text;
    else if (text.trim() === '' && index > 0 && index < parts.length - 1 && run.removed !== '' && run.added !== '') {
      run = { removed: run.removed + text, added: run.added + text };
    } else {
      endRun();
      joined.push({ text, kind });
    }
  }
  endRun();
  return joined;
}

function toParts(text: string, kind: TextPart['kind']): TextPart[] {
  return text === '' ? [] : [{ text, kind }];
}

/** Returns the paragraphs of two versions with their changes. Unchanged paragraphs away from changes are only counted. */
export function compareParagraphs(before: readonly string[], after: readonly string[]): Block[] {
  const changes = diffArrays([...before], [...after], { timeout: PARAGRAPHS_TIMEOUT_MS }) ?? [
    { value: [...before], added: false, removed: true },
    { value: [...after], added: true, removed: false },
  ];
  const blocks: { parts: TextPart[] }[] = [];
  for (let index = 0; index < changes.length; index += 1) {
    const { value = [], added, removed } = changes[index] ?? {};
    const following = changes[index + 1];
    if (removed && following?.added) {
      blocks.push(...comparePairs(value, following.value));
      index += 1;
    } else blocks.push(...value.map((text) => wholeParagraph(text, added ? 'added' : removed ? 'removed' : 'same')));
  }
  return foldUnchanged(blocks);
}

function comparePairs(before: readonly string[], after: readonly string[]): { parts: TextPart[] }[] {
  return alignParagraphs(before, after).map(({ before: old, after: current }) => {
    if (old === undefined) return wholeParagraph(current ?? '', 'added');
    return current === undefined ? wholeParagraph(old, 'removed') : { parts: compareWords(old, current) };
  });
}

function wholeParagraph(text: string, kind: TextPart['kind']): { parts: TextPart[] } {
  return { parts: [{ text, kind }] };
}

function foldUnchanged(blocks: readonly { parts: TextPart[] }[]): Block[] {
  const isChange = ({ parts }: { parts: TextPart[] }) => parts.some(({ kind }) => kind !== 'same');
  const isShown = blocks.map((_, index) =>
    blocks.slice(Math.max(0, index - CONTEXT_PARAGRAPHS), index + CONTEXT_PARAGRAPHS + 1).some(isChange),
  );
  const folded: Block[] = [];
  let unchanged = 0;
  for (const [index, block] of blocks.entries()) {
    if (!isShown[index]) unchanged += 1;
    if (isShown[index] || index === blocks.length - 1) {
      if (unchanged > 0) folded.push({ unchanged });
      unchanged = 0;
    }
    if (isShown[index]) folded.push(block);
  }
  return folded;
}

/** A paragraph in both versions; one of the two is missing if it was added or removed. */
type ParagraphPair = { before?: string; after?: string };

/** Pairs paragraphs of two versions, in order, so that the total similarity of the pairs is highest (dynamic programming). */
export function alignParagraphs(before: readonly string[], after: readonly string[]): ParagraphPair[] {
  if (before.length * after.length > MAX_PARAGRAPH_COMPARISONS) return alignByPosition(before, after);
  const [oldWords, newWords] = [before.map(wordsOf), after.map(wordsOf)] as const;
  const similarity = oldWords.map((old) => newWords.map((current) => similarityOf(old, current)));
  const best = bestSums(similarity, before.length, after.length);
  const sum = (row: number, column: number) => best[row]?.[column] ?? 0;
  const pairs: ParagraphPair[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const [old = '', current = ''] = [before[row], after[column]];
    if (column === after.length || (row < before.length && sum(row, column) === sum(row + 1, column))) {
      pairs.push({ before: old });
      row += 1;
    } else if (row === before.length || sum(row, column) === sum(row, column + 1)) {
      pairs.push({ after: current });
      column += 1;
    } else {
      pairs.push({ before: old, after: current });
      row += 1;
      column += 1;
    }
  }
  return pairs;
}

/** Returns the highest total similarity from each cell to the end. */
function bestSums(similarity: readonly number[][], rows: number, columns: number): number[][] {
  const best = Array.from({ length: rows + 1 }, () => new Array<number>(columns + 1).fill(0));
  for (let row = rows - 1; row >= 0; row -= 1) {
    const [here = [], below = []] = [best[row], best[row + 1]];
    for (let column = columns - 1; column >= 0; column -= 1) {
      const similar = similarity[row]?.[column] ?? 0;
      const paired = similar < MIN_PARAGRAPH_SIMILARITY ? 0 : similar + (below[column + 1] ?? 0);
      here[column] = Math.max(below[column] ?? 0, here[column + 1] ?? 0, paired);
    }
  }
  return best;
}

/** Returns the share of common words (Dice coefficient), 0 to 1. */
function similarityOf(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let common = 0;
  for (const word of some) if (others.has(word)) common += 1;
  return (2 * common) / Math.max(1, some.size + others.size);
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}

function alignByPosition(before: readonly string[], after: readonly string[]): ParagraphPair[] {
  return Array.from({ length: Math.max(before.length, after.length) }, (_, index) => ({
    ...(before[index] !== undefined && { before: before[index] }),
    ...(after[index] !== undefined && { after: after[index] }),
  }));
}
