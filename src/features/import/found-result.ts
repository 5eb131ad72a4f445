/** How the tales of a file come out of the process that has looked for them. */
import { z } from 'zod';
import type { BookFault } from './book.ts';
import { type Left, WHY_LEFT } from './formats/choose-files.ts';
import { MOST_COLUMNS } from './formats/limits.ts';
import type { FoundBook } from './found-tale.ts';
import { FAULTS } from './reader/fault.ts';
import { MOST_ENTRIES } from './reader/limits.ts';

const line = z.string().max(4000);
const lines = z.array(line).max(1000);

const Tale = z.strictObject({
  title: line,
  subtitle: line.optional(),
  author: line.optional(),
  translator: line.optional(),
  language: line.optional(),
  excerpt: line.optional(),
  category: line.optional(),
  tags: lines.optional(),
  ageBand: line.optional(),
  origin: line.optional(),
  source: line.optional(),
  rights: line.optional(),
  slug: line.optional(),
  taleType: line.optional(),
  status: z.enum(['draft', 'published']).optional(),
  publishDate: line.optional(),
  readTime: z.number().optional(),
  coverImage: line.optional(),
  retoldFrom: line.optional(),
  contentNotes: lines.optional(),
  motifs: lines.optional(),
  whyItMatters: line.optional(),
  questions: lines.optional(),
  content: z.string(),
  doubts: lines,
});

/** Why a file was not read, in a sentence that tells of a stranger's file. `columns`: of a table of which nobody knows what they are. */
export type Refusal = { refused: string; columns?: string[] | undefined };
export type Found = FoundBook | BookFault | Refusal;

const columns = z.array(z.string()).max(MOST_COLUMNS);

const unread = [
  z.strictObject({ fault: z.enum(FAULTS), where: z.string().nullable() }),
  z.strictObject({ refused: line.min(1).transform(shownLine), columns: columns.optional() }),
] as const;

const Result = z.union([
  ...unread,
  z.strictObject({
    book: z.strictObject({
      key: line.min(1),
      name: line,
      title: line.nullable(),
      authors: lines,
      translators: lines,
      language: line.nullable(),
      year: z.int().nullable(),
      gutenbergId: z.int().nullable(),
      tales: z.array(Tale),
      notes: lines.transform((all) => all.map(shownLine)),
      columns: columns.optional(),
    }),
  }),
]);

const MembersResult = z.union([
  ...unread,
  z.strictObject({
    members: z.array(z.strictObject({ name: line.min(1).transform(shownLine), size: z.int().min(0) })).max(MOST_ENTRIES),
    left: z.array(z.strictObject({ name: line, why: z.enum(WHY_LEFT) })).max(MOST_ENTRIES),
  }),
]);
/** What is in a zip: the files that are read, with their sizes in bytes, and the others. */
export type Members = { members: { name: string; size: number }[]; left: Left[] };

/** Throws for anything that `listMembers` has not written. */
export function readMembers(output: Buffer): Members | BookFault | Refusal {
  return MembersResult.parse(JSON.parse(output.toString('utf8')));
}

/** Of many small files: for each what it gave, or why it was not read. Throws when these are not as many as were asked for. */
export function readMany(output: Buffer, count: number): { results: Found[] } {
  const lines = output.toString('utf8').split('\n').slice(0, -1);
  if (lines.length !== count) throw new Error('The worker said something of another number of files');
  return { results: lines.map((line) => readFound(Buffer.from(line))) };
}

/** Read strictly: who wrote it has looked at a stranger's file. Throws for anything that `writeTales` has not written. */
export function readFound(output: Buffer): Found {
  const said = Result.parse(JSON.parse(output.toString('utf8')));
  return 'book' in said ? (said.book as FoundBook) : said;
}

/** As it may stand on somebody's terminal. */
function shownLine(text: string): string {
  return text.replace(/\p{C}/gu, '?');
}
