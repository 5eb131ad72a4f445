import { createRandom, word } from './vocabulary.ts';

const PARAGRAPHS = 6;
const WORDS = 20;
const VOCABULARY = 100_000;
const AUTHORS = 500;

/** `number`: starts at 0. */
export type GeneratedTale = { number: number; title: string; author: string; paragraphs: string[] };

/** Generates different tales of 120 words, reproducibly. */
export function* generatedTales(count: number): Generator<GeneratedTale> {
  const random = createRandom(1);
  const pick = () => word(Math.floor(Math.exp(random() * Math.log(VOCABULARY))));
  const paragraph = () => `${Array.from({ length: WORDS }, pick).join(' ')}.`;
  for (let number = 0; number < count; number += 1) {
    const title = `The ${pick()} of ${word(number)}`;
    const author = `Teller ${Math.floor(AUTHORS ** random())}`;
    yield { number, title, author, paragraphs: Array.from({ length: PARAGRAPHS }, paragraph) };
  }
}
