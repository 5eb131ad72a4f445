/** A tale as an importer has found it, before anything is proposed for it. Fields that a source does not tell are undefined. */
export type FoundTale = {
  title: string;
  subtitle?: string;
  author?: string;
  translator?: string;
  language?: string;
  excerpt?: string;
  category?: string;
  tags?: string[];
  ageBand?: string;
  origin?: string;
  source?: string;
  rights?: string;
  slug?: string;
  taleType?: string;
  status?: 'draft' | 'published';
  publishDate?: string;
  readTime?: number;
  coverImage?: string;
  retoldFrom?: string;
  contentNotes?: string[];
  motifs?: string[];
  whyItMatters?: string;
  questions?: string[];
  /** HTML, not yet cleaned. */
  content: string;
  /** Why a person should look at it before it is published; empty when all is sure. */
  doubts: string[];
};
/** What one file gave: a transaction of its own. */
export type FoundBook = {
  key: string /* stable: Gutenberg number, EPUB identifier, or a hash of the bytes */;
  name: string /* for people: the title or the file's name */;
  title: string | null;
  authors: string[];
  translators: string[];
  language: string | null;
  year: number | null;
  gutenbergId: number | null;
  tales: FoundTale[];
  /** In sentences, what of the file was not taken. */
  notes: string[];
  /** Of a table: the names of its columns. */
  columns?: string[];
};
