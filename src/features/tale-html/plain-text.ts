/** Plain text and word count of a tale. Safe in the browser: the form shows the same count that the server stores. */
import { unescapeHtml } from '#src/ui/escape-html.ts';
import { BLOCK_TAGS } from './sanitizer-allow-list.ts';

const wordSegmenter = new Intl.Segmenter('und', { granularity: 'word' });
const BLOCK_TAG = new RegExp(`</?(?:${BLOCK_TAGS.join('|')})(?: [^>]*)?>`, 'g');

/** Converts sanitized HTML to text. Blocks are separated by an empty line, `<br>` becomes a line break. */
export function htmlToText(html: string): string {
  const text = html
    .replace(/\s+/g, ' ')
    .replace(/<br(?: [^>]*)?>/g, '\n')
    .replace(BLOCK_TAG, '\n\n')
    .replace(/<[^>]*>/g, '');
  return unescapeHtml(text)
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Returns the paragraphs of sanitized HTML as plain text. Line breaks of verse stay, images become their alt text. */
export function readableParagraphs(html: string): string[] {
  const text = html
    .replace(/\s+/g, ' ')
    .replace(/<img(?: [^>]*)?>/g, (tag) => `[Picture: ${/ alt="([^"]*)"/.exec(tag)?.[1] || 'not described'}]`)
    .replace(/<hr(?: [^>]*)?>/g, '\n\n* * *\n\n')
    .replace(/<br(?: [^>]*)?>/g, '\n')
    .replace(BLOCK_TAG, '\n\n')
    .replace(/<[^>]*>/g, '');
  return unescapeHtml(text)
    .split(/\s*\n\s*\n\s*/)
    .map((paragraph) => paragraph.replace(/ *\n */g, '\n').trim())
    .filter((paragraph) => paragraph !== '');
}

/** Counts words. Scripts without spaces between words are segmented with a dictionary. */
export function countWords(text: string): number {
  const spaced = text.replace(/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Mymr}]+/gu, separateWords);
  return spaced.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}\p{Cf}'’.-]*/gu)?.length ?? 0;
}

function separateWords(run: string): string {
  return ` ${Array.from(wordSegmenter.segment(run), ({ segment }) => segment).join(' ')} `;
}
