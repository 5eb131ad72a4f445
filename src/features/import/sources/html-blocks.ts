/** Converts the tree of an HTML document to blocks, in document order. */
import { elementsNamed, type HtmlElement, htmlTextOf } from './html-tree.ts';
import { type Inline, type InlineContext, idsOf, isHidden, linesOf, pictureInitial, reduceInline, textOfHtml } from './inline-html.ts';
import { type Block, type BlockKind, isCapitals, NO_HINTS } from './source-book.ts';
import { isVerseClass, looksLikeVerse, MAX_VERSE_LINE, preformatted, stanzaOf } from './verse-blocks.ts';

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
const MAX_CAPTION = 400;
const MAX_CELL = 600;

/** Properties inherited from parent elements. */
type Inherited = { classes: string; centred: boolean; quoted: boolean; note: boolean; verse: boolean; figure: boolean };
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
  separateInitials(walk.blocks, walk.joined);
  return walk.blocks;
}

function walkInto(parent: HtmlElement, around: Inherited, walk: Walk): void {
  let run: (HtmlElement | string)[] = [];
  const flush = () => {
    walk.letter = pictureInitial(run) ?? walk.letter;
    if (pictureInitial(run) !== undefined) run = [];
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

function walkBlock(node: HtmlElement, outer: Inherited, walk: Walk): void {
  if (isHidden(node)) return;
  walk.anchors.push(...idsOf(node).map(walk.context.anchorOf));
  const around = inheritedIn(node, outer);
  if (BREAK_CLASS.test(node.attributes.class ?? '') || /page-break-before/i.test(node.attributes.style ?? '')) walk.pageBreak = true;
  const { context } = walk;
  const letter = pictureInitial(node.content);
  if (letter !== undefined) {
    walk.letter = letter;
    return;
  }
  const stanza = around.verse ? stanzaOf(node, context) : undefined;
  if (node.name === 'hr') put('hr', EMPTY_INLINE, around, walk);
  else if (node.name === 'pre') for (const each of preformatted(node, context)) put('verse', each, around, walk);
  else if (node.name === 'ul' || node.name === 'ol') put('list', listBlock(node, context), around, walk);
  else if (node.name === 'table' && !isLayout(node)) putTable(node, around, walk);
  else if (PARAGRAPHS.has(node.name) && !hasBlocks(node)) put(node.name, reduceInline(node.content, context), around, walk);
  else if (stanza !== undefined) put('verse', stanza, around, walk);
  else walkInto(node, around, walk);
}

const EMPTY_INLINE: Inline = { html: '', text: '', lines: [], anchors: [], links: [] };

function inheritedIn(node: HtmlElement, outer: Inherited): Inherited {
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

function put(name: string, printed: Inline, around: Inherited, walk: Walk): void {
  const { letter } = walk;
  const isJoined = letter !== '' && name !== 'hr' && continuesInitial(printed.text, letter);
  const { alts = [], ...inline } = isJoined ? withInitial(printed, letter) : printed;
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

/** Converters repeat the alt text of an image below it. */
function isRepeated(text: string, alts: readonly string[]): boolean {
  return alts.some((alt) => alt.trim() !== '' && wordsOf(alt) === wordsOf(text));
}

function wordsOf(text: string): string {
  return text
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
}

function kindOf(name: string, { text, html, lines }: Omit<Inline, 'alts'>, around: Inherited): BlockKind {
  if (name === 'hr' || /^[*·•\s]+$/.test(text)) return 'rule';
  if (/^h[1-3]$/.test(name) || (/^h[4-6]$/.test(name) && !around.figure)) return 'heading';
  if (around.note) return 'note';
  if (around.figure && text.length <= MAX_CAPTION) return 'figure';
  if (name === 'list' || name === 'table') return name;
  if (name === 'verse' || around.verse || looksLikeVerse(lines, html)) return 'verse';
  return around.quoted ? 'quote' : 'paragraph';
}

/** Tables of one column are verse, or a paragraph beside its image. */
function putTable(node: HtmlElement, around: Inherited, walk: Walk): void {
  const column = columnOf(node, walk.context);
  if (column === undefined) put('table', tableBlock(node, walk.context), around, walk);
  else put(column.lines.some((line) => line.length > MAX_VERSE_LINE) ? 'p' : 'verse', column, around, walk);
}

function hasBlocks(node: HtmlElement): boolean {
  return node.content.some((each) => typeof each !== 'string' && (BLOCKS.has(each.name) || hasBlocks(each)));
}

/** A table used for layout. */
function isLayout(table: HtmlElement): boolean {
  const cells = [...elementsNamed(table, 'td')];
  return cells.some((cell) => hasBlocks(cell) && htmlTextOf(cell).length > MAX_CELL);
}

/** A list, whose items hold inline content only. */
function listBlock(list: HtmlElement, context: InlineContext): Inline {
  const items = [...elementsNamed(list, 'li')].map((item) => {
    const inline = reduceInline(withoutLists(item), context);
    return { ...inline, links: inline.links.map((link) => ({ ...link, row: inline.text })) };
  });
  const full = items.filter(({ text, html }) => text !== '' || html !== '');
  const html = full.map((item) => `<li>${item.html}</li>`).join('');
  return joined(html === '' ? '' : `<${list.name}>${html}</${list.name}>`, full, items);
}

/** A table, whose cells hold inline content only. */
function tableBlock(table: HtmlElement, context: InlineContext): Inline {
  const rows = [...elementsNamed(table, 'tr')].map((row) => {
    const cells = row.content.filter((each): each is HtmlElement => typeof each !== 'string' && (each.name === 'td' || each.name === 'th'));
    const inlines = cells.map((cell) => ({ name: cell.name, ...reduceInline(cell.content, context) }));
    const html = inlines.map((cell) => `<${cell.name}>${cell.html}</${cell.name}>`).join('');
    const all = joined(`<tr>${html}</tr>`, inlines, inlines);
    const line = textOfHtml(all.text, true);
    return { ...all, lines: [line], links: all.links.map((link) => ({ ...link, row: line })) };
  });
  const full = rows.filter(({ html }) => textOfHtml(html, true) !== '');
  const html = full.map((row) => row.html).join('');
  const { lines: _, ...block } = joined(html === '' ? '' : `<table><tbody>${html}</tbody></table>`, full, rows);
  return { ...block, lines: full.flatMap((row) => row.lines) };
}

/** Returns the cells of a one-column table as lines; undefined for other tables and those with links. */
function columnOf(table: HtmlElement, context: InlineContext): Inline | undefined {
  const rows = [...elementsNamed(table, 'tr')].map((row) =>
    [...elementsNamed(row, 'td'), ...elementsNamed(row, 'th')]
      .map((cell) => reduceInline(cell.content, context))
      .filter(({ text }) => text !== ''),
  );
  const cells = rows.flat();
  if (rows.some((row) => row.length > 1) || cells.length === 0 || cells.some(({ links }) => links.length > 0)) return undefined;
  const html = cells.map((cell) => cell.html).join('<br />');
  return { ...joined(html, cells, cells), lines: linesOf(html) };
}

/** Nested lists have items of their own. */
function withoutLists(item: HtmlElement): (HtmlElement | string)[] {
  return item.content.filter((each) => typeof each === 'string' || (each.name !== 'ul' && each.name !== 'ol'));
}

/** `shown`: the parts in the result; `all`: the parts whose anchors and links are collected. */
function joined(html: string, shown: Inline[], all: Inline[]): Inline {
  return {
    html,
    text: shown.map(({ text }) => text).join(' '),
    lines: shown.map(({ text }) => text),
    anchors: all.flatMap(({ anchors }) => anchors),
    links: all.flatMap(({ links }) => links),
  };
}

type Lined = Pick<Block, 'html' | 'text' | 'lines'>;

const WORD = /\p{L}[\p{L}\p{M}]*(?:['’]\p{L}+)*/gu;

/** Returns whether the text continues a word: it begins in lower case or with capitals. */
function continuesInitial(text: string, letter: string): boolean {
  return /^(?:\p{Ll}|['’]?\p{Lu}{2})/u.test(text) && !text.startsWith(letter);
}

function withInitial<Text extends Lined>(inline: Text, letter: string): Text {
  const { html, text, lines } = inline;
  return { ...inline, html: letter + html, text: letter + text, lines: [letter + (lines[0] ?? ''), ...lines.slice(1)] };
}

/**
 * Separates initials that are words of their own, in place: `A` before `poor man`, `IN` before `the days`. Counts which form the rest of
 * the book uses more often. `joined`: initials prepended to blocks.
 */
function separateInitials(blocks: readonly Block[], joined: ReadonlyMap<Block, string>): void {
  if (joined.size === 0) return;
  const counts = new Map<string, number>();
  for (const block of blocks) {
    const [first = ''] = block.text.match(WORD) ?? [];
    const words = block.text.slice(joined.has(block) ? first.length : 0).toLowerCase();
    for (const [word] of words.matchAll(WORD)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const countOf = (word: string) => counts.get(word.toLowerCase()) ?? 0;
  for (const [block, letter] of joined) {
    const [word = ''] = block.text.match(WORD) ?? [];
    const bare = letter.replace(/^\P{L}+/u, '');
    const rest = word.slice(bare.length);
    const isWord = countOf(bare) > 0 && rest.length > 1;
    if (isWord && countOf(rest) > countOf(word)) Object.assign(block, withSpace(block, letter));
  }
}

function withSpace({ html, text, lines }: Lined, letter: string): Lined {
  const part = (whole: string) => `${letter} ${whole.slice(letter.length)}`;
  return { html: part(html), text: part(text), lines: [part(lines[0] ?? ''), ...lines.slice(1)] };
}
