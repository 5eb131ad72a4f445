import fs from 'node:fs';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { inProject } from '../../lib/project.mjs';
import { runsOf, wordsOf } from './read-tales.mjs';

const LENGTH = 8;
const TEXTS = /\.(?:txt|html?|xhtml|csv|json)$/;

/** Returns the folder of reference books, `shared/library` beside the repository or one level above; undefined where there is none. */
export function findBooks() {
  return ['../shared/library', '../../shared/library'].map((folder) => inProject(folder)).find((folder) => fs.existsSync(folder));
}

/**
 * Returns a sentence for each run of eight words that a tale shares with a reference book. The title counts as one word, because any
 * retelling has to name the tale.
 */
export function comparePassages(tales, folder) {
  const names = tales.map(({ tale }) => wordsOf(tale.title).join(' ')).filter((name) => name.includes(' '));
  const files = new Map();
  for (const { file, text } of tales)
    for (const run of runsOf(comparable(text, names), LENGTH)) files.set(run, (files.get(run) ?? new Set()).add(file));
  const books = new Map();
  for (const book of fs.readdirSync(folder, { recursive: true }).toSorted()) {
    for (const text of textsOf(path.join(folder, book)))
      for (const run of sharedRuns(comparable(text, names), files)) books.set(run, books.get(run) ?? book);
  }
  return [...books].flatMap(([run, book]) => [...files.get(run)].map((file) => `library/${file}: “${run}” also occurs in ${book}`)).sort();
}

function comparable(text, names) {
  const words = wordsOf(text).join(' ');
  return names.reduce((all, name) => all.replaceAll(name, name.replaceAll(' ', '-')), words).split(' ');
}

/** Yields the runs that occur in `known`. Generated one at a time: a book has a hundred thousand. */
function* sharedRuns(words, known) {
  for (let at = 0; at + LENGTH <= words.length; at += 1) {
    const run = words.slice(at, at + LENGTH).join(' ');
    if (known.has(run)) yield run;
  }
}

/** Returns the texts of a plain file or of an EPUB, without tags and entities. */
function textsOf(file) {
  if (file.endsWith('.epub')) {
    const parts = unzipSync(fs.readFileSync(file), { filter: ({ name }) => TEXTS.test(name) });
    return Object.values(parts).map((bytes) => stripMarkup(strFromU8(bytes)));
  }
  return TEXTS.test(file) && fs.statSync(file).isFile() ? [stripMarkup(fs.readFileSync(file, 'utf8'))] : [];
}

function stripMarkup(text) {
  return text
    .replace(/<[^>]{0,1000}>/g, ' ')
    .replace(/&(?:rsquo|lsquo|apos|#8217|#8216|#39|#x2019|#x2018);/g, '')
    .replace(/&#?\w{1,10};/g, ' ')
    .replace(/\\[nrt]/g, ' ');
}
