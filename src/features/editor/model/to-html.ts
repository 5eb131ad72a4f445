import type { Mark, Node } from '@tiptap/pm/model';
import { escapeHtml, escapeText } from '#src/ui/escape-html.ts';

/* Serializes a tale as HTML in the form of the sanitizer, so that saving does not change it. */

const TAGS: Record<string, string> = {
  blockquote: 'blockquote',
  division: 'div',
  section: 'section',
  bulletList: 'ul',
  orderedList: 'ol',
  listItem: 'li',
  figure: 'figure',
  caption: 'figcaption',
  link: 'a',
  smallCaps: 'span',
};
const VOID: Record<string, string> = { horizontalRule: 'hr', hardBreak: 'br', image: 'img', picture: 'img' };

/** In the order of the sanitizer. */
const ATTRIBUTES = ['lang', 'dir', 'class', 'id', 'href', 'src', 'alt', 'width', 'height', 'start'];

type Notes = { texts: string[] };

/** Blocks are immutable, so their HTML is cached, except with numbers of footnotes. */
const written = new WeakMap<Node, string>();

/** Returns the HTML of a tale: one line per block, footnotes numbered in order, with their texts at the end. */
export function toHtml(doc: Node): string {
  const notes: Notes = { texts: [] };
  const blocks: string[] = [];
  doc.forEach((block, _offset, index) => {
    const html = blockHtml(block, doc, index, notes);
    if (html !== '') blocks.push(html);
  });
  if (notes.texts.length > 0) blocks.push(footnoteSection(notes.texts));
  return blocks.join('\n');
}

function blockHtml(block: Node, parent: Node, index: number, notes: Notes): string {
  if (block.type.name === 'paragraph' && parent.type.name !== 'listItem' && isLeftOver(block)) return '';
  const isBare = block.type.name === 'paragraph' && isBareText(block, parent, index);
  const known = written.get(block);
  if (known !== undefined && !isBare) return known;
  const before = notes.texts.length;
  const html = isBare ? phrasesHtml(block, notes) : elementHtml(block, notes);
  if (!isBare && notes.texts.length === before) written.set(block, html);
  return html;
}

/** A new empty paragraph; those of the original text stay. */
function isLeftOver({ attrs, childCount }: Node): boolean {
  return attrs.tag === null && childCount === 0 && attrs.id === null;
}

/** Two adjacent ones without elements would merge. */
function isBareText(paragraph: Node, parent: Node, index: number): boolean {
  const { tag, id, class: className, lang, dir } = paragraph.attrs;
  if (tag === 'p' || id || className || lang || dir) return false;
  if (tag === 'none') {
    const before = index === 0 ? undefined : parent.child(index - 1);
    return before === undefined || !isText(before) || !isBareText(before, parent, index - 1);
  }
  return parent.type.name === 'listItem' && index === 0 && !(parent.childCount > 1 && isText(parent.child(1)));
}

function isText({ type }: Node): boolean {
  return type.name === 'paragraph';
}

function elementHtml(node: Node, notes: Notes): string {
  if (node.type.name === 'keptBlock') return String(node.attrs.html);
  const empty = VOID[node.type.name];
  if (empty !== undefined) return `<${empty}${attributesHtml(node.attrs)} />`;
  const tag = tagOf(node);
  if (node.type.name === 'caption' && node.childCount === 0) return '';
  const inner = node.isTextblock ? phrasesHtml(node, notes) : childrenHtml(node, notes);
  return `<${tag}${attributesHtml(node.attrs)}>${inner}</${tag}>`;
}

function tagOf({ type, attrs }: Node): string {
  if (type.name === 'paragraph') return 'p';
  if (type.name === 'heading') return `h${attrs.level}`;
  return TAGS[type.name] ?? type.name;
}

function childrenHtml(node: Node, notes: Notes): string {
  let html = '';
  node.forEach((child, _offset, index) => {
    html += blockHtml(child, node, index, notes);
  });
  return html;
}

function phrasesHtml(block: Node, notes: Notes): string {
  return runHtml(block.children, [], notes);
}

