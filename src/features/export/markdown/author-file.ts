import type { Row } from '../rows.ts';
import { libraryFile } from './front-matter.ts';
import { textToMarkdown } from './to-markdown.ts';

/** An author as a Markdown file of the library. */
export function writeAuthorFile(row: Row): string {
  const { name, sort_name, kind, dates, born_year, died_year, place, origin, biography } = row;
  return libraryFile({ name, sort_name, kind, dates, born_year, died_year, place, origin }, textToMarkdown(String(biography)));
}
