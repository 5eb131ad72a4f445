import { readFacts } from './book-facts.ts';
import { decodeBook } from './decode-book.ts';
import type { SourceBook } from './source-book.ts';
import { stripBook } from './strip-book.ts';
import { textBlocks } from './text-blocks.ts';
import { chunksOf, wrapWidth } from './text-chunks.ts';

/** A book in plain text as Project Gutenberg has them. `bytes`: in any encoding, see decodeBook. Never throws. */
export function readText(bytes: Uint8Array): SourceBook {
  const chunks = chunksOf(decodeBook(bytes));
  const width = wrapWidth(chunks);
  const blocks = chunks.flatMap((chunk) => textBlocks(chunk, width));
  return { format: 'text', ...readFacts(blocks, { title: null, language: null }), blocks: stripBook(blocks), toc: [] };
}
