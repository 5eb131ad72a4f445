/** Creates an excerpt from the first sentences of a tale. */
import { htmlToText } from '#src/features/tale-html/plain-text.ts';
import { firstCharacters } from '#src/platform/text.ts';
import { normalizeOpening } from '../post-process/capitals.ts';

const MAX_CHARACTERS = 300;
/** No further sentence is added beyond this length. */
const ENOUGH_CHARACTERS = 140;
/** Read more, since a character may consist of many code units. */
const MAX_READ = 4000;
/** Headings, centred text, notes and their markers, tables. */
const NOT_PROSE =
  /<section[ >].*?<\/section>|<h[1-6][ >].*?<\/h[1-6]>|<sup[ >].*?<\/sup>|<p class="centre">.*?<\/p>|<table[ >].*?<\/table>/gs;
/** Abbreviations, after which a full stop ends no sentence. */
const ABBREVIATION = /(?:^|[\s("“‘])(?:Mrs?|Messrs|Dr|St|Sr|Sra|Mme|Mlle|M|Hr|Fr|No|Nr|Vol|p|\p{Lu})\.["”’)]?\s*$/u;

const segmenters = new Map<string, Intl.Segmenter>();

/**
 * Returns at most 300 characters as readers count them, never cut within a word; empty only when the tale has no text. `html`: sanitized.
 */
export function createExcerpt(html: string, language: string): string {
  const prose = htmlToText(withSlashes(html.replace(NOT_PROSE, '')));
  return shorten(withoutCapitals(prose === '' ? htmlToText(html) : prose), language);
}

/** Sources often print the first words in capitals; they get the form used later in the text. */
function withoutCapitals(text: string): string {
  return normalizeOpening(text, (word) => {
    const small = word.toLowerCase();
    const named = `${word.slice(0, 1)}${small.slice(1)}`;
    return !text.includes(` ${small} `) && text.includes(named) ? named : small;
  });
}

/** Separates verse lines with slashes, so that they do not run together. */
function withSlashes(html: string): string {
  return html
    .replace(/(?<=<p class="verse">(?:(?!<\/p>).)*)<\/p>\s*(?=<p class="verse">)/gs, ' / ')
    .replace(/(?:<br(?: [^>]*)?>\s*)+/g, ' / ');
}

/** Returns the first sentences that fit. */
export function shorten(text: string, language: string): string {
  const line = text.slice(0, MAX_READ).replace(/\s+/gu, ' ').trim();
  let taken = '';
  for (const sentence of sentencesOf(line, language)) {
    const longer = taken + sentence;
    if (isTooLong(longer.trim())) break;
    taken = longer;
    if (taken.length >= ENOUGH_CHARACTERS) break;
  }
  return taken.trim() === '' ? cut(line) : taken.trim();
}

function* sentencesOf(line: string, language: string): Generator<string> {
  let sentence = '';
  for (const { segment } of segmenterFor(language).segment(line)) {
    sentence += segment;
    if (ABBREVIATION.test(sentence)) continue;
    yield sentence;
    sentence = '';
  }
  if (sentence !== '') yield sentence;
}

function isTooLong(text: string): boolean {
  return text.length > MAX_CHARACTERS && firstCharacters(text, MAX_CHARACTERS).length < text.length;
}

/** Cuts at the end of a word, or anywhere in scripts without spaces, and adds an ellipsis. */
function cut(line: string): string {
  if (!isTooLong(line)) return line;
  const start = firstCharacters(line, MAX_CHARACTERS - 1);
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
