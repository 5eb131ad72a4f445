import { diffArrays } from 'diff';
import { alignParagraphs } from './align-paragraphs.ts';
import { compareWords, type Part } from './compare-words.ts';

/** A paragraph with its changes, or how many stand between two changes without one. */
export type Block = { parts: Part[] } | { unchanged: number };

const TIMEOUT_MS = 1_000;
/** Unchanged paragraphs shown beside a change, so that one sees where it is. */
const AROUND = 1;

/** The paragraphs of two versions of a text, with what changed in each; what did not change is only counted. */
export function compareParagraphs(before: readonly string[], after: readonly string[]): Block[] {
  const changes = diffArrays([...before], [...after], { timeout: TIMEOUT_MS }) ?? [
    { value: [...before], added: false, removed: true },
    { value: [...after], added: true, removed: false },
  ];
  const blocks: { parts: Part[] }[] = [];
  for (let at = 0; at < changes.length; at += 1) {
    const { value = [], added, removed } = changes[at] ?? {};
    const following = changes[at + 1];
    if (removed && following?.added) {
      blocks.push(...comparePairs(value, following.value));
      at += 1;
    } else blocks.push(...value.map((text) => one(text, added ? 'added' : removed ? 'removed' : 'same')));
  }
  return fold(blocks);
}

function comparePairs(before: readonly string[], after: readonly string[]): { parts: Part[] }[] {
  return alignParagraphs(before, after).map(({ before: was, after: is }) => {
    if (was === undefined) return one(is ?? '', 'added');
    return is === undefined ? one(was, 'removed') : { parts: compareWords(was, is) };
  });
}

function one(text: string, kind: Part['kind']): { parts: Part[] } {
  return { parts: [{ text, kind }] };
}

function fold(blocks: readonly { parts: Part[] }[]): Block[] {
  const isChange = ({ parts }: { parts: Part[] }) => parts.some(({ kind }) => kind !== 'same');
  const shown = blocks.map((_, at) => blocks.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(isChange));
  const folded: Block[] = [];
  let unchanged = 0;
  for (const [at, block] of blocks.entries()) {
    if (!shown[at]) unchanged += 1;
    if (shown[at] || at === blocks.length - 1) {
      if (unchanged > 0) folded.push({ unchanged });
      unchanged = 0;
    }
    if (shown[at]) folded.push(block);
  }
  return folded;
}
