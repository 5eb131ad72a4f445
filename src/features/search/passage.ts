import type { Passage } from '#src/features/tales/contract.ts';

const BEFORE = 70;
const AFTER = 130;

/**
 * The first passage of `text` that holds one of the stems, some 200 characters, cut at white space, the words marked.
 * Undefined when the words stand only in title or excerpt. Accents and case are ignored; a word fits a stem when it
 * begins with it and is at most four letters longer: what the stemmers of the search make of most words.
 */
export function findPassage(text: string, stems: string[]): Passage | undefined {
  const wanted = stems.map((stem) => fold(stem).replace(/[ie]$/, '')).filter((stem) => stem.length > 1);
  const first = hits(text, wanted)[0];
  if (first === undefined) return undefined;
  const start = cutBefore(text, first.start - BEFORE);
  const end = cutAfter(text, first.end + AFTER);
  return mark(text.slice(start, end), wanted, start > 0, end < text.length);
}

type Hit = { start: number; end: number };

function hits(text: string, stems: string[], most = 1): Hit[] {
  const found: Hit[] = [];
  if (stems.length === 0) return found;
  for (const match of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const word = fold(match[0]);
    if (stems.some((stem) => word.startsWith(stem) && word.length <= stem.length + 4)) {
      found.push({ start: match.index, end: match.index + match[0].length });
      if (found.length === most) break;
    }
  }
  return found;
}

function mark(excerpt: string, stems: string[], more: boolean, after: boolean): Passage {
  const passage: Passage = [];
  let from = 0;
  for (const { start, end } of hits(excerpt, stems, 20)) {
    if (start > from) passage.push({ text: excerpt.slice(from, start), mark: false });
    passage.push({ text: excerpt.slice(start, end), mark: true });
    from = end;
  }
  if (from < excerpt.length) passage.push({ text: excerpt.slice(from), mark: false });
  if (more) passage.unshift({ text: '… ', mark: false });
  if (after) passage.push({ text: ' …', mark: false });
  return passage;
}

function cutBefore(text: string, at: number): number {
  if (at <= 0) return 0;
  const space = text.slice(at).search(/\s\S/);
  return space < 0 || space > BEFORE ? at : at + space + 1;
}

function cutAfter(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const space = text.lastIndexOf(' ', at);
  return space <= at - AFTER ? at : space;
}

/** Lower case, without accents; letters that are not an accent on another one as the search index writes them. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[æœøłßđð]/g, (letter) => LETTERS[letter] ?? letter);
}

const LETTERS: Record<string, string> = { æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', ß: 'ss', đ: 'd', ð: 'd' };
