import type { PrintJob } from './print-tale.ts';

/** Sixteen sheets; more cannot be folded. */
export const MAX_BOOKLET_PAGES = 64;

/** Pages before the text. */
const TITLE_PAGES = 1;

/**
 * Creates the sheets of a booklet. The text is laid out in page-sized columns; each page is a clipped copy shifted to its column. Returns no
 * sheets if there are too many pages.
 */
export function createBooklet(
  text: Element,
  job: Pick<PrintJob, 'paper' | 'title' | 'author' | 'url'>,
): { pages: number; sheets: HTMLElement[] } {
  const flow = createFlow(text, job);
  const pages = TITLE_PAGES + countColumns(flow, job.paper);
  if (pages > MAX_BOOKLET_PAGES) return { pages, sheets: [] };
  const sheets = bookletSides(pages).map((side) => {
    const sheet = box('booklet-sheet');
    sheet.append(...side.map((number) => createPage(number, flow, job)));
    return sheet;
  });
  return { pages, sheets };
}

function createFlow(text: Element, { url }: Pick<PrintJob, 'url'>): HTMLElement {
  const flow = box('booklet-flow prose');
  flow.lang = text.getAttribute('lang') ?? '';
  flow.append(...Array.from(text.childNodes, (node) => node.cloneNode(true)));
  for (const named of flow.querySelectorAll('[id]')) if (named.id !== 't-footnotes') named.removeAttribute('id');
  for (const stop of flow.querySelectorAll('[tabindex]')) stop.removeAttribute('tabindex');
  const end = box('booklet-end');
  end.textContent = `Read it again at ${displayUrl(url)}`;
  flow.append(end);
  return flow;
}

/** Measures off screen, with pages slightly lower than the printed ones, so that the printed text never needs more columns. */
function countColumns(flow: HTMLElement, paper: string): number {
  const place = box(`booklet-measure booklet ${paper}`);
  place.setAttribute('aria-hidden', 'true');
  place.append(flow);
  document.body.append(place);
  const style = getComputedStyle(flow);
  const column = Number.parseFloat(style.columnWidth) + Number.parseFloat(style.columnGap);
  const count = Math.max(1, Math.round((flow.scrollWidth + Number.parseFloat(style.columnGap)) / column));
  place.remove();
  return count;
}

function createPage(number: number | null, flow: HTMLElement, { title, author }: Pick<PrintJob, 'title' | 'author'>): HTMLElement {
  const page = box('booklet-page');
  if (number === null) return page;
  if (number <= TITLE_PAGES) {
    const head = box('booklet-title');
    const [name, by] = [document.createElement('h1'), document.createElement('p')];
    name.textContent = title;
    by.className = 'booklet-author';
    by.textContent = author;
    head.append(name, by);
    page.append(head);
    return page;
  }
  const view = box('booklet-window');
  const columns = flow.cloneNode(true) as HTMLElement;
  columns.style.setProperty('--column', String(number - TITLE_PAGES - 1));
  view.append(columns);
  const foot = box('booklet-number');
  foot.textContent = String(number);
  page.append(view, foot);
  return page;
}

function box(name: string): HTMLElement {
  const element = document.createElement('div');
  element.className = name;
  return element;
}

/** Pages on one side of a sheet; null is a blank page. */
export type SheetSide = readonly [left: number | null, right: number | null];

/**
 * Imposes pages (from 1) on the sides of booklet sheets in printing order: front and back of each sheet, outermost first, for duplex printing
 * flipped on the short edge.
 */
export function bookletSides(pages: number): SheetSide[] {
  const slots = Math.max(4, Math.ceil(pages / 4) * 4);
  const page = (number: number) => (number <= pages ? number : null);
  return Array.from({ length: slots / 4 }, (_, sheet): SheetSide[] => [
    [page(slots - 2 * sheet), page(1 + 2 * sheet)],
    [page(2 + 2 * sheet), page(slots - 1 - 2 * sheet)],
  ]).flat();
}

/** Formats a URL for display, without https:// and trailing slash. */
export function displayUrl(url: string): string {
  return url.replace(/^https:\/\//, '').replace(/\/$/, '');
}
