import { readFacts } from './book-facts.ts';
import { decodeBook } from './decode-book.ts';
import { blocksOf } from './html-blocks.ts';
import { elementsNamed, type HtmlElement, htmlTextOf, parseHtml } from './html-tree.ts';
import type { SourceBook } from './source-book.ts';
import { stripBook } from './strip-book.ts';

/** A book in one HTML file, such as Project Gutenberg has them. `bytes`: in any encoding, see decodeBook. Never throws. */
export function readHtml(bytes: Uint8Array): SourceBook {
  const root = parseHtml(decodeBook(bytes, declaredIn(bytes)));
  const language = languageOf(root);
  const blocks = blocksOf(root, { language, anchorOf: (id) => `#${id}`, resolve: resolveHere });
  const facts = readFacts(blocks, { title: titleOf(root), language });
  return { format: 'html', ...facts, blocks: stripBook(blocks), toc: [] };
}

/** What the first bytes say of the encoding. */
function declaredIn(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 2048)).toString('latin1');
  return /<meta[^>]+charset\s*=\s*["']?([\w.:-]+)/i.exec(start)?.[1] ?? /<\?xml[^>]+encoding\s*=\s*["']([\w.-]+)/i.exec(start)?.[1];
}

/** Some files name themselves in the links within them. */
function resolveHere(href: string): string | undefined {
  const [, before = '', id = ''] = /^([^#]*)#(.+)$/s.exec(href.trim()) ?? [];
  return id === '' || /^[a-z][a-z0-9+.-]*:|^\/\/|\//i.test(before) ? undefined : `#${decoded(id)}`;
}

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function languageOf(root: HtmlElement): string | null {
  const [html] = elementsNamed(root, 'html');
  const lang = html?.attributes.lang ?? html?.attributes['xml:lang'] ?? '';
  return /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i.test(lang) ? lang : null;
}

function titleOf(root: HtmlElement): string | null {
  const [title] = elementsNamed(root, 'title');
  const text = title === undefined ? '' : htmlTextOf(title).replace(/\s+/gu, ' ').trim();
  return text === '' ? null : text;
}
