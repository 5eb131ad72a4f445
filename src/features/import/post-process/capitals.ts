/** Capitalization: how a book writes its words, titles in the case of their language, and openings printed in capitals. */
import { type Block, isCapitals } from '../sources/source-book.ts';

/** The most frequent form inside sentences, by lower-case word. Words with accents are also stored under `~` and the word without them. */
export type WordCapitals = ReadonlyMap<string, string>;

const HYPHENATED_WORD = /\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}+)*/gu;

export function collectWordCapitals(blocks: readonly Block[]): WordCapitals {
  const counts = new Map<string, number>();
  const texts = blocks.flatMap(({ kind, text, lines }) =>
    kind === 'verse' ? lines : kind === 'paragraph' || kind === 'quote' ? [text] : [],
  );
  for (const text of texts) {
    for (const { 0: word, index } of text.matchAll(HYPHENATED_WORD)) {
      // The first word of a sentence or of speech is always capitalized.
      if (isInside(text.slice(Math.max(0, index - 2), index))) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  const usual = [...formsOf(counts)].map(([word, forms]) => [word, [...forms].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? word] as const);
  const bare = usual.map(([word, own]) => [`~${word.normalize('NFD').replace(/\p{M}/gu, '')}`, own] as const);
  return new Map([...bare.filter(([key], index) => key !== `~${usual[index]?.[0]}`), ...usual]);
}

const isInside = (before: string) => /[\p{L}\p{N},;]\s$/u.test(before);

/** Counts the forms of each lower-case word; the parts of `Glass-Axe` count like the whole. */
function formsOf(counts: ReadonlyMap<string, number>): Map<string, Map<string, number>> {
  const words = new Map<string, Map<string, number>>();
  for (const [word, times] of counts) {
    if (isCapitals(word)) continue;
    for (const each of [word, ...word.split(/['’-]/)]) {
      const forms = words.get(each.toLowerCase()) ?? new Map<string, number>();
      forms.set(each, (forms.get(each) ?? 0) + times);
      words.set(each.toLowerCase(), forms);
    }
  }
  return words;
}

/** English words that stay lower case inside a title. */
const SMALL_WORDS = new Set(
  'a an and as at but by for from in into nor of off on onto or over per so than the to up upon via with yet de la du des von van der y'.split(
    ' ',
  ),
);
const LETTERS = /\p{L}[\p{L}\p{M}]*/gu;
const COMPOUND = /\p{L}+(?:['’]\p{L}+)*(?:-\p{L}+)+/gu;
const TITLE_WORD = /\p{L}[\p{L}\p{M}]*(?:['’]\p{L}[\p{L}\p{M}]*)*/gu;
/** Share of capitals above which a title was set in capitals. */
const MIN_CAPITALS = 0.6;

/**
 * English: title case. Other languages: sentence case with the capitals the book itself uses; unknown words are capitalized in German only.
 * Outside of English, titles that are not in capitals are left unchanged.
 */
export function titleCase(title: string, language: string, capitals: WordCapitals): string {
  const isEnglish = language.toLowerCase().startsWith('en');
  if (isEnglish) return englishCase(title, capitals);
  return isMostlyCapitals(title) ? sentenceCase(title, language, capitals) : capitalizeFirst(title);
}

export function isMostlyCapitals(title: string): boolean {
  const letters = title.replace(/(?<=\S)\s*[([].*$/, '').match(/\p{L}/gu) ?? [];
  return (
    letters.length > 1 &&
    letters.filter((each) => each === each.toUpperCase() && each !== each.toLowerCase()).length > letters.length * MIN_CAPITALS
  );
}

function englishCase(title: string, capitals: WordCapitals): string {
  const wasCapitals = isMostlyCapitals(title);
  const words = [...title.matchAll(TITLE_WORD)];
  return title.replace(TITLE_WORD, (word, at: number) => {
    const isFirst = at === words[0]?.index || /(?:[:!?—–]|\p{L}{4}\.)["“‘']?\s*["“‘']?$/u.test(title.slice(0, at));
    const isLast = at === words.at(-1)?.index;
    const small = word.toLowerCase();
    // `Half-and-Half`, but `Mine-and-thine`: small words stay lower case as the second part of a compound.
    const isShortened = /^[io]$/.test(small) && /^['’](?:\s|$)/.test(title.slice(at + word.length));
    if (!isFirst && !isLast && (SMALL_WORDS.has(small) || isShortened)) return small;
    if (!wasCapitals && (/\p{Lu}/u.test(word) || title[at - 1] === '-')) return word;
    const whole = compoundAt(title, at, capitals);
    if (whole !== undefined && /^\p{Ll}{1,3}$/u.test(whole) && title[at + word.length] === '-') return whole;
    const own = capitals.get(small);
    if (own !== undefined && /\p{Lu}/u.test(own.slice(1))) return own;
    if (/^[ivxlc]+$/i.test(word) && wasCapitals && /^(?:ii|iii|iv|vi|vii|viii|ix|xi|xii)$/i.test(word)) return word.toUpperCase();
    return small.replace(/^(?:[od]['’]\p{L}(?=\p{L}{2})|m['’]\p{L}|mc\p{L}(?=\p{L}{3})|\p{L})/u, capitalizePrefix);
  });
}

/** Returns the part at `at` of a compound that occurs in the book: `Haroun-al-Raschid`. */
function compoundAt(title: string, at: number, capitals: WordCapitals): string | undefined {
  for (const { 0: compound, index } of title.matchAll(COMPOUND)) {
    const own = capitals.get(compound.toLowerCase());
    if (own === undefined || at < index || at >= index + compound.length || !/\p{Lu}.*-\p{L}/u.test(own)) continue;
    return /^\p{L}+(?:['’]\p{L}+)*/u.exec(own.slice(at - index))?.[0];
  }
  return undefined;
}

/** Capitalizes prefixes such as `o'd` and `mcg`. */
function capitalizePrefix(start: string): string {
  if (/^mc/i.test(start)) return `Mc${start.slice(2).toUpperCase()}`;
  return start.toUpperCase();
}

function sentenceCase(title: string, language: string, capitals: WordCapitals): string {
  const isGerman = language.toLowerCase().startsWith('de');
  const small = title.replace(LETTERS, (word, at: number) => {
    const lower = word.toLowerCase();
    return (
      compoundAt(title, at, capitals) ??
      capitals.get(lower) ??
      capitals.get(withoutAccents(lower)) ??
      (isGerman && lower.length > 3 ? lower.replace(/^\p{L}/u, (first) => first.toUpperCase()) : lower)
    );
  });
  return capitalizeFirst(
    small.replace(/([.!?]\s+["“‘'«„]?)(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toUpperCase()),
  );
}

/** Capitals are often printed without accents; the book has the word with them. */
function withoutAccents(word: string): string {
  return `~${word.normalize('NFD').replace(/\p{M}/gu, '')}`;
}

function capitalizeFirst(title: string): string {
  return title.replace(/^(\P{L}*)(\p{Ll})/u, (_, before: string, letter: string) => before + letter.toUpperCase());
}

/** Leading words in capitals; a single letter counts only next to others. */
const LEADING_CAPITALS =
  /^\P{L}*(?:\p{Lu}[\p{Lu}\p{M}'’-]+|\p{Lu}(?=\s\p{Lu}{2}))(?:[\s,]+(?:\p{Lu}[\p{Lu}\p{M}'’-]+|\p{Lu}(?=\s\p{Lu}{2})))*(?=[\s,.;:!?])/u;
const WORD = /\p{L}[\p{L}\p{M}'’-]*/gu;
const ARTICLE = /(?:^|\P{L})(?:AN?|THE)\s$/u;
const NUMERAL = /^[IVXLCDM]{2,}$/;

/** `word`: in capitals; `before`: the preceding text. Returns the word as it should be written. */
type WriteWord = (word: string, before: string) => string;

/**
 * Replaces leading capitals (`ONCE UPON a time`), a habit of printers, by `write`; the first letter stays upper case. The length does not
 * change.
 */
export function normalizeOpening(text: string, write: WriteWord): string {
  const [shouted = ''] = LEADING_CAPITALS.exec(text) ?? [];
  const calm = shouted
    .replace(WORD, (word, at: number) => write(word, shouted.slice(0, at)))
    .replace(/\p{L}/u, (letter) => letter.toUpperCase());
  return calm.length === shouted.length ? calm + text.slice(shouted.length) : text;
}

/**
 * Applies this to a tale, at its beginning and after headings. Blocks entirely in capitals, numerals and speakers of a play (`MR. G.`)
 * stay.
 */
export function normalizeOpenings(blocks: readonly Block[], capitals: WordCapitals): Block[] {
  let isStart = true;
  return blocks.map((block) => {
    const { kind, hints, text } = block;
    if (kind === 'heading' || kind === 'rule') isStart = true;
    const isTold = (kind === 'paragraph' || kind === 'verse' || kind === 'quote') && !hints.centred && !isCapitals(text);
    if (!isStart || !isTold) return block;
    isStart = false;
    return isCapitals(/^[^.:]*[.:]?/.exec(text)?.[0] ?? '') ? block : normalizeBlock(block, capitals);
  });
}

function normalizeBlock(block: Block, capitals: WordCapitals): Block {
  const write: WriteWord = (word, before) => usualForm(word, before, capitals);
  const printed = block.html.replace(/<br \/>/g, '\n').replace(/<[^>]*>/g, '');
  const calm = normalizeOpening(printed, write);
  if (calm === printed) return block;
  let at = 0;
  const html = block.html.replace(/<br \/>|<[^>]*>|[^<]+/g, (piece) => {
    if (piece.startsWith('<') && piece !== '<br />') return piece;
    const from = at;
    at += piece === '<br />' ? 1 : piece.length;
    return piece === '<br />' ? piece : calm.slice(from, at);
  });
  return { ...block, html, text: normalizeOpening(block.text, write) };
}

/** Returns the form used inside sentences; a word that occurs nowhere else counts as a name, unless it follows an article. */
function usualForm(word: string, before: string, capitals: WordCapitals): string {
  const small = word.toLowerCase();
  const own = capitals.get(small);
  if (own !== undefined) return own;
  if (NUMERAL.test(word)) return word;
  const named = small.replace(
    /\p{L}[\p{L}\p{M}]*/gu,
    (part) => capitals.get(part) ?? part.replace(/^\p{L}/u, (letter) => letter.toUpperCase()),
  );
  // `Middle-aged`, but `Apple-Tree` where the book writes it so.
  return ARTICLE.test(before) || /^\p{Ll}/u.test(named) ? small : named;
}
