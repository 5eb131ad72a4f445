/** Extracts the sentences of a tale from the page, with their DOM offsets. */
import { rulesFor } from '#src/features/reading/text/sentence-rules.ts';
import { splitSentences } from '#src/features/reading/text/split-sentences.ts';
import type { Sentence } from './player-state.ts';
import { countWords, spokenText } from './spoken-text.ts';

/** Block index of the title. */
export const TITLE_BLOCK = -1;

/** Pauses in ms after a heading, at a scene break, and after other blocks. */
const PAUSES = { heading: 900, scene: 1_200, block: 450 };
const BLOCKS = 'p,h1,h2,h3,h4,li,dt,dd,blockquote,figcaption,td,th,caption,div,section';
/** Not read: footnotes and their references, hidden content. */
const SKIPPED = '#t-footnotes, sup:has(a[href^="#"]), a[href^="#t-fnref"], [hidden], [aria-hidden="true"], .visually-hidden, rt, rp';

/**
 * Text without nested blocks. `offsets[n]`: offset in the outer block of the n-th character of `text`, which may contain added line breaks;
 * `langs[n]`: its language.
 */
type Run = { of: Element; text: string; offsets: number[]; langs: string[] };

/** Returns all sentences in order, starting with the title. */
export function extractSentences(root: Element, title: Element | null, language: string): Sentence[] {
  const heading = title === null ? [] : sentencesOf(title, TITLE_BLOCK, language);
  const blocks = [...root.children];
  return [...heading, ...blocks.flatMap((block, index) => endOfBlock(sentencesOf(block, index, language), block, blocks[index + 1]))];
}

function sentencesOf(block: Element, index: number, language: string): Sentence[] {
  if (block.matches(SKIPPED) || getComputedStyle(block).display === 'none') return [];
  return runsOf(block, language).flatMap((run) => {
    const spoken = run.langs[0] ?? language;
    const found = splitSentences(run.text, spoken, rulesFor(spoken)).flatMap(({ start, end }): Sentence[] => {
      const text = spokenText(run.text.slice(start, end));
      if (text === '') return [];
      const from = start + run.text.slice(start, end).search(/\S/);
      const to = start + run.text.slice(start, end).trimEnd().length;
      const span = { block: index, start: run.offsets[from] ?? 0, end: (run.offsets[to - 1] ?? 0) + 1 };
      return [{ ...span, text, lang: mostFrequent(run.langs.slice(from, to)) ?? language, words: countWords(text), pause: 0 }];
    });
    return withPause(found, /^H\d$/.test(run.of.tagName) ? PAUSES.heading : PAUSES.block);
  });
}

function runsOf(block: Element, language: string): Run[] {
  const runs: Run[] = [];
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  let offset = 0;
  for (let node: Node | null = walker.currentNode; node !== null; node = walker.nextNode()) {
    if (node instanceof Element) {
      if (node.tagName === 'BR') breakLine(runs.at(-1));
      continue;
    }
    const parent = node.parentElement;
    const text = node.textContent ?? '';
    const holder = parent?.closest(BLOCKS) ?? block;
    if (parent !== null && !isSkipped(parent, block)) {
      const lang = parent.closest('[lang]')?.getAttribute('lang') || language;
      let run = runs.at(-1);
      if (run?.of !== holder) {
        run = { of: holder, text: '', offsets: [], langs: [] };
        runs.push(run);
      }
      // Line breaks in the HTML source are not line breaks of the text.
      run.text += text.replace(/\s/g, ' ');
      for (let at = 0; at < text.length; at += 1) {
        run.offsets.push(offset + at);
        run.langs.push(lang);
      }
    }
    offset += text.length;
  }
  return runs;
}

/** Adds a line break, as in verse. */
function breakLine(run: Run | undefined): void {
  if (run === undefined || run.text === '') return;
  run.text += '\n';
  run.offsets.push(run.offsets.at(-1) ?? 0);
  run.langs.push(run.langs.at(-1) ?? '');
}

function isSkipped(element: Element, block: Element): boolean {
  const unread = element.closest(SKIPPED);
  return unread !== null && block.contains(unread);
}

function endOfBlock(sentences: Sentence[], block: Element, next: Element | undefined): Sentence[] {
  const isHeading = /^H\d$/.test(block.tagName);
  return next?.tagName === 'HR' && !isHeading ? withPause(sentences, PAUSES.scene) : sentences;
}

function withPause(sentences: Sentence[], pause: number): Sentence[] {
  return sentences.map((sentence, index) => (index === sentences.length - 1 ? { ...sentence, pause } : sentence));
}

function mostFrequent(langs: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const lang of langs) if (lang !== '') counts.set(lang, (counts.get(lang) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}
