import { marked } from 'marked';
import { cleanHtml } from '#src/features/tales/tales.ts';

/** Markdown as the HTML that a page shows: cleaned as that of a tale is. `tidied`: something was taken out. */
export function renderMarkdown(markdown: string): { html: string; tidied: boolean } {
  const { html, changed } = cleanHtml(marked.parse(markdown, { async: false }));
  return { html, tidied: changed };
}
