import { creditsOf } from '../finish/credits.ts';
import { finishTale } from '../finish/finish-tale.ts';
import { notesOf } from '../finish/tale-notes.ts';
import { wordCapitals } from '../finish/word-capitals.ts';
import type { SourceBook } from '../source/source-book.ts';
import type { CutBook, RawTale } from './cut-book.ts';
import { doubtsAmong } from './doubts.ts';
import type { Hints } from './hints.ts';
import { rawTales } from './raw-tales.ts';

/**
 * The tales of a book, by its own headings and table of contents, each ready to be looked at: its title clean, its footnotes with it.
 * `left` is what was taken for something else. Never throws; of a book in which no tale can be found all is left.
 */
export function cutTales(book: SourceBook, hints?: Hints): CutBook {
  const { tales, left } = rawTales(book, hints);
  const around = {
    language: book.language ?? 'en',
    authors: book.authors,
    credits: creditsOf(tales),
    notes: notesOf(book.blocks),
    capitals: wordCapitals(book.blocks),
  };
  const finished = tales.map((tale) => finishTale(hints?.interludes === undefined ? tale : withoutInterlude(tale), around));
  const doubts = doubtsAmong(finished);
  return { tales: finished.map((tale, index) => ({ ...tale, doubts: [...tale.doubts, ...(doubts[index] ?? [])] })), left };
}

/** Signs that stand alone beside the verse are no sentence. */
function withoutInterlude(tale: RawTale): RawTale {
  const begin = tale.blocks.findIndex(({ kind, hints, text }) => kind === 'paragraph' && !hints.centred && /\p{Ll}/u.test(text));
  return { ...tale, blocks: tale.blocks.slice(Math.max(0, begin)) };
}
