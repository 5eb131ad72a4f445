import { displayUrl, loadPictures, printWith } from '#src/features/sharing/components/print-tale.ts';
import type { TaleView } from '#src/features/tales/contract.ts';
import { formatTaleCount } from '#src/ui/format.ts';

/** `path`: of the page of the list. `hasQuestions`: prints the questions after each tale. */
type ListPrint = { name: string; path: string; slugs: readonly string[]; hasQuestions: boolean };

/** Requests at once. */
const PARALLEL = 4;
/**
 * Prints a list: a title page, then each tale on new pages. `onLoaded` is called with the number of tales loaded so far.
 * @throws what `loadTale` throws, before anything is printed
 */
export async function printList(
  list: ListPrint,
  loadTale: (slug: string) => Promise<TaleView>,
  onLoaded: (count: number) => void,
): Promise<void> {
  const tales: TaleView[] = [];
  for (let at = 0; at < list.slugs.length; at += PARALLEL) {
    tales.push(...(await Promise.all(list.slugs.slice(at, at + PARALLEL).map(loadTale))));
    onLoaded(tales.length);
  }
  const extra = document.createElement('div');
  extra.append(createTitlePage(list, tales), ...tales.map((tale) => createTale(tale, list.hasQuestions)));
  await loadPictures(extra);
  await printWith('list', extra);
}

function createTitlePage({ name, path }: ListPrint, tales: readonly TaleView[]): HTMLElement {
  const contents = create('ol');
  contents.append(...tales.map(({ title, author }) => create('li', '', `${title}, ${author.name}`)));
  const page = create('section', 'print-list-title');
  page.append(create('h1', '', name), create('p', 'print-list-fact', formatTaleCount(tales.length)), contents);
  // A link that carries the list is too long to be typed.
  if (!path.includes('?')) page.append(create('p', 'print-list-fact', displayUrl(location.origin + path)));
  return page;
}

function createTale(tale: TaleView, hasQuestions: boolean): HTMLElement {
  const article = create('article', 'print-list-tale');
  article.lang = tale.language;
  const text = create('div', 'prose');
  // Sanitized by the server, as on the page of the tale.
  text.innerHTML = tale.content;
  for (const named of text.querySelectorAll('[id]')) if (named.id !== 't-footnotes') named.removeAttribute('id');
  article.append(create('h2', '', tale.title), create('p', 'print-list-author', tale.author.name), text);
  if (hasQuestions && tale.questions.length > 0) article.append(createQuestions(tale));
  const sources = create('footer', 'colophon');
  sources.append(
    ...[tale.retoldFrom && `Retold from ${tale.retoldFrom}`, tale.source, tale.rights]
      .filter((line) => line !== '')
      .map((line) => create('p', '', line)),
  );
  article.append(sources);
  return article;
}

function createQuestions({ questions }: TaleView): HTMLElement {
  const section = create('section', 'after-tale');
  const items = create('ol');
  items.append(...questions.map((question) => create('li', '', question)));
  section.append(create('h3', '', 'To talk about'), items);
  return section;
}

function create(tag: string, className = '', text = ''): HTMLElement {
  const element = document.createElement(tag);
  if (className !== '') element.className = className;
  element.textContent = text;
  return element;
}
