import { marked } from 'marked';
import { toContent } from '../finish/to-content.ts';
import { MOST_LINES, MOST_TALE } from './limits.ts';
import { plainBlocks } from './plain-blocks.ts';
import { nameOf } from './tale-fields.ts';

const HTML = /<(?:p|br|div|h[1-6])\b[^<>]*>/i;

/**
 * The text of a tale out of its column, as HTML; '' for none, nothing for more than a tale may have. Each value is a piece of the text, or a list of its lines. What the column is
 * called, or the tags in it, say that it is HTML or Markdown; otherwise it is plain text.
 */
export function rowsContent(column: string, values: readonly unknown[]): string | undefined {
  const pieces = values.flatMap((value) => (Array.isArray(value) ? value : [value])).filter((each) => typeof each === 'string');
  const full = pieces.filter((piece) => piece.trim() !== '');
  if (full.length === 0) return '';
  const lines = full.reduce((sum, piece) => sum + piece.split('\n').length, 0);
  if (lines > MOST_LINES || full.reduce((sum, piece) => sum + piece.length, 0) > MOST_TALE) return undefined;
  const name = nameOf(column);
  if (/markdown/.test(name)) return marked.parse(full.join('\n\n'), { async: false }).trim();
  if (/html/.test(name) || full.some((piece) => HTML.test(piece))) return full.join('\n');
  return toContent({ blocks: plainBlocks(pieces) });
}
