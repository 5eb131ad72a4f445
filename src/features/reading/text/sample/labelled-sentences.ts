/** Manually labelled sentences of real tales, to measure the splitter (docs/editors/readers.md). For tests. */
import { createHash } from 'node:crypto';
import { rulesFor } from '../sentence-rules.ts';
import { splitSentences } from '../split-sentences.ts';
import heldOut from './held-out.json' with { type: 'json' };
import tuning from './tuning.json' with { type: 'json' };

export const HALVES = { tuning, 'held-out': heldOut };
export type Half = keyof typeof HALVES;
export type Label = (typeof heldOut)[number];

/** `isRight`: start and end match the label. */
export type Measured = { half: Half; language: string; sentence: string; isRight: boolean };

/** Measures the labelled sentences of a file. `textOf`: returns the text of a block by tale and block index. */
export function measureFile(file: string, textOf: (tale: number, block: number) => string): Measured[] {
  return (Object.keys(HALVES) as Half[]).flatMap((half) =>
    HALVES[half].filter((label) => label.file === file).flatMap((label) => measure(half, label, textOf(label.tale, label.block))),
  );
}

function measure(half: Half, { language, hash, ends }: Label, text: string): Measured[] {
  // Missing or changed blocks are not measured; the test checks the count.
  if (createHash('sha256').update(text).digest('hex').slice(0, 12) !== hash) return [];
  const found = new Set(splitSentences(text, language, rulesFor(language)).map(({ start, end }) => `${start}-${end}`));
  return ends.map((end, index) => {
    const from = ends[index - 1] ?? 0;
    const start = from + text.slice(from).search(/\S/);
    return { half, language, sentence: text.slice(start, end), isRight: found.has(`${start}-${end}`) };
  });
}
