/** The tree of an HTML document as blocks, in the order of the text. */
import { joinsLetter, partLetters, withLetter } from './first-letters.ts';
import { elementsNamed, type HtmlElement, htmlTextOf } from './html-tree.ts';
import { type Inline, type InlineContext, idsOf, isUnseen, pictureLetter, reduceInline } from './inline.ts';
import { textOfHtml } from './inline-html.ts';
import { columnOf, listBlock, tableBlock } from './list-blocks.ts';
import { type Block, type BlockKind, isCapitals, NO_HINTS } from './source-book.ts';
import { isVerseClass, LONGEST_VERSE, looksLikeVerse, preformatted, stanzaOf } from './verse-blocks.ts';

const PARAGRAPHS = new Set(['p', 'pre', 'dt', 'dd', 'figcaption', 'caption', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const CONTAINERS = [
  ...['html', 'body', 'div', 'section', 'article', 'center', 'main', 'aside', 'header', 'footer', 'nav', 'blockquote', 'figure', 'form'],
  ...['dl', 'ul', 'ol', 'li', 'table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'hr', 'fieldset'],
];
const BLOCKS = new Set([...PARAGRAPHS, ...CONTAINERS]);
const FIGURE_CLASS = /(^|\s)(fig\w*|(caption|illus|img|image|picture)[\w-]*|alt-?text|pic|centrepic|rightpic|leftpic|loi\w*|credit)(\s|$)/i;
const NOTE_CLASS = /(^|\s)(foot-?notes?|end-?notes?|notes?|fns?|fnote|annotation|type:(footnote|endnote|rearnote)s?)(\s|$)/i;
const CENTRED_CLASS = /(^|\s)(cent(er|re|ered|red)|c|cb|cg|mid|ctr|nf-center\S*)(\s|$)/i;
const BREAK_CLASS = /(^|\s)(chapter|chap|chsp|newpage|pb|div1)(\s|$)/i;
const LONGEST_CAPTION = 400;
const LONGEST_CELL = 600;

/** What holds for all that stands in an element. */
type Around = { classes: string; centred: boolean; quoted: boolean; note: boolean; verse: boolean; figure: boolean };
type Walk = {
  blocks: Block[];
  context: InlineContext;
  anchors: string[];
  pageBreak: boolean;
  letter: string;
  joined: Map<Block, string>;
  alts: string[];
};

export function blocksOf(root: HtmlElement, context: InlineContext): Block[] {
  const walk: Walk = { blocks: [], context, anchors: [], pageBreak: false, letter: '', joined: new Map(), alts: [] };
  walkInto(root, { classes: '', centred: false, quoted: false, note: false, verse: false, figure: false }, walk);
  const last = walk.blocks.at(-1);
  last?.anchors.push(...walk.anchors);
  partLetters(walk.blocks, walk.joined);
  return walk.blocks;
}

function walkInto(parent: HtmlElement, around: Around, walk: Walk): void {
  let run: (HtmlElement | string)[] = [];
  const flush = () => {
    walk.letter = pictureLetter(run) ?? walk.letter;
    if (pictureLetter(run) !== undefined) run = [];
    if (run.some((each) => typeof each !== 'string' || each.trim() !== '')) put('p', reduceInline(run, walk.context), around, walk);
    run = [];
  };
  for (const node of parent.content) {
    if (typeof node === 'string' || !(BLOCKS.has(node.name) || hasBlocks(node))) {
      run.push(node);
      continue;
    }
    flush();
    if (node.name !== 'head') walkBlock(node, around, walk);
  }
  flush();
}

function walkBlock(node: HtmlElement, outer: Around, walk: Walk): void {
  if (isUnseen(node)) return;
  walk.anchors.push(...idsOf(node).map(walk.context.anchorOf));
  const around = aroundIn(node, outer);
  if (BREAK_CLASS.test(node.attributes.class ?? '') || /page-break-before/i.test(node.attributes.style ?? '')) walk.pageBreak = true;
  const { context } = walk;
  const letter = pictureLetter(node.content);
  if (letter !== undefined) {
    walk.letter = letter;
    return;
  }
  const stanza = around.verse ? stanzaOf(node, context) : undefined;
  if (node.name === 'hr') put('hr', NOTHING, around, walk);
  else if (node.name === 'pre') for (const each of preformatted(node, context)) put('verse', each, around, walk);
  else if (node.name === 'ul' || node.name === 'ol') put('list', listBlock(node, context), around, walk);
  else if (node.name === 'table' && !isLayout(node)) putTable(node, around, walk);
  else if (PARAGRAPHS.has(node.name) && !hasBlocks(node)) put(node.name, reduceInline(node.content, context), around, walk);
  else if (stanza !== undefined) put('verse', stanza, around, walk);
  else walkInto(node, around, walk);
}

const NOTHING: Inline = { html: '', text: '', lines: [], anchors: [], links: [] };

function aroundIn(node: HtmlElement, outer: Around): Around {
  const { class: own = '', align = '', style = '' } = node.attributes;
  const types = (node.attributes['epub:type'] ?? '').split(/\s+/).filter((each) => each !== '');
  const classes = [own.trim(), ...types.map((each) => `type:${each}`)].filter((each) => each !== '').join(' ');
  return {
    classes: [outer.classes, classes]
      .filter((each) => each !== '')
      .join(' ')
      .slice(-300),
    centred:
      outer.centred || node.name === 'center' || /^cent/i.test(align) || CENTRED_CLASS.test(own) || /text-align:\s*cent/i.test(style),
    quoted: outer.quoted || node.name === 'blockquote' || /(^|\s)bl(oc)?k?-?quot\w*(\s|$)/i.test(own),
    note: outer.note || NOTE_CLASS.test(classes),
    verse: outer.verse || isVerseClass(classes),
    figure: outer.figure || node.name === 'figure' || node.name === 'figcaption' || FIGURE_CLASS.test(own),
  };
}

function put(name: string, printed: Inline, around: Around, walk: Walk): void {
  const { letter } = walk;
  const isJoined = letter !== '' && name !== 'hr' && joinsLetter(printed.text, letter);
  const { alts = [], ...inline } = isJoined ? withLetter(printed, letter) : printed;
  if (name !== 'hr') walk.letter = '';
  const anchors = [...walk.anchors, ...inline.anchors];
  if (inline.text === '' && textOfHtml(inline.html, true) === '' && name !== 'hr') {
    walk.anchors = anchors;
    walk.alts.push(...alts);
    return;
  }
  const { centred, classes } = around;
  const block: Block = {
    kind: kindOf(name, inline, { ...around, figure: around.figure || isRepeated(inline.text, walk.alts) }),
    level: /^h[1-6]$/.test(name) ? Number(name[1]) : 0,
    ...inline,
    anchors,
    hints: { ...NO_HINTS, centred, classes, caps: isCapitals(inline.text), pageBreak: walk.pageBreak },
  };
  walk.blocks.push(block);
  walk.alts = alts;
  if (isJoined) walk.joined.set(block, letter);
  walk.anchors = [];
  walk.pageBreak = false;
}

/** Converters print the alternative text of an image once more below it. */
function isRepeated(text: string, alts: readonly string[]): boolean {
  return alts.some((alt) => alt.trim() !== '' && wordsOf(alt) === wordsOf(text));
}

function wordsOf(text: string): string {
  return text
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
}

function kindOf(name: string, { text, html, lines }: Omit<Inline, 'alts'>, around: Around): BlockKind {
  if (name === 'hr' || /^[*·•\s]+$/.test(text)) return 'rule';
  if (/^h[1-3]$/.test(name) || (/^h[4-6]$/.test(name) && !around.figure)) return 'heading';
  if (around.note) return 'note';
  if (around.figure && text.length <= LONGEST_CAPTION) return 'figure';
  if (name === 'list' || name === 'table') return name;
  if (name === 'verse' || around.verse || looksLikeVerse(lines, html)) return 'verse';
  return around.quoted ? 'quote' : 'paragraph';
}

/** A table of one column is verse that was placed, or a paragraph beside its picture. */
function putTable(node: HtmlElement, around: Around, walk: Walk): void {
  const column = columnOf(node, walk.context);
  if (column === undefined) put('table', tableBlock(node, walk.context), around, walk);
  else put(column.lines.some((line) => line.length > LONGEST_VERSE) ? 'p' : 'verse', column, around, walk);
}

function hasBlocks(node: HtmlElement): boolean {
  return node.content.some((each) => typeof each !== 'string' && (BLOCKS.has(each.name) || hasBlocks(each)));
}

/** A table that is only there to place what stands in it. */
function isLayout(table: HtmlElement): boolean {
  const cells = [...elementsNamed(table, 'td')];
  return cells.some((cell) => hasBlocks(cell) && htmlTextOf(cell).length > LONGEST_CELL);
}
