import { escapeText } from '#src/ui/escape-html.ts';

/** Converts sanitized HTML to Markdown: paragraphs, headings, rules, quotations, line breaks, emphasis, links. Other elements stay HTML. */

const VOID = new Set(['br', 'hr', 'img', 'col']);
const HEADINGS: Record<string, string> = { h2: '## ', h3: '### ', h4: '#### ' };
const SIMPLE: Record<string, string> = { '<em>': '*', '</em>': '*', '<strong>': '**', '</strong>': '**', '<br />': '\\\n' };
const LINK = /^<a href="([^"\s()<>\\&]*)"(?: rel="noopener")?>$/;

/** The result may not parse back to the same HTML in rare combinations; callers that need that must compare. */
export function toMarkdown(html: string): string {
  return blocksOf(html).map(blockToMarkdown).join('\n\n');
}

/** Escapes plain text, with paragraphs separated by empty lines, for Markdown. */
export function textToMarkdown(text: string): string {
  return text
    .split('\n\n')
    .map((paragraph) => escapeLines(escapeInline(escapeText(paragraph))))
    .join('\n\n');
}

/** Splits HTML into top-level elements and the text between them. */
function blocksOf(html: string): string[] {
  const blocks: string[] = [];
  let depth = 0;
  let block = '';
  for (const [token] of html.matchAll(/<[^>]*>|[^<]+/g)) {
    const name = /^<\/?([a-z0-9]+)/.exec(token)?.[1];
    block += token;
    if (name !== undefined && !VOID.has(name)) depth += token.startsWith('</') ? -1 : 1;
    if (depth > 0) continue;
    if (block.trim() !== '') blocks.push(block.trim());
    block = '';
  }
  return block.trim() === '' ? blocks : [...blocks, block.trim()];
}

function blockToMarkdown(block: string): string {
  if (block === '<hr />') return '* * *';
  const [, name = '', inner = ''] = /^<([a-z0-9]+)>(.*)<\/\1>$/s.exec(block) ?? [];
  if (name === 'p') return inlineToMarkdown(inner);
  if (name in HEADINGS && !inner.includes('<br')) return `${HEADINGS[name]}${inlineToMarkdown(inner)}`;
  if (name === 'blockquote')
    return toMarkdown(inner)
      .split('\n')
      .map((line) => (line === '' ? '>' : `> ${line}`))
      .join('\n');
  return block;
}

function inlineToMarkdown(html: string): string {
  const ends: string[] = [];
  const parts = Array.from(html.matchAll(/<[^>]*>|[^<]+/g), ([token]) => {
    if (!token.startsWith('<')) return escapeInline(token);
    if (token in SIMPLE) return SIMPLE[token];
    const target = LINK.exec(token)?.[1];
    if (token.startsWith('<a ')) ends.push(target === undefined ? token : `](${target})`);
    if (target !== undefined) return '[';
    if (token !== '</a>') return token;
    const end = ends.pop() ?? token;
    return end.startsWith(']') ? end : token;
  });
  return escapeLines(parts.join(''));
}

function escapeInline(text: string): string {
  return text.replace(/[\\`*_[\]~]/g, '\\$&');
}

/** Escapes characters that would start a heading, list, quotation or rule. */
function escapeLines(text: string): string {
  return text.replace(/^([#>+=|-])/gm, '\\$1').replace(/^(\d{1,9})([.)])/gm, '$1\\$2');
}
