/** A book as it was read: what it says of itself, and its text in blocks, in the order of reading. Plain data. */

export type BlockKind = 'heading' | 'paragraph' | 'verse' | 'quote' | 'rule' | 'list' | 'table' | 'figure' | 'note';

export type Hints = {
  centred: boolean;
  /** Every letter is a capital. */
  caps: boolean;
  /** Begins a new page, or a new file of the book. */
  pageBreak: boolean;
  /** Classes (and EPUB types, as `type:…`) of the element and of what it stands in, separated by spaces. */
  classes: string;
  /** Empty lines before it in plain text; 0 elsewhere. */
  blanks: number;
  /** Spaces before its first line in plain text; 0 elsewhere. */
  indent: number;
};

export type Block = {
  kind: BlockKind;
  /** Of a heading, 1 to 6; in plain text always 2. */
  level: number;
  /**
   * In the marks that tales may hold. Of headings, paragraphs, quotes, verse (lines parted by `<br />`) and notes what stands in
   * the element; of lists, tables and figures the whole. Links within the book are `<a href="#…">` and lead to an anchor.
   */
  html: string;
  text: string;
  /** The text by lines: of verse, of a table by its rows, of a list by its items, of plain text as it was printed. */
  lines: string[];
  /** Where links and the table of contents lead to: `#id`, in EPUBs `path#id` and `path`. */
  anchors: string[];
  /** Where its links lead to; in tables and lists with the text of the row. */
  links: { text: string; to: string; row?: string }[];
  hints: Hints;
};

export type TocEntry = { title: string; to: string };

export type SourceBook = {
  format: 'text' | 'html' | 'epub';
  /** What the file itself says; null or empty where it says nothing. */
  title: string | null;
  authors: string[];
  translators: string[];
  editors: string[];
  /** A language tag. */
  language: string | null;
  year: number | null;
  gutenbergId: number | null;
  blocks: Block[];
  /** Of an EPUB; the other formats print theirs, and the cutter finds it. */
  toc: TocEntry[];
};

export const NO_HINTS: Hints = { centred: false, caps: false, pageBreak: false, classes: '', blanks: 0, indent: 0 };

/** Letters, all of them capitals. */
export function isCapitals(text: string): boolean {
  return !/\p{Ll}/u.test(text) && /\p{Lu}.*\p{Lu}/su.test(text);
}
