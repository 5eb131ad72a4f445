import { Parser } from 'htmlparser2';
import { ALLOWED_CLASSES, BLOCK_TAGS, INLINE_TAGS } from '#src/features/tale-html/sanitizer-allow-list.ts';
import { type Attributes, type Element, element, languageTag, type Piece } from './xml.ts';

/** The part of HTML's content model that tales need. */

const isBlockTag = new Set(BLOCK_TAGS);
const isPhraseTag = new Set(INLINE_TAGS);
/** Blocks that may contain only certain blocks. */
const FRAMES = new Set(['ul', 'ol', 'dl', 'table', 'thead', 'tbody', 'tfoot', 'tr', 'colgroup']);

export function isElement(piece: Piece | undefined): piece is Element {
  return typeof piece === 'object';
}

export function isBlock(piece: Piece): boolean {
  return isElement(piece) && isBlockTag.has(piece.tag);
}

export function isPhrase(piece: Piece): boolean {
  return !isElement(piece) || isPhraseTag.has(piece.tag);
}

export function isBlankText(piece: Piece): boolean {
  return typeof piece === 'string' && /^[ \t\n\r\f]*$/.test(piece);
}

/** Whether it contains a block at any depth. */
export function containsBlock(piece: Piece): boolean {
  return isElement(piece) && piece.children.some((child) => isBlock(child) || containsBlock(child));
}

/** Whether it has visible content. */
export function hasVisibleContent(piece: Piece): boolean {
  return isElement(piece) ? piece.tag === 'img' || piece.tag === 'hr' || piece.children.some(hasVisibleContent) : !isBlankText(piece);
}

/**
 * Moves an inline element around blocks, as in `<em><p>a</p>b</em>`, into each of the blocks. Its id stays on the first.
 */
export function wrapBlockContents(phrase: Element): Piece[] {
  let { id } = phrase.attributes;
  const like = (children: Piece[]): Element => {
    const copy = { tag: phrase.tag, attributes: { ...phrase.attributes, id }, children };
    id = undefined;
    return copy;
  };
  const into = (block: Element): Element => {
    if (block.tag === 'hr' || block.tag === 'col') return block;
    if (!FRAMES.has(block.tag)) return { ...block, children: [like(block.children)] };
    return { ...block, children: block.children.map((child) => (isElement(child) && isBlock(child) ? into(child) : child)) };
  };
  const out: Piece[] = [];
  for (const child of phrase.children) {
    if (isBlankText(child)) out.push(child);
    else if (!isElement(child) || !(isBlock(child) || containsBlock(child))) out.push(like([child]));
    else
      for (const piece of isBlock(child) ? [child] : wrapBlockContents(child))
        out.push(isElement(piece) && isBlock(piece) ? into(piece) : like([piece]));
  }
  return mergeAdjacent(out, phrase.tag);
}

/** Merges adjacent elements that came from the same one. */
function mergeAdjacent(pieces: Piece[], tag: string): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (isElement(piece) && piece.tag === tag && isElement(last) && last.tag === tag) {
      joined[joined.length - 1] = element(tag, last.attributes, ...last.children, ...piece.children);
    } else joined.push(piece);
  }
  return joined;
}

/** Returns the attributes that are kept in a book, in valid XHTML form. Ids and URLs are checked later. */
export function allowedAttributes({ tag, attributes }: Element): Attributes {
  const { lang, dir, id } = attributes;
  const language = lang === undefined ? undefined : languageTag(lang);
  const classes = (attributes.class ?? '').split(/\s+/).filter((name) => ALLOWED_CLASSES.includes(name));
  return {
    id: id === '' ? undefined : id,
    lang: language,
    'xml:lang': language,
    dir: dir !== undefined && ['ltr', 'rtl', 'auto'].includes(dir) ? dir : undefined,
    class: classes.length > 0 ? classes.join(' ') : undefined,
    ...OWN[tag]?.(attributes),
  };
}

const OWN: Record<string, (attributes: Attributes) => Attributes> = {
  a: ({ href }) => ({ href }),
  img: ({ src, alt }) => ({ src, alt: alt ?? '' }),
  ol: ({ start }) => ({ start: number(start, 0) }),
  td: ({ colspan, rowspan }) => ({ colspan: number(colspan, 1, 1000), rowspan: number(rowspan, 1) }),
  th: ({ colspan, rowspan, scope }) => ({
    colspan: number(colspan, 1, 1000),
    rowspan: number(rowspan, 1),
    scope: scope !== undefined && ['row', 'col', 'rowgroup', 'colgroup'].includes(scope) ? scope : undefined,
  }),
  col: ({ span }) => ({ span: number(span, 1, 1000) }),
  colgroup: ({ span }) => ({ span: number(span, 1, 1000) }),
};

function number(text: string | undefined, least: number, most = 9999): string | undefined {
  const value = /^\d{1,4}$/.test(text ?? '') ? Number(text) : Number.NaN;
  return value >= least && value <= most ? String(value) : undefined;
}

/** Deeper elements are replaced by their content. The sanitizer allows fewer levels. */
const MAX_DEPTH = 60;

/** Parses stored HTML to a tree; the content is in the children of the returned element. Names are lower case. */
export function parseContent(html: string): Element {
  const root = element('body');
  const open = [root];
  const here = () => open.at(-1) ?? root;
  const parser = new Parser({
    onopentag(tag, attributes) {
      const isTooDeep = open.length > MAX_DEPTH;
      const opened = isTooDeep ? here() : element(tag, attributes);
      if (!isTooDeep) here().children.push(opened);
      open.push(opened);
    },
    ontext(text) {
      const { children } = here();
      const last = children.at(-1);
      if (typeof last === 'string') children[children.length - 1] = last + text;
      else children.push(text);
    },
    onclosetag() {
      if (open.length > 1) open.pop();
    },
  });
  parser.end(html);
  return root;
}
