import { escapeHtml, unescapeHtml } from '#src/ui/escape-html.ts';
import type { HtmlElement } from './html-tree.ts';
import type { Block } from './source-book.ts';

/** Reduces inline HTML to the marks that tales may have, and works on the result (see `Block`). */

/** Note markers are not text: `[12]`, `(3)`, `*`, `[A]`. */
const NOTE_MARKER = /<(a|sup) ?[^>]*>(?:<sup>)?[[(]?(?:\d{1,3}|[*†‡§¶]{1,3}|[a-zA-Z])[\])]?(?:<\/sup>)?<\/\1>/g;

/** Returns the text on one line. `withMarkers`: include note markers. */
export function textOfHtml(html: string, withMarkers = false): string {
  const marked = withMarkers ? html : html.replace(NOTE_MARKER, (marker) => (isMarker(marker) ? '' : marker));
  return unescapeHtml(marked.replace(/<br \/>/g, ' ').replace(/<[^>]+>/g, ''))
    .replace(/[\s\u00a0]+/gu, ' ')
    .trim();
}

/** A single letter that is a link or superscript is a marker only in brackets. */
function isMarker(html: string): boolean {
  return /\d|[*†‡§¶]|[[(]/.test(html.replace(/<[^>]+>/g, ''));
}

/** Collapses spaces, trims them around line breaks and at both ends, and removes empty marks. */
export function tidyInline(html: string): string {
  return html
    .replace(/&quot;/g, '"')
    .replace(/\u00ad/g, '')
    .replace(/[ \u00a0]*\u00a0\u00a0+[ \u00a0]*/g, ' ')
    .replace(/ {2,}/g, ' ')
    .replace(/<(em|strong|sup|sub|q|span)[^>]*>\s*<\/\1>/g, ' ')
    .replace(/(?<![\p{L}\d_])_([^_<>]{1,200})_(?![\p{L}\d_])/gu, '<em>$1</em>')
    .replace(/<\/(em|strong)>( ?)<\1>/g, '$2')
    .replace(/(<(?:em|strong|span)[^>]*>) +/g, ' $1')
    .replace(/ +(<\/(?:em|strong|span)>)/g, '$1 ')
    .replace(/ {2,}/g, ' ')
    .replace(/[ \u00a0]*<br \/>[ \u00a0]*/g, '<br />')
    .replace(/^(?:[ \u00a0]|<br \/>)+|(?:[ \u00a0]|<br \/>)+$/g, '');
}

/** `alts`: alternative texts of images. */
export type Inline = Pick<Block, 'html' | 'text' | 'lines' | 'anchors' | 'links'> & { alts?: string[] };
export type InlineContext = {
  /** The language of the book; only passages in other languages are marked. */
  language: string | null;
  /** Return the anchor of an id and of a link, see `Block`; undefined for links out of the book. */
  anchorOf: (id: string) => string;
  resolve: (href: string) => string | undefined;
};

type Found = { anchors: string[]; links: Inline['links']; alts: string[] };

const EMPHASIS = new Set(['em', 'i', 'cite', 'dfn', 'var', 'address']);
const STRONG = new Set(['strong', 'b']);
const PLAIN = new Set(['sup', 'sub', 'q']);
const NO_TEXT = new Set(['img', 'head', 'title', 'meta', 'link', 'hr', 'input', 'map', 'area', 'col', 'colgroup', 'rp', 'rt']);
/** Page and line numbers, and hidden content. */
const HIDDEN_CLASS =
  /(^|\s)(pagenum\w*|page-?no|page-?number|pgnum|pageref|indexpageno|linenum\w*|hidev?|hidden|screen-only|sr-only|screen-?reader\S*|visually-?hidden|noshow|x-ebookmaker-drop)(\s|$)/i;
const ITALIC_CLASS = /(^|\s)(italics?|it|i|gesperrt|spaced|wide|sperr|sperrung|emph|antiqua|aq)(\s|$)/i;
const BOLD_CLASS = /(^|\s)(bold|bolder|strong)(\s|$)/i;
const SMALL_CAPS_CLASS = /(^|\s)(smcap|smallcaps?|small-caps|sc|scap|smc)(\s|$)/i;

/** After an image of an initial the whole word follows: `O` and `Once`. */
const DUPLICATED_INITIAL = /^(["“‘«„]?\p{Lu})((?:<[^>]*>)*)(?=\1[\p{Ll}\s])/u;

/** Reduces the content of an element. */
export function reduceInline(nodes: readonly (HtmlElement | string)[], context: InlineContext): Inline {
  const found: Found = { anchors: [], links: [], alts: [] };
  const tidy = tidyInline(nodes.map((node) => write(node, context, found)).join(''));
  const first = nodes.find((node) => typeof node !== 'string' || node.trim() !== '');
  const html = typeof first === 'object' && first.name === 'img' ? tidy.replace(DUPLICATED_INITIAL, '$2') : tidy;
  return { html, text: textOfHtml(html), lines: linesOf(html), ...found };
}

export function isHidden({ attributes }: HtmlElement): boolean {
  return HIDDEN_CLASS.test(attributes.class ?? '') || /display:\s*none|visibility:\s*hidden/i.test(attributes.style ?? '');
}

/** Returns the letter when the content is nothing but an image of an initial; it belongs to the next paragraph. */
export function pictureInitial(nodes: readonly (HtmlElement | string)[]): string | undefined {
  const full = nodes.filter((node) => typeof node !== 'string' || node.trim() !== '');
  const [only] = full;
  if (full.length !== 1 || only === undefined || typeof only === 'string') return undefined;
  if (only.name === 'img') return dropCapital(only) || undefined;
  return only.name === 'a' || only.name === 'span' || only.name === 'div' || only.name === 'p' ? pictureInitial(only.content) : undefined;
}

/** Returns id and old-style `name` of an element. */
export function idsOf({ name, attributes }: HtmlElement): string[] {
  const names = [attributes.id, name === 'a' ? attributes.name : undefined];
  return [...new Set(names.filter((each): each is string => each !== undefined && each !== ''))];
}

export function linesOf(html: string): string[] {
  return html
    .split('<br />')
    .map((line) => textOfHtml(line))
    .filter((line) => line !== '');
}

function write(node: HtmlElement | string, context: InlineContext, found: Found): string {
  if (typeof node === 'string') return escapeHtml(node.replace(/[ \t\n\r]+/g, ' '));
  found.anchors.push(...idsOf(node).map(context.anchorOf));
  if (node.name === 'br') return '<br />';
  if (node.name === 'img') {
    found.alts.push(...[node.attributes.alt, node.attributes.title].flatMap((text) => text ?? []));
    return dropCapital(node);
  }
  if (NO_TEXT.has(node.name) || (isHidden(node) && !isHiddenLetter(node))) {
    collectAnchors(node, context, found);
    return '';
  }
  const inner = node.content.map((each) => write(each, context, found)).join('');
  if (node.name === 'a') return writeLink(node, inner, context, found);
  // Block elements inside: their ends separate words.
  const isBlock = ['p', 'div', 'li', 'td', 'th', 'tr', 'dt', 'dd'].includes(node.name);
  return isBlock ? `${inner} ` : writeMarks(node, inner, context);
}

/** An initial, hidden behind its image. */
function isHiddenLetter({ content }: HtmlElement): boolean {
  return content.length === 1 && typeof content[0] === 'string' && /^["'“‘«„»]?\p{L}$/u.test(content[0].trim());
}

/** An initial as an image. */
function dropCapital({ attributes }: HtmlElement): string {
  const letter = (attributes.alt ?? '').trim();
  return /^["'“‘«„»]?(?:\p{L}['’]?|\p{Lu}\p{L})$/u.test(letter) ? escapeHtml(letter) : '';
}

function collectAnchors(node: HtmlElement, context: InlineContext, found: Found): void {
  for (const each of node.content) {
    if (typeof each === 'string') continue;
    found.anchors.push(...idsOf(each).map(context.anchorOf));
    collectAnchors(each, context, found);
  }
}

function writeLink({ attributes }: HtmlElement, inner: string, context: InlineContext, found: Found): string {
  const to = attributes.href === undefined ? undefined : context.resolve(attributes.href);
  if (to === undefined || textOfHtml(inner, true) === '') return inner;
  found.links.push({ text: textOfHtml(inner, true), to });
  return `<a href="${escapeHtml(to)}">${inner.replace(/<a href[^>]*>|<\/a>/g, '')}</a>`;
}

function writeMarks(node: HtmlElement, inner: string, { language }: InlineContext): string {
  if (textOfHtml(inner, true) === '') return inner;
  const lang = langOf(node, language);
  const tag = tagOf(node);
  if (tag !== undefined) return `<${tag}${lang}>${inner}</${tag}>`;
  if (isSmallCaps(node)) return `<span${lang} class="small-caps">${inner}</span>`;
  return lang === '' ? inner : `<span${lang}>${inner}</span>`;
}

function tagOf({ name, attributes }: HtmlElement): string | undefined {
  const { class: classes = '', style = '' } = attributes;
  if (EMPHASIS.has(name)) return 'em';
  if (STRONG.has(name)) return 'strong';
  if (PLAIN.has(name)) return name;
  if (ITALIC_CLASS.test(classes) || /font-style:\s*italic|letter-spacing:\s*\.?[1-9]/i.test(style)) return 'em';
  if (BOLD_CLASS.test(classes) || /font-weight:\s*bold/i.test(style)) return 'strong';
  return undefined;
}

function isSmallCaps({ attributes }: HtmlElement): boolean {
  return SMALL_CAPS_CLASS.test(attributes.class ?? '') || /font-variant:\s*small-caps/i.test(attributes.style ?? '');
}

/** Returns a lang attribute with leading space; '' for the language of the book. */
function langOf({ attributes }: HtmlElement, language: string | null): string {
  const lang = attributes.lang ?? attributes['xml:lang'] ?? '';
  const primary = (tag: string) => tag.toLowerCase().split('-')[0];
  if (!/^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i.test(lang) || primary(lang) === primary(language ?? '')) return '';
  return ` lang="${lang}"`;
}
