/** Sentences of real tales that were labelled by reading them, to measure the splitter by (docs/reading.md). For tests. */
import { createHash } from 'node:crypto';
import { splitSentences } from '../split-sentences.ts';
import heldOut from './held-out.json' with { type: 'json' };
import tuning from './tuning.json' with { type: 'json' };

export const HALVES = { tuning, 'held-out': heldOut };
export type Half = keyof typeof HALVES;
export type Label = (typeof heldOut)[number];

/** A sentence counts as right when it begins and ends where the label says. */
export type Measured = { half: Half; language: string; sentence: string; isRight: boolean };

/** The labelled sentences of a file; `textOf` gives the text of a block of a tale, by the tale's number in its book and its own. */
export function measureFile(file: string, textOf: (tale: number, block: number) => string): Measured[] {
  return (Object.keys(HALVES) as Half[]).flatMap((half) =>
    HALVES[half].filter((label) => label.file === file).flatMap((label) => measure(half, label, textOf(label.tale, label.block))),
  );
}

function measure(half: Half, { language, hash, ends }: Label, text: string): Measured[] {
  // A block that is found no more, or was changed, is not measured: the test tells, as it counts them.
  if (createHash('sha256').update(text).digest('hex').slice(0, 12) !== hash) return [];
  const found = new Set(splitSentences(text, language).map(({ start, end }) => `${start}-${end}`));
  return ends.map((end, index) => {
    const from = ends[index - 1] ?? 0;
    const start = from + text.slice(from).search(/\S/);
    return { half, language, sentence: text.slice(start, end), isRight: found.has(`${start}-${end}`) };
  });
}
