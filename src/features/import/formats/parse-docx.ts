import { withNotes } from '../finish/tale-notes.ts';
import { toContent } from '../finish/to-content.ts';
import type { FoundTale } from '../found-tale.ts';
import { Fault } from '../reader/fault.ts';
import { MOST_TEXT } from '../reader/limits.ts';
import type { Block } from '../source/source-book.ts';
import { blocksOf, type DocxBlock, noteBlock, type Placed } from './docx/blocks.ts';
import { openDocx, type Part } from './docx/package.ts';
import { readParagraph } from './docx/paragraph.ts';
import { streamParagraphs } from './docx/stream-paragraphs.ts';
import { type DocxStyles, readStyles } from './docx/styles.ts';
import { FileFault, listed } from './file-fault.ts';
import { MOST_LINES } from './limits.ts';
import { bookOf, hashOf, type ReadFile } from './read-file.ts';
import { titleFromName } from './title-from-name.ts';
import { readLanguage, readLine } from './values.ts';

const LONGEST_TITLE = 120;
const BYLINE = /^(?:by|von|par|por|af|av|door) (?=\p{Lu})/u;

/**
 * The tales of a Word document: of several headings of the first rank each begins one; otherwise it is one tale. `name`: of the file,
 * which is the title where nothing else can be. Throws Faults and a FileFault.
 */
export async function parseDocx(name: string, bytes: Uint8Array): Promise<ReadFile> {
  const file = await openDocx(name, bytes);
  const styles = readStyles(file.styles, file.numbering);
  const { paragraphs, ...told } = readPart(file.document, styles);
  const notes = file.notes.flatMap(({ kind, part }) => readNotes(kind, part, styles));
  const { parts, title, before } = split(blocksOf(paragraphs));
  const language = languageOf(told.letters, styles.language);
  const creator = readLine(file.creator, 200);
  const around = { name, title: file.title, creator, language, notes };
  const tales = parts.flatMap((part) => taleOf(part, around));
  if (tales.length === 0) throw new FileFault(name, 'it has no text.');
  if (told.lost > 0)
    for (const tale of tales) tale.doubts.push('The file has text in frames or signs of a picture font, which are left out.');
  const messages = told.pictures === 0 ? [] : [`Pictures left out: ${told.pictures}.`];
  if (before.length > 0) messages.push(`Left out before the first tale: “${before[0]?.text.slice(0, 80)}”, ${before.length} in all.`);
  const empty = parts.filter(({ blocks }) => takeLines(blocks).rest.length === 0).flatMap(({ head }) => head?.text ?? []);
  if (empty.length > 0) messages.push(`No text stands below ${listed(empty)}.`);
  return { book: bookOf(hashOf('docx', bytes), name, tales, title), notes: messages };
}

type Told = { pictures: number; lost: number; letters: Map<string, number> };

function readPart(part: Part, styles: DocxStyles): Told & { paragraphs: Placed[] } {
  const found = { paragraphs: [] as Placed[], pictures: 0, lost: 0, letters: new Map<string, number>() };
  let size = 0;
  streamParagraphs(part, (element, place) => {
    const { pictures, lost, letters, ...own } = readParagraph(element, styles);
    found.pictures += pictures;
    found.lost += lost;
    for (const [language, count] of letters) found.letters.set(language, (found.letters.get(language) ?? 0) + count);
    size += own.runs.reduce((sum, { html }) => sum + html.length, 0);
    if (size > MOST_TEXT) throw new Fault('too_much_text', part.path);
    const last = found.paragraphs.at(-1);
    if (last?.goesOn) {
      for (const run of own.runs) last.runs.push(run);
      last.goesOn = own.goesOn;
    } else found.paragraphs.push({ ...own, pictures, lost, letters, place });
  });
  return found;
}

function readNotes(kind: string, part: Part, styles: DocxStyles): Block[] {
  const { paragraphs } = readPart(part, styles);
  return [...Map.groupBy(paragraphs, ({ place }) => place.note)].flatMap(([id, own]) =>
    id === undefined ? [] : noteBlock(`${kind}-${id}`, own),
  );
}

type TalePart = { head: DocxBlock | undefined; blocks: DocxBlock[] };

