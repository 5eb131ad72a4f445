import { parseUrl } from '#src/urls.ts';
import { inertBody } from '../model/parse-html.ts';
import { tidyHtml } from '../model/tidy-html.ts';
import { paragraphsOf } from './paragraphs.ts';
import { convertPastedNotes } from './pasted-notes.ts';

const BLOCKS = 'p, div, li, td, th, h1, h2, h3, h4, h5, h6, blockquote, section, article, ul, ol, table, body';
const HEADINGS = 'h1, h2, h3, h4, h5, h6';

export type CleanPaste = {
  html: string;
  /** Number of images omitted because they are not from this site. */
  pictures: number;
};

/**
 * Converts HTML of the clipboard for a tale. Keeps headings, emphasis (also by style), lists, line breaks, links and footnotes of word processors and web pages; removes fonts, colours, classes, tracked deletions, comments, empty paragraphs, and a first heading that repeats the title of the tale.
 */
export function cleanPaste(html: string, title = ''): CleanPaste {
  const body = inertBody(html);
  const pictures = dropPictures(body);
  ownAddresses(body);
  // Copied within the editor: already clean.
  if (body.querySelector('[data-pm-slice]')) return { html: tidyHtml(body.innerHTML, { keepOwn: true }).body.innerHTML, pictures };
  dropComments(body);
  dropTitle(body, title);
  joinWordLists(body);
  convertPastedNotes(body);
  stylesToElements(body);
  dropNames(body);
  const tidied = tidyHtml(body.innerHTML, { keepOwn: true }).body;
  paragraphsOf(tidied);
  return { html: tidied.innerHTML, pictures };
}

function dropPictures(body: HTMLElement): number {
  let count = 0;
  for (const picture of body.querySelectorAll('img')) {
    if (localPath(picture.getAttribute('src'))?.startsWith('/media/')) continue;
    // Tracking pixels are not counted.
    if (picture.getAttribute('width') !== '1') count += 1;
    picture.remove();
  }
  for (const figure of body.querySelectorAll('figure')) if (!figure.querySelector('img, table')) figure.remove();
  return count;
}

/** The clipboard has absolute URLs even for this site. */
function ownAddresses(body: HTMLElement): void {
  for (const [selector, name] of [
    ['img', 'src'],
    ['a[href]', 'href'],
  ] as const) {
    for (const element of body.querySelectorAll(selector)) {
      const path = localPath(element.getAttribute(name));
      if (path !== undefined) element.setAttribute(name, path);
    }
  }
}

function localPath(address: string | null): string | undefined {
  const url = address === null || address.startsWith('#') ? undefined : parseUrl(address, location.href);
  if (url === undefined || url.origin !== location.origin) return undefined;
  return url.pathname === location.pathname && url.hash !== '' ? url.hash : url.pathname + url.search + url.hash;
}

/** Tracked deletions, comments and metadata of Word. */
function dropComments(body: HTMLElement): void {
  for (const element of body.querySelectorAll(
    'del, .msoDel, .MsoCommentReference, [class^="MsoCommentText"], xml, link, meta, style, script',
  ))
    element.remove();
  for (const element of body.querySelectorAll('[data-style]')) {
    const style = styleOf(element);
    const isComment = style.has('mso-comment-reference') || /^comment/.test(style.get('mso-element') ?? '');
    if (isComment || style.get('display') === 'none' || style.get('mso-hide') === 'all') element.remove();
  }
}

/** Removes the title, which is already above the text: only if it is a heading at the beginning. */
function dropTitle(body: HTMLElement, title: string): void {
  const heading = body.querySelector('h1, h2, h3');
  if (heading === null || wordsOf(heading.textContent) !== wordsOf(title)) return;
  const before = document.createRange();
  before.setStart(body, 0);
  before.setEndBefore(heading);
  if (before.toString().trim() === '') heading.remove();
}

function wordsOf(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
}

/** Ids, languages and internal links of other pages have no meaning here. */
function dropNames(body: HTMLElement): void {
  for (const element of body.querySelectorAll('*')) {
    for (const name of ['id', 'name', 'lang', 'width', 'height', 'start']) {
      const isKept = (name === 'start' && element.localName === 'ol') || (element.localName === 'img' && /width|height/.test(name));
      if (!isKept) element.removeAttribute(name);
    }
    if (element.getAttribute('dir') !== 'rtl') element.removeAttribute('dir');
  }
  for (const link of body.querySelectorAll('a')) {
    const href = link.getAttribute('href');
    if (href === null || href.startsWith('#')) link.replaceWith(...link.childNodes);
  }
}

type Item = { paragraph: Element; level: number; isOrdered: boolean; start: number };
type Level = { level: number; list: Element };

