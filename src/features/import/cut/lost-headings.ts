/** Titles that were set as plain paragraphs and that no table of contents names. */
import type { Block } from '../source/source-book.ts';
import { isCapitals } from '../source/source-book.ts';
import { type Candidate, candidateOf, textLength } from './candidates.ts';
import { normalTitle } from './normal-title.ts';

const LONGEST_TITLE = 90;
const LONGEST_BLOCK = 260;
/** Before and behind a title stands a tale, which is this long at least, and this much of what tales have in this book. */
const LEAST_BODY = 1_000;
const LEAST_SHARE = 0.2;
/** How tales begin, and what stands below a title that names its source. */
const OPENING =
  /^["“‘'«»„]?(?:(?:once|there (?:was|were|lived|dwelt)|long(?:,? long)? ago|many (?:years|centuries)|in (?:a|the|olden|old|former|days) |a (?:certain|king|long time|great while|poor|rich|man) |es (?:war|waren|lebte|hatte)|vor (?:langer|alten|vielen)|il (?:y avait|etait|était)|hab[ií]a|[eé]rase|er (?:was|waren)|der (?:var|levede)|det var|far away)\b)/i;
const SOURCE = /^[[(]\d+[\])]/;

/**
 * Where the titles of a book are all capitals, a line of capitals between two stretches of prose that are long enough for tales,
 * the second of which begins as tales do. `known`: the titles that were found, sorted by place.
 */
export function lostHeadings(blocks: readonly Block[], known: readonly Candidate[], taken: ReadonlySet<number>): Candidate[] {
  const [first] = known;
  if (first === undefined || known.filter(({ title }) => isCapitals(title)).length < known.length * 0.9) return [];
  const bodies = known.map(({ body }) => body).toSorted((a, b) => a - b);
  const least = Math.max(LEAST_BODY, (bodies[Math.floor(bodies.length / 2)] ?? 0) * LEAST_SHARE);
  const starts = known.map(({ at }) => at);
  const found: Candidate[] = [];
  for (let at = first.at + 1; at < blocks.length; at += 1) {
    const block = blocks[at] as Block;
    if (taken.has(at) || starts.includes(at) || !isTitleLine(block) || !opensTale(blocks, at)) continue;
    const before = Math.max(...starts.filter((each) => each < at), found.at(-1)?.at ?? 0);
    const after = Math.min(...starts.filter((each) => each > at), blocks.length);
    const candidate = candidateOf(blocks, at, first.rank);
    const isChapter =
      candidate.chapter || candidate.bare !== undefined || candidate.section !== undefined || candidate.number !== undefined;
    if (isChapter || textLength(blocks, before + 1, at) < least || textLength(blocks, at + 1, after) < least) continue;
    const title = block.lines[0] ?? block.text;
    found.push({ ...candidate, title, normal: normalTitle(title) });
  }
  return found;
}

/** Prose before it, and the beginning of a tale or the note of a source behind it. */
function opensTale(blocks: readonly Block[], at: number): boolean {
  const isProse = (block: Block) => block.kind === 'paragraph' && !isCapitals(block.text);
  const next = blocks.slice(at + 1, at + 4);
  const opening = next.find((block) => isProse(block) && block.text.length > 80)?.text ?? '';
  return (OPENING.test(opening) || next.some(({ text }) => SOURCE.test(text))) && blocks.slice(Math.max(0, at - 3), at).some(isProse);
}

function isTitleLine({ kind, lines, text }: Block): boolean {
  const [first = '', second] = lines;
  if ((kind !== 'paragraph' && kind !== 'verse') || text.length > LONGEST_BLOCK || first.length > LONGEST_TITLE || first.length < 4)
    return false;
  const isSource = second === undefined || /^[[(]/.test(second);
  return isSource && isCapitals(first) && !/[!?,;:"”’'»]$|^["“‘'«(]/.test(first);
}
