/** A tale as a Markdown file of the library, and back. What the file cannot say stands beside it. */
import { parseTaleFile } from '#src/features/library/library.ts';
import { contentColumns } from '#src/features/tales/tales.ts';
import { ExportFault } from '../export-fault.ts';
import type { Row } from '../rows.ts';
import { libraryFile } from './front-matter.ts';
import { toMarkdown } from './to-markdown.ts';

/** Names and numbers of authors, and slugs and numbers of categories, both ways. */
export type Names = {
  authors: Map<unknown, string>;
  authorIds: Map<string, number>;
  categories: Map<unknown, string>;
  categoryIds: Map<string, number>;
};

/** `tags`: slugs of categories. Twice: its text as Markdown, and as it stands, for where that would not be read back just so. */
export function writeTaleFiles(row: Row, tags: string[], names: Names): string[] {
  const { title, retold_from, excerpt, origin, tale_type, age_band, why_it_matters, source, rights, language } = row;
  const fields = {
    ...{ title, author: names.authors.get(row.author_id), retold_from, category: names.categories.get(row.category_id) },
    ...{ tags: unlessEmpty(tags), excerpt, origin, tale_type, motifs: unlessEmpty(row.motifs), age_band },
    ...{ content_notes: unlessEmpty(row.content_notes), why_it_matters, questions: unlessEmpty(row.questions), source, rights, language },
    publish_date: String(row.publish_date).slice(0, 10),
  };
  const content = String(row.content);
  return [toMarkdown(content), content].map((body) => libraryFile(fields, body));
}

function unlessEmpty(list: unknown): unknown {
  return Array.isArray(list) && list.length === 0 ? undefined : list;
}

/** The columns that such a file gives. Throws a LibraryFileError for what is none, an ExportFault for an author or a category that is not there. */
export function readTaleFile(file: string, text: string, names: Names): { row: Row; tags: string[] } {
  const { author, category, tags = [], content = '', publish_date, status, ...plain } = parseTaleFile(file, text);
  const ids = { author_id: names.authorIds.get(author), category_id: names.categoryIds.get(category) };
  if (ids.author_id === undefined) throw new ExportFault(`${file}: there is no author ${author}.`);
  if (ids.category_id === undefined) throw new ExportFault(`${file}: there is no category ${category}.`);
  const defaults = {
    retold_from: '',
    origin: '',
    tale_type: '',
    age_band: '',
    motifs: [],
    content_notes: [],
    why_it_matters: '',
    questions: [],
    source: '',
    rights: '',
    cover_image: '',
    read_time: 0,
    featured_rank: null,
  };
  const row = {
    ...defaults,
    ...plain,
    ...contentColumns(content).columns,
    ...ids,
    ...{ status, is_dated: true, deleted_at: null },
    publish_date: publish_date?.replace('Z', '+00:00'),
  };
  return { row, tags };
}
