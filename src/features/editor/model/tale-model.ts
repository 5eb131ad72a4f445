import { type Attributes, type Extensions, getSchema, Mark, mergeAttributes, Node } from '@tiptap/core';

/** Attributes preserved by the editor. When a block is split, the `id` stays with the first part. */
function preservedAttributes(...names: string[]): Attributes {
  return Object.fromEntries(
    names.map((name) => [
      name,
      { default: null, keepOnSplit: name !== 'id', parseHTML: (element: HTMLElement) => element.getAttribute(name) },
    ]),
  );
}

/** Attributes allowed on nearly every element. */
const GLOBAL = ['id', 'class', 'lang', 'dir'];

/* Editable blocks of a tale. Each is one HTML element and preserves its attributes. */

const Doc = Node.create({ name: 'doc', topNode: true, content: 'block+' });

/**
 * A paragraph. `tag` is its form in the HTML: `p`, `none` (text directly in the parent), or null for a new paragraph, whose form depends on its parent.
 */
const Paragraph = Node.create({
  name: 'paragraph',
  priority: 1_000,
  group: 'block',
  content: 'inline*',
  addAttributes: () => ({
    ...preservedAttributes(...GLOBAL),
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
  addAttributes: () => ({ ...preservedAttributes(...GLOBAL), level: { default: 2, rendered: false } }),
  parseHTML: () => [2, 3, 4].map((level) => ({ tag: `h${level}`, attrs: { level } })),
  renderHTML: ({ node, HTMLAttributes }) => [`h${node.attrs.level}`, HTMLAttributes, 0],
});

const HorizontalRule = Node.create({
  name: 'horizontalRule',
  group: 'block',
  addAttributes: () => preservedAttributes(...GLOBAL),
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
    addAttributes: () => preservedAttributes(...GLOBAL),
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
    addAttributes: () => preservedAttributes(...GLOBAL, ...own),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  }),
);

const ListItem = Node.create({
  name: 'listItem',
  content: 'block+',
  defining: true,
  addAttributes: () => preservedAttributes(...GLOBAL),
  parseHTML: () => [{ tag: 'li' }],
  renderHTML: ({ HTMLAttributes }) => ['li', HTMLAttributes, 0],
});

/** An image with a caption. Other figures are preserved unchanged. */
const Figure = Node.create({
  name: 'figure',
  group: 'block',
  content: 'picture caption',
  isolating: true,
  addAttributes: () => preservedAttributes(...GLOBAL),
  parseHTML: () => [{ tag: 'figure', priority: 60, getAttrs: (element) => (isPlainFigure(element) ? null : false) }],
  renderHTML: ({ HTMLAttributes }) => ['figure', HTMLAttributes, 0],
});

const Picture = Node.create({
  name: 'picture',
  // Selected, moved and deleted with its figure.
  selectable: false,
  addAttributes: () => preservedAttributes(...GLOBAL, 'src', 'alt', 'width', 'height'),
  parseHTML: () => [{ tag: 'img[src]', context: 'figure/', priority: 60 }],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
});

const Caption = Node.create({
  name: 'caption',
  content: 'inline*',
  addAttributes: () => preservedAttributes(...GLOBAL),
  parseHTML: () => [{ tag: 'figcaption' }],
  renderHTML: ({ HTMLAttributes }) => ['figcaption', HTMLAttributes, 0],
});

/** A block that the editor does not support, such as a table: preserved byte for byte, shown read-only, and edited in the source. */
const PreservedBlock = Node.create({
  name: 'keptBlock',
  group: 'block',
  atom: true,
  addAttributes: () => ({ html: { default: '', parseHTML: (element) => element.getAttribute('data-html') ?? element.outerHTML } }),
  parseHTML: () => [{ tag: 'kept-block' }, { tag: 'table' }, { tag: 'dl' }, { tag: 'figure', priority: 40 }],
  renderHTML: ({ HTMLAttributes }) => ['kept-block', mergeAttributes({ 'data-html': HTMLAttributes.html })],
});

const BLOCK_NODES = [
  ...[Doc, Paragraph, Heading, HorizontalRule, ...containers, ...lists, ListItem],
  ...[Figure, Picture, Caption, PreservedBlock],
];

/** One image, followed by at most one caption of inline content. */
function isPlainFigure(figure: HTMLElement): boolean {
  const [picture, caption, ...more] = figure.children;
  const hasText = [...figure.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim() !== '');
  const isPlain = caption === undefined || (caption.tagName === 'FIGCAPTION' && caption.textContent !== '');
  return picture?.tagName === 'IMG' && isPlain && more.length === 0 && !hasText;
}

/* Inline content of a tale. */

const Text = Node.create({ name: 'text', group: 'inline' });

const HardBreak = Node.create({
  name: 'hardBreak',
  group: 'inline',
  inline: true,
  selectable: false,
  linebreakReplacement: true,
  addAttributes: () => preservedAttributes(...GLOBAL),
  parseHTML: () => [{ tag: 'br' }],
  renderHTML: ({ HTMLAttributes }) => ['br', HTMLAttributes],
  renderText: () => '\n',
});

const Image = Node.create({
  name: 'image',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes: () => preservedAttributes(...GLOBAL, 'src', 'alt', 'width', 'height'),
  parseHTML: () => [{ tag: 'img[src]' }],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
});

/** A footnote. The marker contains its text, so that both are moved and deleted together. */
const Footnote = Node.create({
  name: 'footnote',
  group: 'inline',
  inline: true,
  atom: true,
  content: '(text | hardBreak | image | keptPhrase)*',
  parseHTML: () => [{ tag: 'foot-note' }],
  renderHTML: () => ['foot-note', 0],
});

/** An empty element that is a link target. */
const PreservedInline = Node.create({
  name: 'keptPhrase',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({ html: { default: '', parseHTML: (element) => element.getAttribute('data-html') ?? element.outerHTML } }),
  parseHTML: () => [{ tag: 'kept-phrase' }],
  renderHTML: ({ HTMLAttributes }) => ['kept-phrase', { 'data-html': HTMLAttributes.html }],
});

const plainMark = (tag: string) =>
  Mark.create({
    name: tag,
    addAttributes: () => preservedAttributes(...GLOBAL),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  });

const Link = Mark.create({
  name: 'link',
  inclusive: false,
  exitable: true,
  addAttributes: () => preservedAttributes(...GLOBAL, 'href'),
  parseHTML: () => [{ tag: 'a' }],
  renderHTML: ({ HTMLAttributes }) => ['a', HTMLAttributes, 0],
});

const SmallCaps = Mark.create({
  name: 'smallCaps',
  parseHTML: () => [{ tag: 'span[class="small-caps"]:not([lang]):not([dir])', priority: 60 }],
  renderHTML: () => ['span', { class: 'small-caps' }, 0],
});

/** A passage with its own language, direction or class. */
const Span = Mark.create({
  name: 'span',
  excludes: '',
  addAttributes: () => preservedAttributes('class', 'lang', 'dir'),
  parseHTML: () => [{ tag: 'span:is([class], [lang], [dir])' }],
  renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
});

const PHRASE_NODES = [Text, HardBreak, Image, Footnote, PreservedInline];

/** If two cover the same text, the first is outermost: the number of a footnote is a link within `<sup>`. */
const PHRASE_MARKS = [
  ...['sup', 'sub'].map(plainMark),
  ...[Link, Span, SmallCaps],
  ...['em', 'i', 'strong', 'b', 'small', 'cite', 'q'].map(plainMark),
];

/** Schema of tales in the editor: the elements that the sanitizer allows (src/features/tale-html/sanitizer-allow-list.ts). */
export const TALE_MODEL: Extensions = [...BLOCK_NODES, ...PHRASE_NODES, ...PHRASE_MARKS];

/** The schema without an editor. */
export const taleSchema = getSchema(TALE_MODEL);
