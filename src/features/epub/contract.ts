/** Input of the EPUB writer, independent of where tales come from. */

import type { AttachedFile } from '#src/features/files/attachments/contract.ts';

/** Cover of a tale: `address` of an image of the media library, or empty for a generated cover in the colours of `palette`. */
export type BookCover = { address: string; palette: string };

/** Cover text instead of title and authors. Covers are cached, so user input must not multiply them. */
export type CoverText = { title: string; author: string };

/** A person who worked on a tale beside its author. */
export type Contributor = { role: 'translator' | 'editor' | 'illustrator'; name: string };

/** `content` is sanitized HTML as stored, `language` a BCP 47 tag. */
export type BookTale = {
  id: string;
  slug: string;
  title: string;
  author: string;
  credits: Contributor[];
  language: string;
  excerpt: string;
  content: string;
  categoryName: string;
  words: number;
  source: string;
  rights: string;
  retoldFrom: string;
  whyItMatters: string;
  questions: string[];
  /** Attached files that everyone may open. */
  files: AttachedFile[];
  updatedAt: Date;
  publishedAt: Date;
  cover: BookCover | null;
};

export type Book = {
  /** A URN that stays the same when the book is created again. */
  identifier: string;
  title: string;
  language: string;
  creators: string[];
  contributors: Contributor[];
  description: string;
  subjects: string[];
  /** Last change of any part. */
  modified: Date;
  /** Absolute URL of the page that the book is of. */
  address: string;
  /** Read one by one while the book is streamed. */
  tales: AsyncIterable<BookTale> | Iterable<BookTale>;
  /** All tales in their order, known in advance: links between them stay inside the book. */
  facts: { slug: string; title: string; author: string }[];
  /** Cover image or colours; default colours without it. */
  cover?: (BookCover & { words?: CoverText }) | null;
};

/** `type` is `image/jpeg`, `image/png` or `image/webp`. */
export type BookPicture = { bytes: Uint8Array; type: string };

export type BookPictures = {
  /** Reads an image of the media library or an attached file; undefined if it does not exist. Images that fail are omitted. */
  readPicture(address: string): Promise<BookPicture | undefined>;
  /** A portrait JPEG or PNG. If it fails, the book has no cover. */
  cover(): Promise<Uint8Array>;
};
