import { resolveHref } from '../archive/paths.ts';
import type { Book } from '../worker-output.ts';
import { readFacts, stripBoilerplate } from './book-facts.ts';
import { decodeLenient } from './decode-book.ts';
import { blocksOf } from './html-blocks.ts';
import { elementsNamed, type HtmlElement, htmlTextOf, parseHtml } from './html-tree.ts';
import type { Block, SourceBook } from './source-book.ts';

/** Reads a book in one HTML file, as Project Gutenberg has them. `bytes`: in any encoding, see `decodeLenient`. Never throws. */
export function readHtml(bytes: Uint8Array): SourceBook {
  const root = parseHtml(decodeLenient(bytes, declaredIn(bytes)));
  const language = languageOf(root);
  const blocks = blocksOf(root, { language, anchorOf: (id) => `#${id}`, resolve: resolveHere });
  const facts = readFacts(blocks, { title: titleOf(root), language });
  return { format: 'html', ...facts, blocks: stripBoilerplate(blocks), toc: [] };
}

/** Returns the encoding declared in the first bytes. */
function declaredIn(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 2048)).toString('latin1');
  return /<meta[^>]+charset\s*=\s*["']?([\w.:-]+)/i.exec(start)?.[1] ?? /<\?xml[^>]+encoding\s*=\s*["']([\w.-]+)/i.exec(start)?.[1];
}

/** Some files use their own name in internal links. */
function resolveHere(href: string): string | undefined {
  const [, before = '', id = ''] = /^([^#]*)#(.+)$/s.exec(href.trim()) ?? [];
  return id === '' || /^[a-z][a-z0-9+.-]*:|^\/\/|\//i.test(before) ? undefined : `#${decoded(id)}`;
}

function decoded(text: string): string {
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

/** Reads the chapters of an EPUB. Never throws. */
export function readOpenedEpub(book: Book): SourceBook {
  const blocks = book.documents.flatMap(({ path, html }) => documentBlocks(path, html, book.language));
  const facts = readFacts(blocks, { title: book.title, language: book.language, identifier: book.identifier });
  const authors = book.authors.length > 0 ? book.authors : facts.authors;
  const toc = book.toc.map(({ title, href }) => ({ title, to: href }));
  return { format: 'epub', ...facts, authors, blocks: stripBoilerplate(blocks), toc };
}

function documentBlocks(path: string, html: string, language: string | null): Block[] {
  const resolve = (href: string) => {
    const target = resolveHref(path, href);
    return typeof target === 'string' || target.fragment === '' ? undefined : target.path + target.fragment;
  };
  const blocks = blocksOf(parseHtml(html), { language, anchorOf: (id) => `${path}#${id}`, resolve });
  const [first] = blocks;
  if (first !== undefined) {
    first.anchors.unshift(path);
    first.hints.pageBreak = true;
  }
  return blocks;
}
