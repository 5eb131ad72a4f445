import { Mark, Node } from '@tiptap/core';
import { GLOBAL, preservedAttributes } from './kept-attributes.ts';

/** Inline content of a tale. */

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

export const PHRASE_NODES = [Text, HardBreak, Image, Footnote, PreservedInline];
/** If two cover the same text, the first is outermost: the number of a footnote is a link within `<sup>`. */
export const PHRASE_MARKS = [
  ...['sup', 'sub'].map(plainMark),
  ...[Link, Span, SmallCaps],
  ...['em', 'i', 'strong', 'b', 'small', 'cite', 'q'].map(plainMark),
];
