import { mergeAttributes, Node } from '@tiptap/core';
import { GLOBAL, keptAttributes } from './kept-attributes.ts';

/** Blocks of a tale that can be written in. Each is one element of HTML, whose attributes it keeps. */

const Doc = Node.create({ name: 'doc', topNode: true, content: 'block+' });

/**
 * A paragraph. `tag` says how it stands in the HTML: `p`, `none` (text that stands in its parent without an element of its own),
 * or null for one that was written here and may stand as suits the place.
 */
const Paragraph = Node.create({
  name: 'paragraph',
  priority: 1_000,
  group: 'block',
  content: 'inline*',
  addAttributes: () => ({
    ...keptAttributes(...GLOBAL),
    tag: {
      default: null,
      keepOnSplit: false,
      parseHTML: (element) => (element.hasAttribute('data-bare') ? 'none' : element.hasAttribute('data-new') ? null : 'p'),
      renderHTML: ({ tag }) => (tag === 'p' ? {} : { [tag === 'none' ? 'data-bare' : 'data-new']: '' }),
    },
  }),
  parseHTML: () => [{ tag: 'p' }],
  renderHTML: ({ HTMLAttributes }) => ['p', HTMLAttributes, 0],
});

const Heading = Node.create({
  name: 'heading',
  group: 'block',
  content: 'inline*',
  defining: true,
  addAttributes: () => ({ ...keptAttributes(...GLOBAL), level: { default: 2, rendered: false } }),
  parseHTML: () => [2, 3, 4].map((level) => ({ tag: `h${level}`, attrs: { level } })),
  renderHTML: ({ node, HTMLAttributes }) => [`h${node.attrs.level}`, HTMLAttributes, 0],
});

const HorizontalRule = Node.create({
  name: 'horizontalRule',
  group: 'block',
  addAttributes: () => keptAttributes(...GLOBAL),
  parseHTML: () => [{ tag: 'hr' }],
  renderHTML: ({ HTMLAttributes }) => ['hr', HTMLAttributes],
});

const containers = [
  { name: 'blockquote', tag: 'blockquote', defining: true },
  { name: 'division', tag: 'div', defining: false },
  { name: 'section', tag: 'section', defining: false },
].map(({ name, tag, defining }) =>
  Node.create({
    name,
    group: 'block',
    content: 'block+',
    defining,
    addAttributes: () => keptAttributes(...GLOBAL),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  }),
);

const lists = [
  { name: 'bulletList', tag: 'ul', own: [] },
  { name: 'orderedList', tag: 'ol', own: ['start'] },
].map(({ name, tag, own }) =>
  Node.create({
    name,
    group: 'block list',
    content: 'listItem+',
    addAttributes: () => keptAttributes(...GLOBAL, ...own),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  }),
);

const ListItem = Node.create({
  name: 'listItem',
  content: 'block+',
  defining: true,
  addAttributes: () => keptAttributes(...GLOBAL),
  parseHTML: () => [{ tag: 'li' }],
  renderHTML: ({ HTMLAttributes }) => ['li', HTMLAttributes, 0],
});

/** A picture with a caption. Figures of any other make are kept whole. */
const Figure = Node.create({
  name: 'figure',
  group: 'block',
  content: 'picture caption',
  isolating: true,
  addAttributes: () => keptAttributes(...GLOBAL),
  parseHTML: () => [{ tag: 'figure', priority: 60, getAttrs: (element) => (isPlainFigure(element) ? null : false) }],
  renderHTML: ({ HTMLAttributes }) => ['figure', HTMLAttributes, 0],
});

const Picture = Node.create({
  name: 'picture',
  // Chosen, moved and deleted with its figure.
  selectable: false,
  addAttributes: () => keptAttributes(...GLOBAL, 'src', 'alt', 'width', 'height'),
  parseHTML: () => [{ tag: 'img[src]', context: 'figure/', priority: 60 }],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
});

const Caption = Node.create({
  name: 'caption',
  content: 'inline*',
  addAttributes: () => keptAttributes(...GLOBAL),
  parseHTML: () => [{ tag: 'figcaption' }],
  renderHTML: ({ HTMLAttributes }) => ['figcaption', HTMLAttributes, 0],
});

/** What has no editing of its own here, such as a table: kept letter by letter, shown as it is, and edited in Source. */
const KeptBlock = Node.create({
  name: 'keptBlock',
  group: 'block',
  atom: true,
  addAttributes: () => ({ html: { default: '', parseHTML: (element) => element.getAttribute('data-html') ?? element.outerHTML } }),
  parseHTML: () => [{ tag: 'kept-block' }, { tag: 'table' }, { tag: 'dl' }, { tag: 'figure', priority: 40 }],
  renderHTML: ({ HTMLAttributes }) => ['kept-block', mergeAttributes({ 'data-html': HTMLAttributes.html })],
});

export const BLOCK_NODES = [
  ...[Doc, Paragraph, Heading, HorizontalRule, ...containers, ...lists, ListItem],
  ...[Figure, Picture, Caption, KeptBlock],
];

/** One picture, and after it at most one caption of plain phrases. */
function isPlainFigure(figure: HTMLElement): boolean {
  const [picture, caption, ...more] = figure.children;
  const hasText = [...figure.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim() !== '');
  const isPlain = caption === undefined || (caption.tagName === 'FIGCAPTION' && caption.textContent !== '');
  return picture?.tagName === 'IMG' && isPlain && more.length === 0 && !hasText;
}
