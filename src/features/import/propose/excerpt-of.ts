/** The words that make one want to read: a tale's own first sentences. */
import { htmlToText } from '#src/features/tales/plain-text.ts';
import { firstCharacters } from '#src/platform/text.ts';
import { calmStart } from '../finish/calm-start.ts';

const MOST = 300;
/** With so many characters it says enough, and no further sentence is taken. */
const ENOUGH = 140;
/** A letter may have many accents. */
const MOST_READ = 4000;
/** What stands in a tale and is not told: headings, what is centred above it, notes and their signs. */
const NOT_TOLD =
  /<section[ >].*?<\/section>|<h[1-6][ >].*?<\/h[1-6]>|<sup[ >].*?<\/sup>|<p class="centre">.*?<\/p>|<table[ >].*?<\/table>/gs;
/** A point behind these ends no sentence. */
const SHORTENED = /(?:^|[\s("“‘])(?:Mrs?|Messrs|Dr|St|Sr|Sra|Mme|Mlle|M|Hr|Fr|No|Nr|Vol|p|\p{Lu})\.["”’)]?\s*$/u;

const segmenters = new Map<string, Intl.Segmenter>();

/** `html`: clean. At most 300 characters as a reader counts them, never cut within a word; empty only where the tale has no text. */
export function excerptOf(html: string, language: string): string {
  const told = htmlToText(withStrokes(html.replace(NOT_TOLD, '')));
  return shorten(calmed(told === '' ? htmlToText(html) : told), language);
}

/** Other sources print the first words in capitals as books do; here they are written as the tale itself writes them further on. */
function calmed(text: string): string {
  return calmStart(text, (word) => {
    const small = word.toLowerCase();
    const named = `${word.slice(0, 1)}${small.slice(1)}`;
    return !text.includes(` ${small} `) && text.includes(named) ? named : small;
  });
}

/** Where the tale begins with verse its lines are parted by strokes: without them they would run into one another. */
function withStrokes(html: string): string {
  return html
    .replace(/(?<=<p class="verse">(?:(?!<\/p>).)*)<\/p>\s*(?=<p class="verse">)/gs, ' / ')
    .replace(/(?:<br(?: [^>]*)?>\s*)+/g, ' / ');
}

/** The first sentences of a text that fit. */
export function shorten(text: string, language: string): string {
  const line = text.slice(0, MOST_READ).replace(/\s+/gu, ' ').trim();
  let taken = '';
  for (const sentence of sentencesOf(line, language)) {
    const longer = taken + sentence;
    if (isTooLong(longer.trim())) break;
    taken = longer;
    if (taken.length >= ENOUGH) break;
  }
  return taken.trim() === '' ? cut(line) : taken.trim();
}

function* sentencesOf(line: string, language: string): Generator<string> {
  let sentence = '';
  for (const { segment } of segmenterFor(language).segment(line)) {
    sentence += segment;
    if (SHORTENED.test(sentence)) continue;
    yield sentence;
    sentence = '';
  }
  if (sentence !== '') yield sentence;
}

function isTooLong(text: string): boolean {
  return text.length > MOST && firstCharacters(text, MOST).length < text.length;
}

/** At the end of a word, with an ellipsis; where there is no space, as in Chinese, anywhere. */
function cut(line: string): string {
  if (!isTooLong(line)) return line;
  const start = firstCharacters(line, MOST - 1);
  const end = line[start.length] === ' ' ? start.length : start.lastIndexOf(' ');
  return `${(end > 0 ? start.slice(0, end) : start).replace(/[\s,;:/–—-]+$/u, '')}…`;
}

function segmenterFor(language: string): Intl.Segmenter {
  const known = segmenters.get(language);
  if (known !== undefined) return known;
  const made = new Intl.Segmenter(Intl.Segmenter.supportedLocalesOf([language]).length > 0 ? language : 'und', { granularity: 'sentence' });
  segmenters.set(language, made);
  return made;
}
