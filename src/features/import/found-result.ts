/** How the tales of a file come out of the process that has looked for them. */
import { z } from 'zod';
import type { BookFault } from './book.ts';
import type { FoundBook } from './found-tale.ts';
import { FAULTS } from './reader/fault.ts';

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
  content: z.string(),
  doubts: lines,
});

const Result = z.union([
  z.strictObject({ fault: z.enum(FAULTS), where: z.string().nullable() }),
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
    }),
  }),
]);

/** Of many small files: for each what it gave, or why it was not read. Throws when these are not as many as were asked for. */
export function readMany(output: Buffer, count: number): { results: (FoundBook | BookFault)[] } {
  const lines = output.toString('utf8').split('\n').slice(0, -1);
  if (lines.length !== count) throw new Error('The worker said something of another number of files');
  return { results: lines.map((line) => readFound(Buffer.from(line))) };
}

/** Read strictly: who wrote it has looked at a stranger's file. Throws for anything that `writeTales` has not written. */
export function readFound(output: Buffer): FoundBook | BookFault {
  const said = Result.parse(JSON.parse(output.toString('utf8')));
  return 'fault' in said ? said : (said.book as FoundBook);
}
