import { Mark, Node } from '@tiptap/core';
import { GLOBAL, keptAttributes } from './kept-attributes.ts';

/** What stands within a line of a tale. */

const Text = Node.create({ name: 'text', group: 'inline' });

const HardBreak = Node.create({
  name: 'hardBreak',
  group: 'inline',
  inline: true,
  selectable: false,
  linebreakReplacement: true,
  addAttributes: () => keptAttributes(...GLOBAL),
  parseHTML: () => [{ tag: 'br' }],
  renderHTML: ({ HTMLAttributes }) => ['br', HTMLAttributes],
  renderText: () => '\n',
});

const Image = Node.create({
  name: 'image',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes: () => keptAttributes(...GLOBAL, 'src', 'alt', 'width', 'height'),
  parseHTML: () => [{ tag: 'img[src]' }],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
});

/** A note at the foot of the tale. Its text stands in the marker, so that both move, and go, together. */
const Footnote = Node.create({
  name: 'footnote',
  group: 'inline',
  inline: true,
  atom: true,
  content: '(text | hardBreak | image | keptPhrase)*',
  parseHTML: () => [{ tag: 'foot-note' }],
  renderHTML: () => ['foot-note', 0],
});

/** An empty element that links lead to. */
const KeptPhrase = Node.create({
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
    addAttributes: () => keptAttributes(...GLOBAL),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  });

const Link = Mark.create({
  name: 'link',
  inclusive: false,
  exitable: true,
  addAttributes: () => keptAttributes(...GLOBAL, 'href'),
  parseHTML: () => [{ tag: 'a' }],
  renderHTML: ({ HTMLAttributes }) => ['a', HTMLAttributes, 0],
});

const SmallCaps = Mark.create({
  name: 'smallCaps',
  parseHTML: () => [{ tag: 'span[class="small-caps"]:not([lang]):not([dir])', priority: 60 }],
  renderHTML: () => ['span', { class: 'small-caps' }, 0],
});

/** A passage with a language, a direction or a class of its own. */
const Span = Mark.create({
  name: 'span',
  excludes: '',
  addAttributes: () => keptAttributes('class', 'lang', 'dir'),
  parseHTML: () => [{ tag: 'span:is([class], [lang], [dir])' }],
  renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
});

export const PHRASE_NODES = [Text, HardBreak, Image, Footnote, KeptPhrase];
/** The first stands outermost where two cover the same words: the number of a note is a link within a `<sup>`. */
export const PHRASE_MARKS = [
  ...['sup', 'sub'].map(plainMark),
  ...[Link, Span, SmallCaps],
  ...['em', 'i', 'strong', 'b', 'small', 'cite', 'q'].map(plainMark),
];
