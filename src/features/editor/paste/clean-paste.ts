import { parseUrl } from '#src/urls.ts';
import { inertBody } from '../model/inert-body.ts';
import { tidyHtml } from '../model/tidy-html.ts';
import { paragraphsOf } from './paragraphs.ts';
import { convertPastedNotes } from './pasted-notes.ts';
import { styleOf, stylesToElements } from './styles.ts';
import { joinWordLists } from './word-lists.ts';

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
