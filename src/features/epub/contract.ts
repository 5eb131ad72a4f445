/** What books are made of. Those who list tales hand it in; nothing here knows where tales come from. */

/** The cover of a tale: its own picture of the library, by its address; blank where it is drawn, with the papers of `palette`. */
export type BookCover = { address: string; palette: string };

/** What stands on a cover instead of the title and the names of the authors: a cover is drawn once and kept, so nobody may make up many. */
export type CoverWords = { title: string; author: string };

/** A tale as books need it. `content` is clean HTML as stored, `language` a tag of BCP 47. */
export type BookTale = {
  id: string;
  slug: string;
  title: string;
  author: string;
  language: string;
  excerpt: string;
  content: string;
  categoryName: string;
  words: number;
  source: string;
  rights: string;
  retoldFrom: string;
  updatedAt: Date;
  publishedAt: Date;
  cover: BookCover | null;
};

export type Book = {
  /** A URN that stays the same when the book is made again. */
  identifier: string;
  title: string;
  language: string;
  creators: string[];
  description: string;
  subjects: string[];
  /** When anything of it last changed. */
  modified: Date;
  /** Absolute, of the page it is the book of. */
  address: string;
  /** Asked for one by one, as the reader takes them. */
  tales: AsyncIterable<BookTale> | Iterable<BookTale>;
  /** All tales in their order, known before: links from one tale to another stay in the book. */
  facts: { slug: string; title: string; author: string }[];
  /** What its cover shows beside the title; without it papers of our own choice. */
  cover?: (BookCover & { words?: CoverWords }) | null;
};

/** The bytes of a picture, and its media type: `image/jpeg`, `image/png` or `image/webp`. */
export type BookPicture = { bytes: Uint8Array; type: string };

export type BookPictures = {
  /** A picture of the library by its address; undefined when there is none. One that fails is left out. */
  readPicture(address: string): Promise<BookPicture | undefined>;
  /** JPEG or PNG, upright. A book whose cover fails has none. */
  cover(): Promise<Uint8Array>;
};
