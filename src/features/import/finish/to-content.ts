import type { CutTale } from '../cut/cut-book.ts';
import type { Block } from '../source/source-book.ts';

const BACK = '↑';

/** The tale as HTML in the cleaner's own form: cleaning it changes nothing. Footnotes stand as the editor has them. */
export function toContent({ blocks }: Pick<CutTale, 'blocks'>): string {
  const shallowest = Math.min(...blocks.filter(({ kind }) => kind === 'heading').map(({ level }) => level));
  const parts: string[] = [];
  let quoted: string[] = [];
  const flush = () => {
    if (quoted.length > 0) parts.push(`<blockquote>${quoted.join('')}</blockquote>`);
    quoted = [];
  };
  for (const block of blocks) {
    if (block.kind === 'note') continue;
    if (block.kind === 'quote') {
      quoted.push(`<p>${block.html}</p>`);
      continue;
    }
    flush();
    parts.push(blockHtml(block, shallowest));
  }
  flush();
  const notes = blocks.filter(({ kind }) => kind === 'note');
  if (notes.length > 0) parts.push(notesHtml(notes));
  return parts.join('\n');
}

function blockHtml({ kind, level, html, hints }: Block, shallowest: number): string {
  if (kind === 'rule') return '<hr />';
  if (kind === 'heading') {
    const tag = `h${Math.min(4, 2 + level - shallowest)}`;
    return `<${tag}>${html.replace(/<br \/>/g, ' ')}</${tag}>`;
  }
  if (kind === 'verse') return `<p class="verse">${html}</p>`;
  if (kind === 'list' || kind === 'table') return html;
  return hints.centred ? `<p class="centre">${html}</p>` : `<p>${html}</p>`;
}

/** As footnoteSection of the editor's model writes it. */
function notesHtml(notes: readonly Block[]): string {
  const items = notes.map(({ html }, index) => `<li id="t-fn${index + 1}">${html} <a href="#t-fnref${index + 1}">${BACK}</a></li>`);
  return `<section id="t-footnotes"><ol>${items.join('')}</ol></section>`;
}
