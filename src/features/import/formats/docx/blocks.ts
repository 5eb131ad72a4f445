/** Paragraphs of a Word document as blocks. */
import { linesOf } from '../../source/inline.ts';
import { escapeHtml, textOfHtml } from '../../source/inline-html.ts';
import { type Block, type BlockKind, isCapitals, NO_HINTS } from '../../source/source-book.ts';
import { looksLikeVerse } from '../../source/verse-blocks.ts';
import type { Paragraph } from './paragraph.ts';
import { type RunMarks, runsHtml } from './runs.ts';
import type { Place } from './stream-paragraphs.ts';

export type Placed = Paragraph & { place: Place };
/** With what its style says it is, besides its kind. */
export type DocxBlock = Block & { style: string; isBold: boolean };

const QUOTE = /\bquot|block text/;
const VERSE = /verse|poem|poetry|lyrics|stanza/;
const CONTENTS = /^(toc|table of)\b/;
const RULE = /^[\s*•·—–_=~#+-]+$/;

export function blocksOf(paragraphs: readonly Placed[]): DocxBlock[] {
  const blocks: DocxBlock[] = [];
  for (let at = 0; at < paragraphs.length; ) {
    const first = paragraphs[at] as Placed;
    const isSame = first.place.table > 0 ? (each: Placed) => each.place.table === first.place.table : isItem(first);
    let end = at + 1;
    while (isSame !== undefined && end < paragraphs.length && isSame(paragraphs[end] as Placed)) end += 1;
    const group = paragraphs.slice(at, end);
    if (first.place.table > 0) blocks.push(...tableBlocks(group));
    else if (isSame !== undefined) blocks.push(listBlock(group));
    else blocks.push(...plainBlock(first));
    at = end;
  }
  return blocks;
}

/** How to know the other items of its list; nothing for what is none. */
function isItem({ list, level }: Placed): ((each: Placed) => boolean) | undefined {
  return list === undefined || level > 0 ? undefined : (each) => each.list?.id === list.id && each.level === 0 && each.place.table === 0;
}

function plainBlock({ runs, style, level, centred }: Placed): DocxBlock[] {
  if (CONTENTS.test(style)) return [];
  const isHeading = level > 0 || style === 'title' || style === 'subtitle';
  // Headings are bold, and so may a whole paragraph be, by its looks alone.
  const html = runsHtml(runs, isHeading ? { bold: false } : {});
  const lines = linesOf(html);
  const text = textOfHtml(html);
  if (text === '') return [];
  const isBold = runs.every((run) => run.marks.bold || run.html.trim() === '');
  if (RULE.test(text)) return [blockOf('rule', html, style)];
  const verse = VERSE.test(style) || looksLikeVerse(lines, html);
  const kind = isHeading ? 'heading' : verse ? 'verse' : QUOTE.test(style) ? 'quote' : 'paragraph';
  return [{ ...blockOf(kind, html, style), level, isBold, hints: { ...NO_HINTS, centred, caps: isCapitals(text) } }];
}

/** Items hold phrases only; inner lists stand in the item before them. */
function listBlock(items: readonly Placed[]): DocxBlock {
  const open: ('ol' | 'ul')[] = [];
  let html = '';
  for (const { list, runs } of items) {
    const depth = Math.min(list?.depth ?? 0, open.length);
    while (open.length > depth + 1) html += `</li></${open.pop()}>`;
    if (open.length === depth + 1) html += '</li>';
    else {
      open.push(list?.tag ?? 'ul');
      html += `<${open.at(-1)}>`;
    }
    html += `<li>${runsHtml(runs)}`;
  }
  while (open.length > 0) html += `</li></${open.pop()}>`;
  return blockOf('list', html, '');
}

/** A table of one column is there to place what stands in it. */
function tableBlocks(cells: readonly Placed[]): DocxBlock[] {
  if (cells.every(({ place }) => place.cell <= 1)) return cells.flatMap(plainBlock);
  const rows = [...Map.groupBy(cells, ({ place }) => place.row).values()].map((row) => {
    const inner = [...Map.groupBy(row, ({ place }) => place.cell).values()].map((cell) => cell.map(({ runs }) => runsHtml(runs)));
    return `<tr>${inner.map((parts) => `<td>${parts.filter((part) => part !== '').join('<br />')}</td>`).join('')}</tr>`;
  });
  return [blockOf('table', `<table><tbody>${rows.join('')}</tbody></table>`, '')];
}

/** A footnote, with the mark that leads to it. `id`: as paragraphs link to it. */
export function noteBlock(id: string, paragraphs: readonly Paragraph[], but: Partial<RunMarks> = {}): Block {
  const html = paragraphs
    .map(({ runs }) => runsHtml(runs, but))
    .filter((each) => each !== '')
    .join('<br />');
  return { ...blockOf('note', `[1] ${html}`, ''), anchors: [`#note-${escapeHtml(id)}`] };
}

function blockOf(kind: BlockKind, html: string, style: string): DocxBlock {
  const links = [...html.matchAll(/<a href="([^"]*)">(.*?)<\/a>/g)].map(([, to = '', text = '']) => ({ text, to }));
  const own = { kind, level: 0, html, text: textOfHtml(html), lines: linesOf(html), anchors: [], links, hints: NO_HINTS };
  return { ...own, style, isBold: false };
}
