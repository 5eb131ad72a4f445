/**
 * Reads the tales of an open file: parse, split, post-process. Runs in the worker process only. Starting it takes as long as reading a
 * book, so that code which only some formats need is loaded on demand.
 */
import { readFileSync } from 'node:fs';
import { toFoundBook } from '../books/found-book.ts';
import { type BookFacts, loadClassicFacts } from '../classics/classic-facts.ts';
import { Fault, FileFault } from '../faults.ts';
import type { FileKind } from '../formats/accepted-files.ts';
import { parseMapping } from '../formats/column-mapping.ts';
import type { ParsedFile } from '../formats/parsed-file.ts';
import { MAX_TEXT } from '../limits.ts';
import { readHtml, readOpenedEpub } from '../sources/read-html.ts';
import { readText } from '../sources/read-text.ts';
import type { SourceBook } from '../sources/source-book.ts';
import { loadHints } from '../split/hints.ts';
import { splitBook } from '../split/split-book.ts';
import type { FoundBook } from '../worker-output.ts';

const MAX_REJECTION = 2_000;

/** `hash`: of the bytes; `fileName`: for messages; `map`: the column mapping of tables, as in `--map`. */
export type ReadTask = { kind: FileKind; hash: string; fileName: string; map?: string; facts?: BookFacts };

/**
 * Reads the tales of an open file.
 * @throws Fault, FileFault
 */
export async function readTales(fd: number, task: ReadTask): Promise<FoundBook> {
  if (task.kind === 'epub') return readEpub(fd, task);
  return readTalesFromBytes(readFileSync(fd), task);
}

/**
 * Reads the tales of a file in memory.
 * @throws Fault, FileFault
 */
export async function readTalesFromBytes(bytes: Buffer, task: ReadTask): Promise<FoundBook> {
  const { kind, fileName, map = '' } = task;
  if (kind === 'epub') return readEpub(bytes, task);
  if ((kind === 'html' || kind === 'text') && bytes.length > MAX_TEXT) throw new Fault('too_much_text');
  if (kind === 'html') return toTales(readHtml(bytes), task, null);
  if (kind === 'text') return toTales(readText(bytes), task, null);
  const { book, notes } = await parseFile(kind, fileName, bytes, map);
  return withLanguages({ ...book, notes });
}

/**
 * Parses a Markdown file, a table or a Word document.
 * @throws Fault, FileFault
 */
export async function parseFile(kind: 'markdown' | 'table' | 'docx', name: string, bytes: Buffer, map = ''): Promise<ParsedFile> {
  if (kind === 'markdown') return (await import('../formats/parse-markdown.ts')).parseMarkdown(name, bytes);
  if (kind === 'docx') return (await import('../formats/docx/parse-docx.ts')).parseDocx(name, bytes);
  return (await import('../formats/parse-table.ts')).parseTable(name, bytes, parseMapping(map));
}

/** Detects the language of tales that name none. Texts too short for that get the most frequent language of the others. */
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

async function readEpub(source: number | Buffer, task: ReadTask): Promise<FoundBook> {
  const { readBook } = await import('./read-epub.ts');
  const read = await readBook(source);
  const documents = read.documents.map(({ path, html }) => ({ path, html: html.toString('utf8') }));
  return toTales(readOpenedEpub({ ...read, documents }), task, read.identifier);
}

async function toTales(book: SourceBook, { hash, fileName, facts = {} }: ReadTask, identifier: string | null): Promise<FoundBook> {
  const { origin, ...told } = { ...(await loadClassicFacts(book.gutenbergId)), ...facts };
  const language = book.language ?? (await detectLanguage(middleOf(book))) ?? null;
  const known = { ...book, language, ...told };
  const result = toFoundBook(known, splitBook(known, await loadHints(book.gutenbergId)), { identifier, hash, fileName });
  return origin === undefined ? result : { ...result, tales: result.tales.map((tale) => ({ ...tale, origin })) };
}

/** Returns text from the middle of the book, since a title page may be in another language. */
function middleOf({ blocks }: SourceBook): string {
  const prose = blocks.filter(({ kind }) => kind === 'paragraph' || kind === 'verse');
  const from = Math.floor(prose.length / 3);
  return prose
    .slice(from, from + 40)
    .map(({ text }) => text)
    .join(' ');
}

/** Encodes the result for standard output. */
export function encodeTales(result: FoundBook | Fault | FileFault): Buffer[] {
  return [Buffer.from(JSON.stringify(outputOf(result)))];
}

function outputOf(result: FoundBook | Fault | FileFault): object {
  if (result instanceof FileFault) {
    const { sentence, columns } = result;
    return { refused: sentence.slice(0, MAX_REJECTION).toWellFormed(), ...(columns && { columns }) };
  }
  return result instanceof Fault ? { fault: result.code, where: result.where } : { book: result };
}

/** Returns errors that reject the file; anything else ends the process. */
export function asRejection(error: unknown): Fault | FileFault {
  if (error instanceof Fault || error instanceof FileFault) return error;
  throw error;
}

/** Writes one line of output per file. `input`: encoded by `encodeSmallFiles`. */
export async function readSmallFiles(input: Buffer): Promise<Buffer[]> {
  const end = input.indexOf('\n');
  const head = JSON.parse(input.toString('utf8', 0, end)) as (ReadTask & { size: number })[];
  const lines: Buffer[] = [];
  let at = end + 1;
  for (const { size, ...task } of head) {
    at += size;
    const taken = await readTalesFromBytes(input.subarray(at - size, at), task).catch(asRejection);
    lines.push(...encodeTales(taken), Buffer.from('\n'));
  }
  return lines;
}

/** Longer samples do not improve detection. */
const MAX_SAMPLE = 4_000;
/** Below this length fewer than 99 of 100 texts are detected correctly. */
const MIN_SAMPLE = 60;

/** Returns a BCP 47 tag, such as `en`; undefined when the text is too short or the language unknown. Loads the detector on demand. */
export async function detectLanguage(text: string): Promise<string | undefined> {
  const sample = text
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_SAMPLE);
  if (sample.length < MIN_SAMPLE) return undefined;
  const { eld } = await import('eld/extrasmall');
  const found = eld.detect(sample);
  return found.language !== '' && found.isReliable() ? found.language : undefined;
}
