import { type Block, type BlockKind, isCapitals, NO_HINTS } from '#src/features/import/sources/source-book.ts';
import { looksLikeVerse } from '#src/features/import/sources/verse-blocks.ts';
import { escapeHtml } from '#src/ui/escape-html.ts';
import { Fault, FileFault, quoteList } from '../../faults.ts';
import { MAX_LINES, MAX_TEXT } from '../../limits.ts';
import { attachNotes, renderContent } from '../../post-process/tale-content.ts';
import { linesOf, textOfHtml } from '../../sources/inline-html.ts';
import type { FoundTale } from '../../worker-output.ts';
import { bookOf, contentKey, type ParsedFile, titleFromName } from '../parsed-file.ts';
import { readLanguage, readLine } from '../tale-fields.ts';
import { openDocx, type Part, type Place, streamParagraphs } from './package.ts';
import { type Paragraph, type RunMarks, readParagraph, runsHtml } from './paragraph.ts';
import { type DocxStyles, readStyles } from './styles.ts';

const MAX_TITLE = 120;
const BYLINE = /^(?:by|von|par|por|af|av|door) (?=\p{Lu})/u;

/**
 * Parses a Word document. Several level-1 headings begin a tale each; otherwise the document is one tale. `name`: the file name, also the
 * fallback title.
 * @throws Fault, FileFault
 */
export async function parseDocx(name: string, bytes: Uint8Array): Promise<ParsedFile> {
  const file = await openDocx(name, bytes);
  const styles = readStyles(file.styles, file.numbering);
  const { paragraphs, ...findings } = readPart(file.document, styles);
  const notes = file.notes.flatMap(({ kind, part }) => readNotes(kind, part, styles));
  const { parts, title, before } = splitTales(blocksOf(paragraphs));
  const language = languageOf(findings.letters, styles.language);
  const creator = readLine(file.creator, 200);
  const around = { name, title: file.title, creator, language, notes };
  const tales = parts.flatMap((part) => taleOf(part, around));
  if (tales.length === 0) throw new FileFault(name, 'the file has no text.');
  if (findings.lost > 0)
    for (const tale of tales) tale.warnings.push('The file has text in frames or characters of a symbol font, which are skipped.');
  const messages = findings.pictures === 0 ? [] : [`Images skipped: ${findings.pictures}.`];
  if (before.length > 0) messages.push(`Skipped before the first tale: “${before[0]?.text.slice(0, 80)}” (${before.length} in total).`);
  const empty = parts.filter(({ blocks }) => extractHeadLines(blocks).rest.length === 0).flatMap(({ head }) => head?.text ?? []);
  if (empty.length > 0) messages.push(`No text below ${quoteList(empty)}.`);
  return { book: bookOf(contentKey('docx', bytes), name, tales, title), notes: messages };
}

type PartFindings = { pictures: number; lost: number; letters: Map<string, number> };