/** Of the marks that start here, the longest is outermost, so that links are not split and ids not duplicated. */
function runHtml(nodes: readonly Node[], open: readonly Mark[], notes: Notes): string {
  let html = '';
  let at = 0;
  while (at < nodes.length) {
    const node = nodes[at] as Node;
    let farthest: { mark: Mark; end: number } | undefined;
    for (const mark of node.marks) {
      if (mark.isInSet(open)) continue;
      const end = endOf(mark, nodes, at);
      if (farthest === undefined || end > farthest.end) farthest = { mark, end };
    }
    if (farthest === undefined) {
      html += leafHtml(node, notes);
      at += 1;
    } else {
      const { mark, end } = farthest;
      const tag = TAGS[mark.type.name] ?? mark.type.name;
      const attributes = mark.type.name === 'smallCaps' ? ' class="small-caps"' : attributesHtml(mark.attrs);
      html += `<${tag}${attributes}>${runHtml(nodes.slice(at, end), [...open, mark], notes)}</${tag}>`;
      at = end;
    }
  }
  return html;
}

function endOf(mark: Mark, nodes: readonly Node[], from: number): number {
  let end = from;
  while (end < nodes.length && mark.isInSet((nodes[end] as Node).marks)) end += 1;
  return end;
}

function leafHtml(node: Node, notes: Notes): string {
  if (node.isText) return escapeText(node.text ?? '');
  if (node.type.name === 'keptPhrase') return String(node.attrs.html);
  if (node.type.name !== 'footnote') return elementHtml(node, notes);
  // Footnotes contain no footnotes, so the count does not change in between.
  return footnoteMarker(notes.texts.push(phrasesHtml(node, notes)));
}

function attributesHtml(attrs: Record<string, unknown>): string {
  let html = '';
  for (const name of ATTRIBUTES) {
    const value = attrs[name];
    if (typeof value === 'string') html += ` ${name}="${escapeHtml(value)}"`;
  }
  return html;
}

/*
 * HTML of footnotes: markers that link to notes in a section at the end of the tale, each with a back link. Numbers and ids follow the order of the markers.
 */

const BACK = '↑';

function footnoteMarker(number: number): string {
  return `<sup><a id="t-fnref${number}" href="#t-fn${number}">${number}</a></sup>`;
}

/** `texts`: inline HTML, in order. */
function footnoteSection(texts: readonly string[]): string {
  const notes = texts.map((text, index) => {
    const back = backLink(index + 1);
    return `<li id="t-fn${index + 1}">${text === '' ? '' : `${text} `}${back}</li>`;
  });
  return `<section id="t-footnotes"><ol>${notes.join('')}</ol></section>`;
}

/**
 * Replaces markers and notes by `<foot-note>` elements that contain the text, and removes the section. Returns false, without a change, if any note has another form.
 */
export function convertFootnotes(body: HTMLElement): boolean {
  const section = body.querySelector(':scope > section#t-footnotes:last-child');
  const list = section?.firstElementChild;
  if (section?.childElementCount !== 1 || list?.localName !== 'ol') return false;
  const pairs = [...list.children].map((note, index) => ({ note, ...partsOf(body, note, index + 1) }));
  const markers = [...body.querySelectorAll('a[id^="t-fnref"]')];
  if (markers.length !== pairs.length) return false;
  if (pairs.some(({ marker, back }, index) => !marker || !back || marker.firstChild !== markers[index])) return false;
  for (const { note, marker, back } of pairs) {
    back?.remove();
    const lifted = body.ownerDocument.createElement('foot-note');
    lifted.append(...note.childNodes);
    marker?.replaceWith(lifted);
  }
  section.remove();
  return true;
}

/** Finds the marker and the back link of a note, if both have our form. */
function partsOf(body: HTMLElement, note: Element, number: number): { marker: Element | undefined; back: Element | undefined } {
  const link = body.querySelector(`a[id="t-fnref${number}"][href="#t-fn${number}"]`);
  const sup = link?.parentElement;
  const isMarker = sup?.localName === 'sup' && sup.isEqualNode(parsed(footnoteMarker(number), sup));
  const last = note.lastElementChild;
  const isBack = last?.isEqualNode(parsed(backLink(number), last)) && !last.nextSibling;
  const isNote = note.localName === 'li' && note.id === `t-fn${number}` && note.attributes.length === 1;
  return { marker: isMarker ? sup : undefined, back: isBack && isNote ? (last ?? undefined) : undefined };
}

/** For comparisons that ignore the order of attributes. */
function parsed(html: string, beside: Element): ChildNode | null {
  const holder = beside.ownerDocument.createElement('div');
  holder.innerHTML = html;
  return holder.firstChild;
}

function backLink(number: number): string {
  return `<a href="#t-fnref${number}">${BACK}</a>`;
}
