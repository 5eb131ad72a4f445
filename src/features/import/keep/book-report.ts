/** What was done with a book, or would be, in numbers and words. Plain data. */
import type { FoundBook } from '../found-tale.ts';
import type { Deed } from './plan-book.ts';

export type BookReport = {
  name: string;
  /** Tales found in it. */
  found: number;
  made: number;
  changed: number;
  unchanged: number;
  /** Changed in the book, and by an editor or deleted before: they stay as they are. */
  left: number;
  /** Tales of before that the book has no more; they stay. */
  gone: number;
  /** Tales that stay drafts, and why. */
  doubtful: { title: string; why: string[] }[];
  /** Left out, and the tale that says the same. */
  duplicates: { title: string; of: string; book: string }[];
  /** In sentences, what of the file was not taken. */
  notes: string[];
  /** Tales that could not be written. */
  problems: string[];
};

export function reportOf({ name, tales, notes }: FoundBook, deeds: readonly Deed[], gone: number, problems: string[]): BookReport {
  const count = (fits: (deed: Deed) => boolean) => deeds.filter(fits).length;
  return {
    name,
    found: tales.length,
    made: count(({ does }) => does === 'make'),
    changed: count(({ does }) => does === 'change'),
    unchanged: count((deed) => deed.does === 'nothing' && deed.why === 'unchanged'),
    left: count((deed) => deed.does === 'nothing' && deed.why !== 'unchanged'),
    gone,
    doubtful: deeds.flatMap(({ does, ready }) =>
      (does === 'make' || does === 'change') && ready.doubts.length > 0 ? [{ title: ready.proposed.title, why: ready.doubts }] : [],
    ),
    duplicates: deeds.flatMap((deed) =>
      deed.does === 'leave out' ? [{ title: deed.ready.proposed.title, of: deed.same.title, book: deed.same.book }] : [],
    ),
    notes,
    problems,
  };
}
