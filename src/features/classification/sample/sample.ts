/** Manually labelled tales that measure the rules (docs/editors/classification.md). For tests. */
import { createHash } from 'node:crypto';
import { classify, type TaleToClassify } from '../classification.ts';
import heldOut from './held-out.json' with { type: 'json' };
import tuning from './tuning.json' with { type: 'json' };

export const HALVES = { tuning, 'held-out': heldOut };
export type Half = keyof typeof HALVES;
type Label = (typeof heldOut)[number];

const BANDS = ['3-5', '6-8', '9-12', '13+'];

/** Whether the category is one of the labels, and the age band at most one off. */
export type Evaluated = { half: Half; category: boolean; age: boolean };

/** Measures the labelled tales of a library file (`gutenberg-txt/lang-blue.txt`). Other tales are skipped. */
export function evaluateFile(file: string, tales: readonly TaleToClassify[]): Evaluated[] {
  const halves = (Object.keys(HALVES) as Half[]).map((half) => ({ half, labels: HALVES[half].filter((label) => label.file === file) }));
  if (halves.every(({ labels }) => labels.length === 0)) return [];
  const byHash = new Map(tales.map((tale) => [hashOf(tale.text), tale]));
  return halves.flatMap(({ half, labels }) =>
    labels.flatMap((label) => {
      const tale = byHash.get(label.hash);
      return tale === undefined ? [] : [{ half, ...evaluate(label, tale) }];
    }),
  );
}

function evaluate({ category, also, ageBand }: Label, tale: TaleToClassify) {
  const found = classify(tale);
  const distance = Math.abs(BANDS.indexOf(found.ageBand) - BANDS.indexOf(ageBand));
  return { category: [category, ...also].includes(found.category), age: distance <= 1 };
}

/** Labels identify a text by the hash of its lower-case words. */
function hashOf(text: string): string {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return createHash('sha256').update(words.join(' ')).digest('hex').slice(0, 16);
}
