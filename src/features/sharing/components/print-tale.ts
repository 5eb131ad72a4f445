import '#src/ui/styles/sharing/print.css';
import { renderGlossary } from '#src/features/glossary/components/printed-glossary.ts';
import { qrPicture } from '#src/ui/qr-code.tsx';

/** Sixteen sheets; more cannot be folded. */
const MAX_BOOKLET_PAGES = 64;

/** Pages before the text. */
const TITLE_PAGES = 1;

export type Paper = 'a4' | 'letter';
type PrintJob = {
  kind: 'plain' | 'large' | 'booklet';
  paper: Paper;
  /** Appends the glossary; not for booklets. */
  hasGlossary: boolean;
  /** Prints the questions after the text. */
  hasQuestions: boolean;
  /** The id of the text. */
  of: string;
  title: string;
  author: string;
  url: string;
};

/** Pictures that take longer are not printed. */
const PICTURES_TIMEOUT_MS = 4_000;

/** Prints a tale. `onReady`: called when the dialog may close. Returns `pages` if a booklet has too many and is not printed. */
export async function printTale(job: PrintJob, onReady: () => void): Promise<{ pages?: number }> {
  const text = document.getElementById(job.of);
  if (text === null) return {};
  await loadPictures(text);
  const extra = document.createElement('div');
  if (job.kind === 'booklet') {
    const { pages, sheets } = createBooklet(text, job);
    if (pages > MAX_BOOKLET_PAGES) return { pages };
    extra.append(...sheets);
  } else if (job.hasGlossary) {
    extra.append(...renderGlossary(text));
  }
  onReady();
  if (!job.hasQuestions) document.documentElement.dataset.printQuestions = 'no';
  await printWith(job.kind === 'booklet' ? `booklet ${job.paper}` : job.kind, extra);
  return {};
}

/** Prints a QR code with lines of text on a page of its own. */
export async function printCard(url: string, lines: readonly string[]): Promise<void> {
  const extra = document.createElement('div');
  const picture = document.createElement('div');
  picture.className = 'print-card';
  picture.append(...new DOMParser().parseFromString(qrPicture(url, lines), 'image/svg+xml').childNodes);
  extra.append(picture);
  await printWith('card', extra);
}

/** Prints with the styles of `kind` (print.css) and extra content; removes both afterwards. */
export async function printWith(kind: string, extra: HTMLElement): Promise<void> {
  const { documentElement: html } = document;
  extra.className = 'print-extra';
  document.body.append(extra);
  html.dataset.print = kind;
  addEventListener(
    'afterprint',
    () => {
      extra.remove();
      delete html.dataset.print;
      delete html.dataset.printQuestions;
    },
    { once: true },
  );
  await nextFrame();
  print();
}

function nextFrame(): Promise<unknown> {
  return Promise.race([new Promise((next) => requestAnimationFrame(next)), new Promise((next) => setTimeout(next, 100))]);
}

/** Loads lazy pictures. */
export async function loadPictures(text: Element): Promise<void> {
  const pictures = [...text.querySelectorAll('img')];
  for (const picture of pictures) picture.loading = 'eager';
  const all = Promise.allSettled(pictures.map((picture) => picture.decode()));
  await Promise.race([all, new Promise((next) => setTimeout(next, PICTURES_TIMEOUT_MS))]);
}

/**
 * Creates the sheets of a booklet. The text is laid out in page-sized columns; each page is a clipped copy shifted to its column. Returns no
 * sheets if there are too many pages.
 */
function createBooklet(text: Element, job: PrintJob): { pages: number; sheets: HTMLElement[] } {
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

function createFlow(text: Element, { url, hasQuestions }: PrintJob): HTMLElement {
  const flow = box('booklet-flow prose');
  flow.lang = text.getAttribute('lang') ?? '';
  const questions = hasQuestions ? document.querySelector('.after-tale') : null;
  flow.append(...Array.from([...text.childNodes, ...(questions?.childNodes ?? [])], (node) => node.cloneNode(true)));
  for (const named of flow.querySelectorAll('[id]')) if (named.id !== 't-footnotes') named.removeAttribute('id');
  for (const stop of flow.querySelectorAll('[tabindex]')) stop.removeAttribute('tabindex');
  const end = box('booklet-end');
  end.textContent = `Read it again at ${displayUrl(url)}`;
  flow.append(end);
  return flow;
}

/** Measures off screen, with pages slightly lower than the printed ones, so that the printed text never needs more columns. */
function countColumns(flow: HTMLElement, paper: string): number {
  const container = box(`booklet-measure booklet ${paper}`);
  container.setAttribute('aria-hidden', 'true');
  container.append(flow);
  document.body.append(container);
  const style = getComputedStyle(flow);
  const column = Number.parseFloat(style.columnWidth) + Number.parseFloat(style.columnGap);
  const count = Math.max(1, Math.round((flow.scrollWidth + Number.parseFloat(style.columnGap)) / column));
  container.remove();
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
type SheetSide = readonly [left: number | null, right: number | null];

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
