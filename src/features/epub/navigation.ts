/** The tables of contents: that of EPUB 3 (7), which is also a page of the book, and the NCX of EPUB 2 for old reading systems. */
import type { Book } from './contract.ts';
import { languageTag } from './language.ts';
import { lines } from './package.ts';
import { oneLine, writePage } from './pages.ts';
import { type Element, element, writeDocument } from './xml.ts';

/** A place in a book. `kind` says what it is, where reading systems offer a way to it. */
export type Place = { href: string; title: string; language?: string; kind?: 'cover' | 'titlepage' | 'bodymatter' | 'colophon' };

/** `places` in the order of the book. `isPage`: the contents are a page that one comes to by turning. */
export function writeNavigation(book: Book, places: Place[], isPage: boolean): Uint8Array {
  const named = places.filter(({ kind }) => kind !== 'cover');
  const landmarks: (Omit<Place, 'kind'> & { kind?: string })[] = [
    ...places.filter(({ kind }) => kind !== undefined),
    ...(isPage ? [{ href: '#toc', title: 'Contents', kind: 'toc' }] : []),
  ];
  const contents = element(
    'nav',
    { id: 'toc', 'epub:type': 'toc', role: 'doc-toc', 'aria-labelledby': 'contents' },
    element('h1', { id: 'contents', lang: 'en', 'xml:lang': 'en' }, 'Contents'),
    element('ol', {}, ...lines(...named.map((place) => element('li', {}, link(place))))),
  );
  const ways = element(
    'nav',
    { 'epub:type': 'landmarks', hidden: 'hidden', 'aria-label': 'Landmarks' },
    element('ol', {}, ...lines(...landmarks.map((place) => element('li', {}, link(place, place.kind))))),
  );
  return writePage({ title: oneLine(book.title), language: book.language, body: [contents, '\n', ways] });
}

export function writeNcx(book: Book, places: Place[]): Uint8Array {
  const text = (words: string) => element('text', {}, oneLine(words));
  const points = places.map(({ href, title }, index) =>
    element(
      'navPoint',
      { id: `point-${index + 1}`, playOrder: String(index + 1) },
      element('navLabel', {}, text(title)),
      element('content', { src: href }),
    ),
  );
  const root = element(
    'ncx',
    { xmlns: 'http://www.daisy.org/z3986/2005/ncx/', version: '2005-1', 'xml:lang': languageTag(book.language) ?? 'und' },
    element(
      'head',
      {},
      element('meta', { name: 'dtb:uid', content: book.identifier }),
      element('meta', { name: 'dtb:depth', content: '1' }),
    ),
    '\n',
    element('docTitle', {}, text(book.title)),
    element('navMap', {}, ...lines(...points)),
  );
  return writeDocument(root);
}

function link({ href, title, language }: Omit<Place, 'kind'>, kind?: string): Element {
  const tag = language === undefined ? undefined : languageTag(language);
  return element('a', { href, 'epub:type': kind, lang: tag, 'xml:lang': tag, dir: 'auto' }, oneLine(title) || '—');
}
