/** The many ways to mark up verse in HTML. */
import { escapeHtml } from '#src/ui/escape-html.ts';
import { type HtmlElement, htmlTextOf } from './html-tree.ts';
import { type Inline, type InlineContext, linesOf, reduceInline, textOfHtml, tidyInline } from './inline-html.ts';

const VERSE_CLASS =
  /(^|\s)(poem\w*|poetry\S*|verse\w*|stanza\w*|lg-container\S*|linegroup|lyrics?|song|rhyme|canto|type:z3998:(verse|poem|song|hymn|lyrics))(\s|$)/i;
const LINE_CLASS = /(^|\s)(line|l|v|verse|i\d+\w*|in\d+)(\s|$)/i;
/** The maximum length of a verse line. */
export const MAX_VERSE_LINE = 64;

export function isVerseClass(classes: string): boolean {
  return VERSE_CLASS.test(classes);
}

/** Returns the stanza when the child elements are its lines; undefined when they are stanzas. */
export function stanzaOf(node: HtmlElement, context: InlineContext): Inline | undefined {
  const elements = node.content.filter((each): each is HtmlElement => typeof each !== 'string');
  const blocks = elements.filter(({ name }) => name === 'div' || name === 'p');
  const areLines = blocks.length > 0 && blocks.every((each) => isLine(each, blocks.length));
  if (blocks.length > 0 && !areLines) return undefined;
  if (elements.some(({ name }) => /^(h[1-6]|ul|ol|table|blockquote|section|article|hr|pre|dl)$/.test(name))) return undefined;
  if (areLines) return joinLines(blocks.map((each) => reduceInline(each.content, context)));
  // Lines are elements, with or without line breaks.
  const spans = elements.filter(({ name, attributes }) => name === 'span' && LINE_CLASS.test(attributes.class ?? ''));
  const loose = node.content.filter((each) => typeof each === 'string' && each.trim() !== '');
  if (spans.length > 1 && loose.length === 0) {
    const parts = node.content.flatMap((each) => (typeof each !== 'string' && spans.includes(each) ? [each, BREAK] : [each]));
    return tidied(reduceInline(parts, context));
  }
  return reduceInline(node.content, context);
}

/** Returns whether the text consists of short lines with breaks. */
export function looksLikeVerse(lines: string[], html: string): boolean {
  const breaks = html.split('<br />').length - 1;
  return breaks >= 1 && lines.length >= 2 && lines.every((line) => line.length <= MAX_VERSE_LINE);
}

/** Returns the stanzas of preformatted text. */
export function preformatted(node: HtmlElement, context: InlineContext): Inline[] {
  const stanzas = htmlTextOf(node)
    .split(/\n[ \t]*\n/)
    .filter((each) => each.trim() !== '');
  const { anchors, links } = reduceInline(node.content, context);
  return stanzas.map((stanza, index) => {
    const html = tidyInline(
      stanza
        .split('\n')
        .map((line) => escapeHtml(line.trim()))
        .join('<br />'),
    );
    const first = index === 0 ? { anchors, links } : { anchors: [], links: [] };
    return { html, text: textOfHtml(html), lines: linesOf(html), ...first };
  });
}

const BREAK: HtmlElement = { name: 'br', attributes: {}, content: [] };

function isLine({ name, attributes, content }: HtmlElement, count: number): boolean {
  const isFlat = content.every((each) => typeof each === 'string' || !['div', 'p', 'br', 'table', 'hr', 'ul'].includes(each.name));
  return isFlat && (name === 'div' || LINE_CLASS.test(attributes.class ?? '') || count > 1);
}

function joinLines(lines: Inline[]): Inline {
  const html = lines
    .map((line) => line.html)
    .filter((line) => line !== '')
    .join('<br />');
  return tidied({
    html,
    text: '',
    lines: [],
    anchors: lines.flatMap(({ anchors }) => anchors),
    links: lines.flatMap(({ links }) => links),
  });
}

/** Collapses repeated line breaks. */
function tidied(inline: Inline): Inline {
  const html = tidyInline(inline.html).replace(/(?:<br \/>){2,}/g, '<br />');
  return { ...inline, html, text: textOfHtml(html), lines: linesOf(html) };
}
