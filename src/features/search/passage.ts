import type { Passage } from '#src/features/tales/contract.ts';

/** Characters before and after the first match. */
const CONTEXT_BEFORE = 70;
const CONTEXT_AFTER = 130;

/**
 * Returns an excerpt of about 200 characters around the first match, cut at white space, with highlighted terms; undefined without a match.
 * Ignores accents and case. A word matches a stem that it starts with if it is at most four letters longer, which approximates the stemmers.
 */
export function findPassage(text: string, stems: string[]): Passage | undefined {
  const wanted = stems.map((stem) => fold(stem).replace(/[ie]$/, '')).filter((stem) => stem.length > 1);
  const first = findMatches(text, wanted)[0];
  if (first === undefined) return undefined;
  const start = cutBefore(text, first.start - CONTEXT_BEFORE);
  const end = cutAfter(text, first.end + CONTEXT_AFTER);
  return highlight(text.slice(start, end), wanted, start > 0, end < text.length);
}

type Match = { start: number; end: number };

function findMatches(text: string, stems: string[], limit = 1): Match[] {
  const found: Match[] = [];
  if (stems.length === 0) return found;
  for (const match of text.matchAll(likelyWords(stems))) {
    const word = fold(match[0]);
    if (stems.some((stem) => word.startsWith(stem) && word.length <= stem.length + 4)) {
      found.push({ start: match.index, end: match.index + match[0].length });
      if (found.length === limit) break;
    }
  }
  return found;
}

/** Words that start with the initial of a stem or with a letter outside ASCII, which may be folded to it: folding all words would be slow. */
function likelyWords(stems: string[]): RegExp {
  const initials = stems.map(([initial = '']) => (/[a-z0-9]/.test(initial) ? initial + initial.toUpperCase() : '')).join('');
  const letter = String.raw`[\p{L}\p{M}\p{N}]`;
  return new RegExp(String.raw`(?<!${letter})[${initials}[${letter}--\p{ASCII}]]${letter}*`, 'gv');
}

function highlight(excerpt: string, stems: string[], hasTextBefore: boolean, hasTextAfter: boolean): Passage {
  const passage: Passage = [];
  let from = 0;
  for (const { start, end } of findMatches(excerpt, stems, 20)) {
    if (start > from) passage.push({ text: excerpt.slice(from, start), mark: false });
    passage.push({ text: excerpt.slice(start, end), mark: true });
    from = end;
  }
  if (from < excerpt.length) passage.push({ text: excerpt.slice(from), mark: false });
  if (hasTextBefore) passage.unshift({ text: '… ', mark: false });
  if (hasTextAfter) passage.push({ text: ' …', mark: false });
  return passage;
}

function cutBefore(text: string, at: number): number {
  if (at <= 0) return 0;
  const space = text.slice(at).search(/\s\S/);
  return space < 0 || space > CONTEXT_BEFORE ? at : at + space + 1;
}

function cutAfter(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const space = text.lastIndexOf(' ', at);
  return space <= at - CONTEXT_AFTER ? at : space;
}

/** Lower case without accents; ligatures and special letters are replaced as in the search index. */
export function fold(text: string): string {
  if (/^\p{ASCII}*$/v.test(text)) return text.toLowerCase();
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[æœøłßđð]/g, (letter) => LETTERS[letter] ?? letter);
}

const LETTERS: Record<string, string> = { æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', ß: 'ss', đ: 'd', ð: 'd' };
