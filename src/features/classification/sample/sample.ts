/** Tales that were labelled by hand, to measure the rules by (docs/classification.md). For tests. */
import { createHash } from 'node:crypto';
import { classify, type TaleToClassify } from '../classification.ts';
import heldOut from './held-out.json' with { type: 'json' };
import tuning from './tuning.json' with { type: 'json' };

export const HALVES = { tuning, 'held-out': heldOut };
export type Half = keyof typeof HALVES;
type Label = (typeof heldOut)[number];

const BANDS = ['3-5', '6-8', '9-12', '13+'];

/** What is measured of a tale: whether its category is the label or the further one, and its age band within one. */
export type Judged = { half: Half; category: boolean; age: boolean };

/** The labelled ones among the tales of a file of the library (`gutenberg-txt/lang-blue.txt`), each judged. Other tales are left out. */
export function judgeFile(file: string, tales: readonly TaleToClassify[]): Judged[] {
  const halves = (Object.keys(HALVES) as Half[]).map((half) => ({ half, labels: HALVES[half].filter((label) => label.file === file) }));
  if (halves.every(({ labels }) => labels.length === 0)) return [];
  const byHash = new Map(tales.map((tale) => [hashOf(tale.text), tale]));
  return halves.flatMap(({ half, labels }) =>
    labels.flatMap((label) => {
      const tale = byHash.get(label.hash);
      return tale === undefined ? [] : [{ half, ...judge(label, tale) }];
    }),
  );
}

function judge({ category, also, ageBand }: Label, tale: TaleToClassify) {
  const found = classify(tale);
  const distance = Math.abs(BANDS.indexOf(found.ageBand) - BANDS.indexOf(ageBand));
  return { category: [category, ...also].includes(found.category), age: distance <= 1 };
}

/** A label is of a text: of its words in small letters. */
function hashOf(text: string): string {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return createHash('sha256').update(words.join(' ')).digest('hex').slice(0, 16);
}
