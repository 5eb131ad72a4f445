/** The plain words of a tale's text, and how many. Safe in the browser: the form shows what saving will count. */
import { BLOCKS } from './content-elements.ts';

const wordSegmenter = new Intl.Segmenter('und', { granularity: 'word' });
const BLOCK_TAG = new RegExp(`</?(?:${BLOCKS.join('|')})(?: [^>]*)?>`, 'g');
const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** The words of clean HTML without its marks; blocks are parted by an empty line, lines by a line break. */
export function htmlToText(html: string): string {
  return html
    .replace(/\s+/g, ' ')
    .replace(/<br(?: [^>]*)?>/g, '\n')
    .replace(BLOCK_TAG, '\n\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** How many words a reader reads. Scripts that part no words by spaces are parted by a dictionary. */
export function countWords(text: string): number {
  const spaced = text.replace(/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Mymr}]+/gu, splitRun);
  return spaced.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}\p{Cf}'’.-]*/gu)?.length ?? 0;
}

function splitRun(run: string): string {
  return ` ${Array.from(wordSegmenter.segment(run), ({ segment }) => segment).join(' ')} `;
}