/** Headings of the first rank, or titles where there are none, begin tales when there are several. */
function split(blocks: DocxBlock[]): { parts: TalePart[]; title: string | null; before: DocxBlock[] } {
  const isFirst = ({ kind, level }: DocxBlock) => kind === 'heading' && level === 1;
  const isTitle = ({ style }: DocxBlock) => style === 'title';
  const begins = [isFirst, isTitle].find((test) => blocks.filter(test).length > 1);
  if (begins === undefined) return { parts: [single(blocks)], title: null, before: [] };
  const starts = blocks.flatMap((block, index) => (begins(block) ? [index] : []));
  const before = blocks.slice(0, starts[0]);
  const parts = starts.map((start, index) => ({ head: blocks[start], blocks: blocks.slice(start + 1, starts[index + 1]) }));
  return { parts, title: before.find(isTitle)?.text ?? null, before: before.filter((block) => !isTitle(block)) };
}

/** Its title is a paragraph of that style, the only heading of the first rank at its beginning, or a bold or centred line there. */
function single(blocks: DocxBlock[]): TalePart {
  const at = blocks.findIndex(({ style }) => style === 'title');
  const [first] = blocks;
  const isLine = first !== undefined && first.text.length <= LONGEST_TITLE && !/[.!?…]$/.test(first.text);
  const isHead = first !== undefined && isLine && (first.kind === 'heading' || first.isBold || first.hints.centred);
  if (at === -1 && !isHead) return { head: undefined, blocks };
  const index = Math.max(at, 0);
  return { head: blocks[index], blocks: blocks.filter((_, each) => each !== index) };
}

type Around = { name: string; title: string; creator: string | undefined; language: string | undefined; notes: Block[] };

/** Nothing for a heading without text. */
function taleOf({ head, blocks }: TalePart, { name, title, creator, language, notes }: Around): FoundTale[] {
  const doubts: string[] = [];
  const { subtitle, author, rest } = takeLines(blocks);
  if (rest.length === 0) return [];
  if (rest.length > MOST_LINES) throw new FileFault(name, `a tale in it has more than ${MOST_LINES.toLocaleString('en')} paragraphs.`);
  const said = readLine(title, LONGEST_TITLE);
  if (head === undefined)
    doubts.push(`Its title was made from ${said === undefined ? 'the name of the file' : 'what the file says of itself'}.`);
  else if (head.kind !== 'heading') doubts.push('Its title is its first line, which is not marked as a heading.');
  if (author === undefined && creator !== undefined) doubts.push('Its author is who the file says has made it.');
  const known = author ?? creator;
  const linked = withNotes(rest, { at: new Map(notes.map((note, index) => [note.anchors[0] ?? '', [index]])), blocks: notes });
  return [
    {
      title: head?.text ?? said ?? titleFromName(name),
      ...(subtitle === undefined ? {} : { subtitle }),
      ...(known === undefined ? {} : { author: known }),
      ...(language === undefined ? {} : { language }),
      content: toContent({ blocks: linked }),
      doubts,
    },
  ];
}

/** What stands below the title: a subtitle, and by whom it is. */
function takeLines(blocks: DocxBlock[]): { subtitle?: string; author?: string; rest: DocxBlock[] } {
  const found: { subtitle?: string; author?: string } = {};
  let at = 0;
  for (; at < 2 && at < blocks.length; at += 1) {
    const { text, style } = blocks[at] as DocxBlock;
    if (text.length > LONGEST_TITLE) break;
    if (BYLINE.test(text) && !/[.!?]$/.test(text)) found.author ??= text.replace(BYLINE, '');
    else if (style === 'subtitle') found.subtitle ??= text;
    else break;
  }
  return { ...found, rest: blocks.slice(at) };
}

/** The one in which most of the letters are; what says nothing is in that of the document. */
function languageOf(letters: ReadonlyMap<string, number>, usual: string | undefined): string | undefined {
  const counts = new Map<string, number>();
  for (const [said, count] of letters) {
    const [language = ''] = (readLanguage(said || usual) ?? '').split('-');
    if (language !== '') counts.set(language, (counts.get(language) ?? 0) + count);
  }
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0];
}
