/** The data model of the pipeline: a book as read, in blocks in reading order, and its tales before and after post-processing. */

export type BlockKind = 'heading' | 'paragraph' | 'verse' | 'quote' | 'rule' | 'list' | 'table' | 'figure' | 'note';

type Hints = {
  centred: boolean;
  /** All letters are capitals. */
  caps: boolean;
  /** Begins a new page or a new file. */
  pageBreak: boolean;
  /** Classes (and EPUB types as `type:…`) of the element and its parents, separated by spaces. */
  classes: string;
  /** Empty lines before it in plain text; else 0. */
  blanks: number;
  /** Indentation of its first line in plain text; else 0. */
  indent: number;
};

export type Block = {
  kind: BlockKind;
  /** Heading level 1 to 6; always 2 in plain text. */
  level: number;
  /**
   * HTML with the marks that tales may have: the inner HTML of headings, paragraphs, quotes, notes and verse (lines separated by `<br />`),
   * the outer HTML of lists, tables and figures. Links within the book are `<a href="#…">` and lead to an anchor.
   */
  html: string;
  text: string;
  /** The text by lines: verse lines, table rows, list items, printed lines of plain text. */
  lines: string[];
  /** Link targets: `#id`; in EPUBs `path#id` and `path`. */
  anchors: string[];
  /** Link targets; in tables and lists with the text of the row. */
  links: { text: string; to: string; row?: string }[];
  hints: Hints;
};

export type TocEntry = { title: string; to: string };

export type SourceBook = {
  format: 'text' | 'html' | 'epub';
  /** As stated in the file; null or empty where missing. */
  title: string | null;
  authors: string[];
  translators: string[];
  editors: string[];
  /** A BCP 47 tag. */
  language: string | null;
  year: number | null;
  gutenbergId: number | null;
  blocks: Block[];
  /** Of an EPUB; other formats print theirs, which is found by `findContents`. */
  toc: TocEntry[];
};

export const NO_HINTS: Hints = { centred: false, caps: false, pageBreak: false, classes: '', blanks: 0, indent: 0 };

/** Returns whether the text has letters and all of them are capitals. */
export function isCapitals(text: string): boolean {
  return !/\p{Ll}/u.test(text) && /\p{Lu}.*\p{Lu}/su.test(text);
}

/** A tale as split, without clean-up. `head`: its headings. */
export type RawTale = { head: Block[]; blocks: Block[]; order: number; warnings: string[] };

export type SplitTale = {
  title: string;
  subtitle?: string;
  /** Writer, teller or translator named beside the title. */
  byline?: string;
  /** The source named in the book. */
  source?: string;
  blocks: Block[];
  /** Position in the book, from 1. */
  order: number;
  /** Messages for editors: why it may be split wrongly. */
  warnings: string[];
};

export type SkippedSection = { title: string; why: string };
export type RawBook = { tales: RawTale[]; left: SkippedSection[] };
export type SplitBook = { tales: SplitTale[]; left: SkippedSection[] };
