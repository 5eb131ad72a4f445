import { parseCollectionFile } from '#src/features/library/library.ts';
import type { Row } from '../rows.ts';
import { libraryFile } from './front-matter.ts';
import { textToMarkdown } from './to-markdown.ts';

/** A tale of a collection: its slug, and its place. */
export type Placed = [slug: string, position: number];

/** A collection as a Markdown file of the library, with its tales in their order. */
export function writeCollectionFile(row: Row, tales: Placed[]): string {
  const { title, description, introduction, position } = row;
  return libraryFile({ title, description, position, tales: tales.map(([slug]) => slug) }, textToMarkdown(String(introduction)));
}

/** What such a file gives: columns, and tales at the places 1, 2, 3 … Throws a LibraryFileError. */
export function readCollectionFile(file: string, text: string): Row & { tales: Placed[] } {
  const { collection, tales } = parseCollectionFile(file, text);
  return { ...collection, tales: tales.map((slug, index) => [slug, index + 1]) };
}
