/** Footnotes in Markdown (`a word[^1]`, `[^1]: what of it`), which Markdown itself does not have. */
import { marked } from 'marked';

const DEFINITION = /^\[\^([^\]\s]{1,60})\]:[ \t]*(.*(?:\n(?:[ \t]+\S.*))*)\n?/gm;
const MARKER = /\[\^([^\]\s]{1,60})\]/g;
const CODE = /^(?: {4}|\t)|`/;

/** Markdown with the markers as HTML, and the notes as the HTML that belongs at its end, as the editor writes them; '' for none. */
export function takeFootnotes(markdown: string): { body: string; notes: string } {
  const texts = new Map<string, string>();
  const rest = markdown.replace(DEFINITION, (_, label: string, text: string) => {
    texts.set(label, text.replace(/\n[ \t]+/g, ' ').trim());
    return '';
  });
  if (texts.size === 0) return { body: markdown, notes: '' };
  const numbers = new Map<string, number>();
  const body = rest
    .split('\n')
    .map((line) => (CODE.test(line) ? line : line.replace(MARKER, (marker, label: string) => markerOf(label) ?? marker)))
    .join('\n');
  const items = [...numbers].map(([label, number]) => `<li id="t-fn${number}">${inline(label)} <a href="#t-fnref${number}">↑</a></li>`);
  return { body, notes: items.length === 0 ? '' : `<section id="t-footnotes"><ol>${items.join('')}</ol></section>` };

  /** A second marker of a note leads to it too, and nothing leads back there. */
  function markerOf(label: string): string | undefined {
    if (!texts.has(label)) return undefined;
    const known = numbers.get(label);
    const number = known ?? numbers.size + 1;
    numbers.set(label, number);
    return `<sup><a${known === undefined ? ` id="t-fnref${number}"` : ''} href="#t-fn${number}">${number}</a></sup>`;
  }

  function inline(label: string): string {
    return marked.parseInline(texts.get(label) ?? '', { async: false });
  }
}
