import '#src/ui/styles/sharing/print.css';
import { findGlossaryWords } from '#src/features/glossary/components/highlight-words.ts';
import { GLOSSARY } from '#src/features/glossary/glossary-words.ts';
import { qrPicture } from '#src/ui/qr-code.tsx';
import { createBooklet, displayUrl, MAX_BOOKLET_PAGES } from './booklet.ts';

export type Paper = 'a4' | 'letter';
export type PrintJob = {
  kind: 'plain' | 'large' | 'booklet';
  paper: Paper;
  /** Appends the glossary; not for booklets. */
  hasGlossary: boolean;
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
  await printWith(job.kind === 'booklet' ? `booklet ${job.paper}` : job.kind, extra);
  return {};
}

/** Prints a QR code with title and URL on a page of its own. */
export async function printCard(url: string, title: string): Promise<void> {
  const extra = document.createElement('div');
  const picture = document.createElement('div');
  picture.className = 'print-card';
  picture.append(...new DOMParser().parseFromString(qrPicture(url, [title, displayUrl(url)]), 'image/svg+xml').childNodes);
  extra.append(picture);
  await printWith('card', extra);
}

/** Prints with the styles of `kind` (print.css) and extra content; removes both afterwards. */
async function printWith(kind: string, extra: HTMLElement): Promise<void> {
  const { documentElement: html } = document;
  extra.className = 'print-extra';
  document.body.append(extra);
  html.dataset.print = kind;
  addEventListener(
    'afterprint',
    () => {
      extra.remove();
      delete html.dataset.print;
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
async function loadPictures(text: Element): Promise<void> {
  const pictures = [...text.querySelectorAll('img')];
  for (const picture of pictures) picture.loading = 'eager';
  const all = Promise.allSettled(pictures.map((picture) => picture.decode()));
  await Promise.race([all, new Promise((next) => setTimeout(next, PICTURES_TIMEOUT_MS))]);
}

function renderGlossary(text: Element): Node[] {
  const found = findGlossaryWords(text);
  const words = GLOSSARY.filter(({ slug }) => found.has(slug));
  if (words.length === 0) return [];
  const title = document.createElement('h2');
  title.textContent = 'Old words in this tale';
  const list = document.createElement('dl');
  for (const { word, meaning } of words) {
    const entry = document.createElement('div');
    const [name, line] = [document.createElement('dt'), document.createElement('dd')];
    name.textContent = word;
    line.textContent = meaning;
    entry.append(name, line);
    list.append(entry);
  }
  const section = document.createElement('section');
  section.className = 'print-words';
  section.append(title, list);
  return [section];
}
