/** The words that make one want to read: a tale's own first sentences. */
import { htmlToText } from '#src/features/tales/plain-text.ts';

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

/** At the beginning, up to a dozen words; a single letter is one only beside others. */
const SHOUTED =
  /^\P{L}*(?:\p{Lu}[\p{Lu}\p{M}'’-]+|\p{Lu}(?=\s\p{Lu}{2}))(?:[\s,]+(?:\p{Lu}[\p{Lu}\p{M}'’-]+|\p{Lu}(?=\s\p{Lu}{2})))*(?=[\s,.;:!?])/u;

const GRAPHEMES = new Intl.Segmenter('und', { granularity: 'grapheme' });
const segmenters = new Map<string, Intl.Segmenter>();

/** `html`: clean. At most 300 characters as a reader counts them, never cut within a word; empty only where the tale has no text. */
export function excerptOf(html: string, language: string): string {
  const told = htmlToText(html.replace(NOT_TOLD, ''));
  return shorten(calmed(told === '' ? htmlToText(html) : told), language);
}

/** Books print the first words of a tale in capitals; here they are written as the tale itself writes them further on. */
function calmed(text: string): string {
  const [shouted = ''] = SHOUTED.exec(text.trimStart()) ?? [];
  if (shouted === '') return text;
  const rest = text.trimStart().slice(shouted.length);
  const words = shouted.replace(/\p{L}[\p{L}\p{M}'’-]*/gu, (word) => {
    const small = word.toLowerCase();
    const named = `${word.slice(0, 1)}${small.slice(1)}`;
    return !rest.includes(` ${small} `) && rest.includes(named) ? named : small;
  });
  return words.replace(/\p{L}/u, (letter) => letter.toUpperCase()) + rest;
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
  return text.length > MOST && beginningOf(text, MOST).length < text.length;
}

/** At the end of a word, with an ellipsis; where there is no space, as in Chinese, anywhere. */
function cut(line: string): string {
  if (!isTooLong(line)) return line;
  const start = beginningOf(line, MOST - 1);
  const end = line[start.length] === ' ' ? start.length : start.lastIndexOf(' ');
  return `${(end > 0 ? start.slice(0, end) : start).replace(/[\s,;:–—-]+$/u, '')}…`;
}

/** So many characters as a reader counts them; no more are looked at. */
function beginningOf(text: string, most: number): string {
  let count = 0;
  for (const { index } of GRAPHEMES.segment(text)) {
    if (count === most) return text.slice(0, index);
    count += 1;
  }
  return text;
}

function segmenterFor(language: string): Intl.Segmenter {
  const known = segmenters.get(language);
  if (known !== undefined) return known;
  const made = new Intl.Segmenter(Intl.Segmenter.supportedLocalesOf([language]).length > 0 ? language : 'und', { granularity: 'sentence' });
  segmenters.set(language, made);
  return made;
}
