/** A book that was opened, and how it comes out of the process that has opened it. */
import { z } from 'zod';
import { FAULTS, type FaultCode } from './reader/fault.ts';

export type Book = {
  /** As the book says; null where it says nothing. */
  title: string | null;
  authors: string[];
  /** A language tag, as the book has it. */
  language: string | null;
  identifier: string | null;
  /** In the order of reading. `html` is XHTML as it stands in the book: nobody has cleaned it. */
  documents: { path: string; html: string }[];
  /** `href` is the path of a file in the book, with `#…` where it leads into it. */
  toc: { title: string; href: string }[];
};

export type BookFault = { fault: FaultCode; where: string | null };

const Result = z.union([
  z.strictObject({ fault: z.enum(FAULTS), where: z.string().nullable() }),
  z.strictObject({
    title: z.string().nullable(),
    authors: z.array(z.string()),
    language: z.string().nullable(),
    identifier: z.string().nullable(),
    documents: z.array(z.strictObject({ path: z.string().min(1), size: z.int().min(0) })).min(1),
    toc: z.array(z.strictObject({ title: z.string(), href: z.string() })),
  }),
]);

/** Read strictly: who wrote it has looked at a stranger's file. Throws for anything that `writeResult` has not written. */
export function readResult(output: Buffer): Book | BookFault {
  const end = output.indexOf('\n');
  const head = Result.parse(JSON.parse(output.subarray(0, end).toString('utf8')));
  if ('fault' in head) return head;
  let at = end + 1;
  const documents = head.documents.map(({ path, size }) => {
    at += size;
    return { path, html: output.subarray(at - size, at).toString('utf8') };
  });
  if (at !== output.length) throw new Error('The worker said another length than it wrote');
  return { ...head, documents };
}
