/**
 * From an open file to its tales: read, cut and finished. Run in a process of its own only: see open-book.ts. To start that takes as long as
 * to read a book, so what only some kinds of files need is loaded for them alone.
 */
import { readFileSync } from 'node:fs';
import { foundBook } from '../books/found-book.ts';
import { type BookFacts, findClassicFacts } from '../classics/classic-facts.ts';
import { cutTales } from '../cut/cut-tales.ts';
import { findHints } from '../cut/find-hints.ts';
import type { FileKind } from '../formats/choose-files.ts';
import { FileFault } from '../formats/file-fault.ts';
import { parseMapping } from '../formats/mapping.ts';
import type { FoundBook } from '../found-tale.ts';
import { detectLanguage } from '../source/detect-language.ts';
import { readHtml } from '../source/read-html.ts';
import { readText } from '../source/read-text.ts';
import type { SourceBook } from '../source/source-book.ts';
import { Fault } from './fault.ts';
import { MOST_TEXT } from './limits.ts';

const LONGEST_REFUSAL = 2_000;

/** `hash`: of the file's bytes; `fileName`: for people; `map`: which columns of a table are what, as `--map` has it. */
export type Task = { kind: FileKind; hash: string; fileName: string; map?: string; facts?: BookFacts };

/** `fd`: the file, open for reading. Throws Faults and FileFaults. */
export async function takeTales(fd: number, task: Task): Promise<FoundBook> {
  if (task.kind === 'epub') return takeEpub(fd, task);
  return takeTalesOf(readFileSync(fd), task);
}

/** The same of the bytes of a file. */
export async function takeTalesOf(bytes: Buffer, task: Task): Promise<FoundBook> {
  const { kind, fileName, map = '' } = task;
  if (kind === 'epub') return takeEpub(bytes, task);
  if ((kind === 'html' || kind === 'text') && bytes.length > MOST_TEXT) throw new Fault('too_much_text');
  if (kind === 'html') return found(readHtml(bytes), task, null);
  if (kind === 'text') return found(readText(bytes), task, null);
  const { parseFile } = await import('../formats/parse-file.ts');
  const { book, notes } = await parseFile(kind, fileName, bytes, parseMapping(map));
  return withLanguages({ ...book, notes });
}

/** Where the file does not say it: of each tale its own language; of one that is too short to tell, the language of most of the others. */
async function withLanguages(book: FoundBook): Promise<FoundBook> {
  if (book.language !== null || book.tales.every(({ language }) => language !== undefined)) return book;
  const found: (string | undefined)[] = [];
  for (const tale of book.tales) found.push(tale.language ?? (await detectLanguage(tale.content)));
  const counts = Map.groupBy(
    found.filter((language) => language !== undefined),
    (language) => language,
  );
  const [most] = [...counts].toSorted(([, one], [, other]) => other.length - one.length);
  const tales = book.tales.map((tale, index) => {
    const language = found[index] ?? most?.[0];
    return language === undefined ? tale : { ...tale, language };
  });
  return { ...book, tales };
}

async function takeEpub(source: number | Buffer, task: Task): Promise<FoundBook> {
  const [{ readBook }, { readOpenedEpub }] = await Promise.all([import('./read-book.ts'), import('../source/read-opened-epub.ts')]);
  const read = await readBook(source);
  const documents = read.documents.map(({ path, html }) => ({ path, html: html.toString('utf8') }));
  return found(readOpenedEpub({ ...read, documents }), task, read.identifier);
}

async function found(book: SourceBook, { hash, fileName, facts = {} }: Task, identifier: string | null): Promise<FoundBook> {
  const { origin, ...told } = { ...(await findClassicFacts(book.gutenbergId)), ...facts };
  const language = book.language ?? (await detectLanguage(middleOf(book))) ?? null;
  const known = { ...book, language, ...told };
  const result = foundBook(known, cutTales(known, await findHints(book.gutenbergId)), { identifier, hash, fileName });
  return origin === undefined ? result : { ...result, tales: result.tales.map((tale) => ({ ...tale, origin })) };
}

/** Text of the book without its title page, which may be in another language than the tales. */
function middleOf({ blocks }: SourceBook): string {
  const prose = blocks.filter(({ kind }) => kind === 'paragraph' || kind === 'verse');
  const from = Math.floor(prose.length / 3);
  return prose
    .slice(from, from + 40)
    .map(({ text }) => text)
    .join(' ');
}

/** What the worker says. */
export function writeTales(result: FoundBook | Fault | FileFault): Buffer[] {
  return [Buffer.from(JSON.stringify(saidOf(result)))];
}

function saidOf(result: FoundBook | Fault | FileFault): object {
  if (result instanceof FileFault) {
    const { sentence, columns } = result;
    return { refused: sentence.slice(0, LONGEST_REFUSAL).toWellFormed(), ...(columns && { columns }) };
  }
  return result instanceof Fault ? { fault: result.code, where: result.where } : { book: result };
}

/** What a file may be refused for comes back as it is; anything else that is thrown ends the process. */
export function refusalIn(error: unknown): Fault | FileFault {
  if (error instanceof Fault || error instanceof FileFault) return error;
  throw error;
}