/** Converts lists pasted from Word, which are paragraphs with a number or bullet as text, to nested lists. */
function joinWordLists(body: HTMLElement): void {
  let open: Level[] = [];
  let last: Element | undefined;
  for (const paragraph of [...body.querySelectorAll('p')]) {
    const item = readItem(paragraph);
    const goesOn = last !== undefined && paragraph.previousElementSibling === last;
    if (!item || !goesOn) open = [];
    if (!item) continue;
    open = place(item, open);
    last = open[0]?.list;
  }
}

function readItem(paragraph: Element): Item | undefined {
  const list = styleOf(paragraph).get('mso-list') ?? '';
  const level = /level(\d)/.exec(list)?.[1];
  if (level === undefined) return undefined;
  const markers = [...paragraph.querySelectorAll('span')].filter((span) => styleOf(span).get('mso-list') === 'ignore');
  const marker = markers
    .map(({ textContent }) => textContent)
    .join('')
    .trim();
  for (const span of markers) span.remove();
  const isOrdered = /^\(?[0-9a-z]{1,4}[.)]/i.test(marker) && !/^o$/i.test(marker);
  return { paragraph, level: Number(level), isOrdered, start: Number(/\d+/.exec(marker)?.[0] ?? 1) };
}

/** Adds an item to the innermost open list of its level, or to a new list in the previous item. Returns the open lists. */
function place({ paragraph, level, isOrdered, start }: Item, before: readonly Level[]): Level[] {
  const open = before.filter((one) => one.level <= level);
  const document = paragraph.ownerDocument;
  const item = document.createElement('li');
  const current = open.at(-1);
  let list = current?.level === level ? current.list : undefined;
  if (list === undefined) {
    list = document.createElement(isOrdered ? 'ol' : 'ul');
    if (isOrdered && start > 1) list.setAttribute('start', String(start));
    const above = current?.list.lastElementChild;
    if (above) above.append(list);
    else paragraph.before(list);
    open.push({ level, list });
  }
  list.append(item);
  item.append(...paragraph.childNodes);
  paragraph.remove();
  return open;
}

/* Converts emphasis by styles to elements. */

/** Returns the declarations of a style attribute by name, in lower case. See parse-html.ts. */
function styleOf(element: Element): Map<string, string> {
  const declarations = (element.getAttribute('data-style') ?? '').split(';').map((declaration) => declaration.split(':'));
  return new Map(declarations.map(([name = '', ...value]) => [name.trim().toLowerCase(), value.join(':').trim().toLowerCase()]));
}

function stylesToElements(body: HTMLElement): void {
  for (const element of [...body.querySelectorAll<HTMLElement>('[data-style], [align]')]) {
    const style = styleOf(element);
    if (element.matches(BLOCKS)) align(element, style.get('text-align') ?? element.getAttribute('align') ?? '');
    if (isUndone(element, style)) {
      element.replaceWith(...element.childNodes);
      continue;
    }
    for (const [tag, className] of wrappersFor(element, style)) wrap(element, tag, className);
  }
  for (const strong of body.querySelectorAll(HEADINGS.replaceAll(/h\d/g, '$& :is(b, strong)'))) strong.replaceWith(...strong.childNodes);
}

function align(element: Element, value: string): void {
  const name = value === 'center' ? 'centre' : value === 'right' || value === 'end' ? 'right' : undefined;
  if (name !== undefined && element.textContent?.trim()) element.setAttribute('class', name);
}

/** Google Docs wraps content in a `<b>` that is not bold. */
function isUndone(element: Element, style: Map<string, string>): boolean {
  if (element.matches('b, strong')) return /^(normal|[1-4]00)$/.test(style.get('font-weight') ?? '');
  return element.matches('i, em') && style.get('font-style') === 'normal';
}

function wrappersFor(element: Element, style: Map<string, string>): [tag: string, className?: string][] {
  const isHeading = element.matches(HEADINGS);
  const found: [string, string?][] = [];
  if (!isHeading && !element.matches('b, strong') && /^(bold|bolder|[6-9]00)$/.test(style.get('font-weight') ?? '')) found.push(['strong']);
  if (!element.matches('i, em, cite') && /^(italic|oblique)/.test(style.get('font-style') ?? '')) found.push(['em']);
  if (/small-caps/.test(style.get('font-variant') ?? style.get('font-variant-caps') ?? '')) found.push(['span', 'small-caps']);
  const raised = style.get('vertical-align') ?? '';
  if (element.matches('span') && /^(super|sub)$/.test(raised)) found.push([raised === 'super' ? 'sup' : 'sub']);
  return found;
}

/** Wraps the content of the element; in a block, its inline content. */
function wrap(element: Element, tag: string, className: string | undefined): void {
  const inner = element.querySelector(BLOCKS)
    ? [...element.querySelectorAll('p, li')].filter((block) => !block.querySelector(BLOCKS))
    : [element];
  for (const holder of inner) {
    if (!holder.textContent?.trim()) continue;
    const wrapper = element.ownerDocument.createElement(tag);
    if (className !== undefined) wrapper.className = className;
    wrapper.append(...holder.childNodes);
    holder.append(wrapper);
  }
}
