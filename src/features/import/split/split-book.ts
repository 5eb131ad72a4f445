import { collectWordCapitals } from '../post-process/capitals.ts';
import { finishTale } from '../post-process/finish-tale.ts';
import { detectCredits } from '../post-process/head-and-tail.ts';
import { collectNotes } from '../post-process/tale-content.ts';
import type { RawTale, SourceBook, SplitBook } from '../sources/source-book.ts';
import type { Hints } from './hints.ts';
import { rawTales, warningsAmong } from './raw-tales.ts';

/**
 * Splits a book into tales by its headings and table of contents, and post-processes each. `left`: the sections that are not tales. Never
 * throws.
 */
export function splitBook(book: SourceBook, hints?: Hints): SplitBook {
  const { tales, left } = rawTales(book, hints);
  const around = {
    language: book.language ?? 'en',
    authors: book.authors,
    credits: detectCredits(tales),
    notes: collectNotes(book.blocks),
    capitals: collectWordCapitals(book.blocks),
  };
  const finished = tales.map((tale) => finishTale(hints?.interludes === undefined ? tale : withoutInterlude(tale), around));
  const warnings = warningsAmong(finished);
  return { tales: finished.map((tale, index) => ({ ...tale, warnings: [...tale.warnings, ...(warnings[index] ?? [])] })), left };
}

/** Centred lines and lines without letters belong to the verse. */
function withoutInterlude(tale: RawTale): RawTale {
  const begin = tale.blocks.findIndex(({ kind, hints, text }) => kind === 'paragraph' && !hints.centred && /\p{Ll}/u.test(text));
  return { ...tale, blocks: tale.blocks.slice(Math.max(0, begin)) };
}