function readPart(part: Part, styles: DocxStyles): PartFindings & { paragraphs: Placed[] } {
  const found = { paragraphs: [] as Placed[], pictures: 0, lost: 0, letters: new Map<string, number>() };
  let size = 0;
  streamParagraphs(part, (element, place) => {
    const { pictures, lost, letters, ...own } = readParagraph(element, styles);
    found.pictures += pictures;
    found.lost += lost;
    for (const [language, count] of letters) found.letters.set(language, (found.letters.get(language) ?? 0) + count);
    size += own.runs.reduce((sum, { html }) => sum + html.length, 0);
    if (size > MAX_TEXT) throw new Fault('too_much_text', part.path);
    const last = found.paragraphs.at(-1);
    if (last?.continuesNext) {
      for (const run of own.runs) last.runs.push(run);
      last.continuesNext = own.continuesNext;
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

/** Level-1 headings begin tales when there are several, else title paragraphs when there are several. */
function splitTales(blocks: DocxBlock[]): { parts: TalePart[]; title: string | null; before: DocxBlock[] } {
  const isFirst = ({ kind, level }: DocxBlock) => kind === 'heading' && level === 1;
  const isTitle = ({ style }: DocxBlock) => style === 'title';
  const begins = [isFirst, isTitle].find((test) => blocks.filter(test).length > 1);
  if (begins === undefined) return { parts: [single(blocks)], title: null, before: [] };
  const starts = blocks.flatMap((block, index) => (begins(block) ? [index] : []));
  const before = blocks.slice(0, starts[0]);
  const parts = starts.map((start, index) => ({ head: blocks[start], blocks: blocks.slice(start + 1, starts[index + 1]) }));
  return { parts, title: before.find(isTitle)?.text ?? null, before: before.filter((block) => !isTitle(block)) };
}

/** The title is a title paragraph, the only level-1 heading at the beginning, or a bold or centred line there. */
function single(blocks: DocxBlock[]): TalePart {
  const at = blocks.findIndex(({ style }) => style === 'title');
  const [first] = blocks;
  const isLine = first !== undefined && first.text.length <= MAX_TITLE && !/[.!?…]$/.test(first.text);
  const isHead = first !== undefined && isLine && (first.kind === 'heading' || first.isBold || first.hints.centred);
  if (at === -1 && !isHead) return { head: undefined, blocks };
  const index = Math.max(at, 0);
  return { head: blocks[index], blocks: blocks.filter((_, each) => each !== index) };
}

type Around = { name: string; title: string; creator: string | undefined; language: string | undefined; notes: Block[] };

/** Returns nothing for a heading without text. */
function taleOf({ head, blocks }: TalePart, { name, title, creator, language, notes }: Around): FoundTale[] {
  const warnings: string[] = [];
  const { subtitle, author, rest } = extractHeadLines(blocks);
  if (rest.length === 0) return [];
  if (rest.length > MAX_LINES) throw new FileFault(name, `a tale has more than ${MAX_LINES.toLocaleString('en')} paragraphs.`);
  const declared = readLine(title, MAX_TITLE);
  if (head === undefined) warnings.push(`The title is taken from ${declared === undefined ? 'the file name' : 'the document properties'}.`);
  else if (head.kind !== 'heading') warnings.push('The title is the first line, which is not marked as a heading.');
  if (author === undefined && creator !== undefined) warnings.push('The author is taken from the document properties.');
  const known = author ?? creator;
  const linked = attachNotes(rest, { at: new Map(notes.map((note, index) => [note.anchors[0] ?? '', [index]])), blocks: notes });
  return [
    {
      title: head?.text ?? declared ?? titleFromName(name),
      ...(subtitle === undefined ? {} : { subtitle }),
      ...(known === undefined ? {} : { author: known }),
      ...(language === undefined ? {} : { language }),
      content: renderContent({ blocks: linked }),
      warnings,
    },
  ];
}

/** Takes subtitle and byline from the lines below the title. */
function extractHeadLines(blocks: DocxBlock[]): { subtitle?: string; author?: string; rest: DocxBlock[] } {
  const found: { subtitle?: string; author?: string } = {};
  let at = 0;
  for (; at < 2 && at < blocks.length; at += 1) {
    const { text, style } = blocks[at] as DocxBlock;
    if (text.length > MAX_TITLE) break;
    if (BYLINE.test(text) && !/[.!?]$/.test(text)) found.author ??= text.replace(BYLINE, '');
    else if (style === 'subtitle') found.subtitle ??= text;
    else break;
  }
  return { ...found, rest: blocks.slice(at) };
}

/** Returns the language of most letters; undeclared letters are in the default language of the document. */
function languageOf(letters: ReadonlyMap<string, number>, usual: string | undefined): string | undefined {
  const counts = new Map<string, number>();
  for (const [declared, count] of letters) {
    const [language = ''] = (readLanguage(declared || usual) ?? '').split('-');
    if (language !== '') counts.set(language, (counts.get(language) ?? 0) + count);
  }
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0];
}

type Placed = Paragraph & { place: Place };
/** `style`: the name of its paragraph style. */
type DocxBlock = Block & { style: string; isBold: boolean };

const QUOTE = /\bquot|block text/;
const VERSE = /verse|poem|poetry|lyrics|stanza/;
const CONTENTS = /^(toc|table of)\b/;
const RULE = /^[\s*•·—–_=~#+-]+$/;

function blocksOf(paragraphs: readonly Placed[]): DocxBlock[] {
  const blocks: DocxBlock[] = [];
  for (let at = 0; at < paragraphs.length; ) {
    const first = paragraphs[at] as Placed;
    const isSame = first.place.table > 0 ? (each: Placed) => each.place.table === first.place.table : isItem(first);
    let end = at + 1;
    while (isSame !== undefined && end < paragraphs.length && isSame(paragraphs[end] as Placed)) end += 1;
    const group = paragraphs.slice(at, end);
    if (first.place.table > 0) blocks.push(...tableBlocks(group));
    else if (isSame !== undefined) blocks.push(listBlock(group));
    else blocks.push(...plainBlock(first));
    at = end;
  }
  return blocks;
}

/** Returns a test for further items of the same list; undefined for other paragraphs. */
function isItem({ list, level }: Placed): ((each: Placed) => boolean) | undefined {
  return list === undefined || level > 0 ? undefined : (each) => each.list?.id === list.id && each.level === 0 && each.place.table === 0;
}

function plainBlock({ runs, style, level, centred }: Placed): DocxBlock[] {
  if (CONTENTS.test(style)) return [];
  const isHeading = level > 0 || style === 'title' || style === 'subtitle';
  // Headings are bold by default, and so may be a whole paragraph.
  const html = runsHtml(runs, isHeading ? { bold: false } : {});
  const lines = linesOf(html);
  const text = textOfHtml(html);
  if (text === '') return [];
  const isBold = runs.every((run) => run.marks.bold || run.html.trim() === '');
  if (RULE.test(text)) return [blockOf('rule', html, style)];
  const verse = VERSE.test(style) || looksLikeVerse(lines, html);
  const kind = isHeading ? 'heading' : verse ? 'verse' : QUOTE.test(style) ? 'quote' : 'paragraph';
  return [{ ...blockOf(kind, html, style), level, isBold, hints: { ...NO_HINTS, centred, caps: isCapitals(text) } }];
}

/** Items hold inline content only; nested lists are inside the preceding item. */
function listBlock(items: readonly Placed[]): DocxBlock {
  const open: ('ol' | 'ul')[] = [];
  let html = '';
  for (const { list, runs } of items) {
    const depth = Math.min(list?.depth ?? 0, open.length);
    while (open.length > depth + 1) html += `</li></${open.pop()}>`;
    if (open.length === depth + 1) html += '</li>';
    else {
      open.push(list?.tag ?? 'ul');
      html += `<${open.at(-1)}>`;
    }
    html += `<li>${runsHtml(runs)}`;
  }
  while (open.length > 0) html += `</li></${open.pop()}>`;
  return blockOf('list', html, '');
}

/** Tables of one column are layout. */
function tableBlocks(cells: readonly Placed[]): DocxBlock[] {
  if (cells.every(({ place }) => place.cell <= 1)) return cells.flatMap(plainBlock);
  const rows = [...Map.groupBy(cells, ({ place }) => place.row).values()].map((row) => {
    const inner = [...Map.groupBy(row, ({ place }) => place.cell).values()].map((cell) => cell.map(({ runs }) => runsHtml(runs)));
    return `<tr>${inner.map((parts) => `<td>${parts.filter((part) => part !== '').join('<br />')}</td>`).join('')}</tr>`;
  });
  return [blockOf('table', `<table><tbody>${rows.join('')}</tbody></table>`, '')];
}

/** A footnote with its marker. `id`: as paragraphs link to it. */
function noteBlock(id: string, paragraphs: readonly Paragraph[], but: Partial<RunMarks> = {}): Block {
  const html = paragraphs
    .map(({ runs }) => runsHtml(runs, but))
    .filter((each) => each !== '')
    .join('<br />');
  return { ...blockOf('note', `[1] ${html}`, ''), anchors: [`#note-${escapeHtml(id)}`] };
}

function blockOf(kind: BlockKind, html: string, style: string): DocxBlock {
  const links = [...html.matchAll(/<a href="([^"]*)">(.*?)<\/a>/g)].map(([, to = '', text = '']) => ({ text, to }));
  const own = { kind, level: 0, html, text: textOfHtml(html), lines: linesOf(html), anchors: [], links, hints: NO_HINTS };
  return { ...own, style, isBold: false };
}
