import { addressInWords } from '../address-in-words.ts';
import { bookletSides } from '../booklet-sheets.ts';
import type { PrintJob } from './print-tale.ts';

/** More are too thick to fold: sixteen sheets. */
export const MOST_PAGES = 64;

/** The first page is the title alone. */
const BEFORE_TEXT = 1;

/**
 * The sheets of a booklet. The browser sets the text in columns, each as large as a page; every page is a window on all of them, moved to
 * its own. With many pages only their number.
 */
export function makeBooklet(
  text: Element,
  job: Pick<PrintJob, 'paper' | 'title' | 'author' | 'url'>,
): { pages: number; sheets: HTMLElement[] } {
  const flow = makeFlow(text, job);
  const pages = BEFORE_TEXT + countColumns(flow, job.paper);
  if (pages > MOST_PAGES) return { pages, sheets: [] };
  const sheets = bookletSides(pages).map((side) => {
    const sheet = box('booklet-sheet');
    sheet.append(...side.map((number) => makePage(number, flow, job)));
    return sheet;
  });
  return { pages, sheets };
}

function makeFlow(text: Element, { url }: Pick<PrintJob, 'url'>): HTMLElement {
  const flow = box('booklet-flow prose');
  flow.lang = text.getAttribute('lang') ?? '';
  flow.append(...Array.from(text.childNodes, (node) => node.cloneNode(true)));
  for (const named of flow.querySelectorAll('[id]')) if (named.id !== 't-footnotes') named.removeAttribute('id');
  for (const stop of flow.querySelectorAll('[tabindex]')) stop.removeAttribute('tabindex');
  const end = box('booklet-end');
  end.textContent = `Read it again at ${addressInWords(url)}`;
  flow.append(end);
  return flow;
}

/** Set on the screen where nobody sees it, on pages a little lower than the real ones: on paper the text may only grow shorter. */
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

function makePage(number: number | null, flow: HTMLElement, { title, author }: Pick<PrintJob, 'title' | 'author'>): HTMLElement {
  const page = box('booklet-page');
  if (number === null) return page;
  if (number <= BEFORE_TEXT) {
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
  columns.style.setProperty('--column', String(number - BEFORE_TEXT - 1));
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
