import '#src/ui/styles/sharing/print.css';
import { wordsIn } from '#src/features/glossary/components/dot-words.ts';
import { qrPicture } from '#src/ui/qr-code.tsx';
import { addressInWords } from '../address-in-words.ts';
import { MOST_PAGES, makeBooklet } from './make-booklet.ts';

export type Paper = 'a4' | 'letter';
export type PrintJob = {
  kind: 'plain' | 'large' | 'booklet';
  paper: Paper;
  /** Whether the old words of the tale are explained at its end; a booklet has no room for them. */
  hasWords: boolean;
  /** The id of the text. */
  of: string;
  title: string;
  author: string;
  url: string;
};

/** Pictures that do not come are left out after so long, milliseconds. */
const PICTURES_MS = 4_000;

/** Prints a tale; `onReady` when the sheet may close. `pages`: how many a booklet would have that is too thick, and is not printed. */
export async function printTale(job: PrintJob, onReady: () => void): Promise<{ pages?: number }> {
  const text = document.getElementById(job.of);
  if (text === null) return {};
  await loadPictures(text);
  const extra = document.createElement('div');
  if (job.kind === 'booklet') {
    const { pages, sheets } = makeBooklet(text, job);
    if (pages > MOST_PAGES) return { pages };
    extra.append(...sheets);
  } else if (job.hasWords) {
    extra.append(...wordList(text));
  }
  onReady();
  await printWith(job.kind === 'booklet' ? `booklet ${job.paper}` : job.kind, extra);
  return {};
}

/** Prints the QR code of an address with its words, alone on a page. */
export async function printCard(url: string, title: string): Promise<void> {
  const extra = document.createElement('div');
  const picture = document.createElement('div');
  picture.className = 'print-card';
  picture.append(...new DOMParser().parseFromString(qrPicture(url, [title, addressInWords(url)]), 'image/svg+xml').childNodes);
  extra.append(picture);
  await printWith('card', extra);
}

/** Prints with the styles of a kind (print.css) and with more than the page has; takes both away again. */
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

/** Those that nobody has scrolled to are not there yet. */
async function loadPictures(text: Element): Promise<void> {
  const pictures = [...text.querySelectorAll('img')];
  for (const picture of pictures) picture.loading = 'eager';
  const all = Promise.allSettled(pictures.map((picture) => picture.decode()));
  await Promise.race([all, new Promise((next) => setTimeout(next, PICTURES_MS))]);
}

function wordList(text: Element): Node[] {
  const words = wordsIn(text);
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
