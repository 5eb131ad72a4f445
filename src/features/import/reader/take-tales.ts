/** From an open file to its tales: read, cut and finished. Run in a process of its own only: see open-book.ts. */
import { fstatSync, readFileSync } from 'node:fs';
import { foundBook } from '../books/found-book.ts';
import { cutTales } from '../cut/cut-tales.ts';
import { findHints } from '../cut/find-hints.ts';
import type { FoundBook } from '../found-tale.ts';
import { readHtml } from '../source/read-html.ts';
import { readOpenedEpub } from '../source/read-opened-epub.ts';
import { readText } from '../source/read-text.ts';
import type { SourceBook } from '../source/source-book.ts';
import { Fault } from './fault.ts';
import { MOST_TEXT } from './limits.ts';
import { readBook } from './read-book.ts';

export const KINDS = ['text', 'html', 'epub'] as const;
export type Kind = (typeof KINDS)[number];
/** Kinds of which the bytes are enough. */
export type BareKind = Exclude<Kind, 'epub'>;
/** `hash`: of the file's bytes; `fileName`: for people. */
export type Task = { kind: Kind; hash: string; fileName: string };

export function isTask(kind: string | undefined): kind is Kind {
  return KINDS.some((each) => each === kind);
}

/** `fd`: the file, open for reading. Throws Faults. */
export async function takeTales(fd: number, task: Task): Promise<FoundBook> {
  if (task.kind === 'epub') {
    const read = await readBook(fd);
    const documents = read.documents.map(({ path, html }) => ({ path, html: html.toString('utf8') }));
    return found(readOpenedEpub({ ...read, documents }), task, read.identifier);
  }
  if (fstatSync(fd).size > MOST_TEXT) throw new Fault('too_much_text');
  return takeTalesOf(readFileSync(fd), { ...task, kind: task.kind });
}

/** The same of the bytes of a file that is no zip. */
export function takeTalesOf(bytes: Uint8Array, task: Task & { kind: BareKind }): Promise<FoundBook> {
  return found(task.kind === 'html' ? readHtml(bytes) : readText(bytes), task, null);
}

async function found(book: SourceBook, { hash, fileName }: Task, identifier: string | null): Promise<FoundBook> {
  return foundBook(book, cutTales(book, await findHints(book.gutenbergId)), { identifier, hash, fileName });
}

/** What the worker says. */
export function writeTales(result: FoundBook | Fault): Buffer[] {
  const said = result instanceof Error ? { fault: result.code, where: result.where } : { book: result };
  return [Buffer.from(JSON.stringify(said))];
}
