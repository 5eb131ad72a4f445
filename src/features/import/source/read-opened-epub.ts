import type { Book } from '../book.ts';
import { resolveHref } from '../reader/paths.ts';
import { readFacts } from './book-facts.ts';
import { blocksOf } from './html-blocks.ts';
import { parseHtml } from './html-tree.ts';
import type { Block, SourceBook } from './source-book.ts';
import { stripBook } from './strip-book.ts';

/** A book that `openEpub` has opened. Never throws. */
export function readOpenedEpub(book: Book): SourceBook {
  const blocks = book.documents.flatMap(({ path, html }) => documentBlocks(path, html, book.language));
  const facts = readFacts(blocks, { title: book.title, language: book.language, identifier: book.identifier });
  const authors = book.authors.length > 0 ? book.authors : facts.authors;
  const toc = book.toc.map(({ title, href }) => ({ title, to: href }));
  return { format: 'epub', ...facts, authors, blocks: stripBook(blocks), toc };
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
