/** What was done with a book, or would be, in numbers and words. Plain data. */
import type { FoundBook } from '../found-tale.ts';
import type { Existing } from './find-existing.ts';
import { type Deed, keyOf } from './plan-book.ts';

/** `left_alone`: changed in the book, and by an editor or deleted before. `why`: the doubts that make it a draft, or why it is left. */
export type TaleReport = {
  title: string;
  deed: 'new' | 'changed' | 'unchanged' | 'left_alone' | 'duplicate';
  isDraft: boolean;
  why: string[];
  /** Names the tale in its book, by what would be written. */
  key: string;
  /** A tale of the site that has its title or its text; looked for by a dry run alone, of new tales. */
  existing: Existing | null;
  /** The text as cleaned HTML, of a dry run alone. */
  content: string | null;
};
/** What a dry run has found out beside what is to be done. */
export type Looked = ReadonlyMap<Deed, Existing | undefined>;

export type BookReport = {
  name: string;
  /** Tales found in it. */
  found: number;
  made: number;
  changed: number;
  unchanged: number;
  left: number;
  /** Tales of before that the book has no more; they stay. */
  gone: number;
  /** Tales that stay drafts, and why. */
  doubtful: { title: string; why: string[] }[];
  /** Left out, and the tale that says the same. */
  duplicates: { title: string; of: string; book: string }[];
  /** What becomes of each tale that could be written, in the order of the book. */
  tales: TaleReport[];
  /** Of a table: the names of its columns; else none. */
  columns: string[];
  /** In sentences, what of the file was not taken. */
  notes: string[];
  /** Tales that could not be written. */
  problems: string[];
};

export function reportOf(
  { name, tales, notes, columns = [] }: FoundBook,
  deeds: readonly Deed[],
  gone: number,
  problems: string[],
  looked?: Looked,
): BookReport {
  const all = deeds.map((deed) => ({
    ...taleOf(deed),
    key: keyOf(deed.ready),
    existing: looked?.get(deed) ?? null,
    content: looked === undefined ? null : (deed.ready.proposed.content ?? ''),
  }));
  const count = (...wanted: TaleReport['deed'][]) => all.filter(({ deed }) => wanted.includes(deed)).length;
  return {
    name,
    found: tales.length,
    made: count('new'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    left: count('left_alone'),
    gone,
    doubtful: deeds.flatMap(({ does, ready }) =>
      (does === 'make' || does === 'change') && ready.doubts.length > 0 ? [{ title: ready.proposed.title, why: ready.doubts }] : [],
    ),
    duplicates: deeds.flatMap((deed) =>
      deed.does === 'leave out' ? [{ title: deed.ready.proposed.title, of: deed.same.title, book: deed.same.book }] : [],
    ),
    tales: all,
    columns,
    notes,
    problems,
  };
}

function taleOf(deed: Deed): Omit<TaleReport, 'key' | 'existing' | 'content'> {
  const { title, status } = deed.ready.proposed;
  const { doubts } = deed.ready;
  switch (deed.does) {
    case 'make':
      return { title, deed: 'new', isDraft: status === 'draft', why: status === 'draft' ? doubts : [] };
    case 'change':
      return { title, deed: 'changed', isDraft: deed.isDraft, why: deed.isDraft ? doubts : [] };
    case 'leave out':
      return { title, deed: 'duplicate', isDraft: false, why: [`“${deed.same.title}” in “${deed.same.book}” has nearly the same text.`] };
    case 'nothing':
      if (deed.why === 'unchanged') return { title, deed: 'unchanged', isDraft: deed.isDraft, why: [] };
      return { title, deed: 'left_alone', isDraft: deed.isDraft, why: [LEFT[deed.why]] };
  }
}

const LEFT = {
  edited: 'An editor has changed it since, or put it into the bin.',
  deleted: 'It was deleted.',
};
