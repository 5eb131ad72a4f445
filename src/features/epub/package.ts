import { siteName } from '#src/platform/site-name.ts';
import type { Book } from './contract.ts';
import { oneLine, writePage } from './pages.ts';
import { directionOf, type Element, element, languageTag, type Piece, writeDocument } from './xml.ts';

/** The package document (EPUB 3.3, 5), written last because it lists all files. */

export type Item = { id: string; href: string; type: string; properties?: string };
export type Written = {
  items: Item[];
  /** Ids of the pages in reading order. */
  spine: string[];
  /** Of all tales, without duplicates. */
  sources: ReadonlySet<string>;
  rights: ReadonlySet<string>;
  hasPictures: boolean;
  /** Whether all images have alt texts. */
  isDescribed: boolean;
};

export function writePackage(book: Book, written: Written): Uint8Array {
  const language = languageTag(book.language) ?? 'und';
  const direction = directionOf(language);
  const root = element(
    'package',
    {
      xmlns: 'http://www.idpf.org/2007/opf',
      version: '3.0',
      'unique-identifier': 'identifier',
      'xml:lang': language,
      dir: direction,
    },
    ...lines(
      element('metadata', { 'xmlns:dc': 'http://purl.org/dc/elements/1.1/' }, ...lines(...describe(book, language, written))),
      element('manifest', {}, ...lines(...written.items.map(toItem))),
      element(
        'spine',
        { toc: 'ncx', 'page-progression-direction': direction },
        ...lines(...written.spine.map((idref) => element('itemref', { idref }))),
      ),
    ),
  );
  return writeDocument(root);
}

const MARC_RELATORS = { translator: 'trl', editor: 'edt', illustrator: 'ill' };

function describe(book: Book, language: string, { sources, rights, items, ...written }: Written): Element[] {
  const dc = (name: string, text: string, attributes = {}) => element(`dc:${name}`, attributes, text);
  const creators = distinct(book.creators).flatMap((name, index) => [
    dc('creator', name, { id: `creator-${index + 1}` }),
    meta('role', 'aut', { refines: `#creator-${index + 1}`, scheme: 'marc:relators' }),
  ]);
  const contributors = book.contributors.flatMap(({ role, name }, index) => [
    dc('contributor', oneLine(name), { id: `contributor-${index + 1}` }),
    meta('role', MARC_RELATORS[role], { refines: `#contributor-${index + 1}`, scheme: 'marc:relators' }),
  ]);
  const cover = items.find(({ properties }) => properties === 'cover-image');
  return [
    dc('identifier', book.identifier, { id: 'identifier' }),
    dc('title', oneLine(book.title), { id: 'title' }),
    meta('title-type', 'main', { refines: '#title' }),
    dc('language', language),
    meta('dcterms:modified', book.modified.toISOString().replace(/\.\d+Z$/, 'Z')),
    ...creators,
    ...contributors,
    dc('publisher', siteName()),
    ...distinct([book.description]).map((text) => dc('description', text)),
    ...distinct(book.subjects).map((subject) => dc('subject', subject)),
    ...distinct([...sources]).map((source) => dc('source', source)),
    dc('source', book.address),
    ...distinct([...rights]).map((right) => dc('rights', right)),
    ...describeAccess(written, cover !== undefined),
    // Reading systems of EPUB 2 look for the cover here.
    ...(cover === undefined ? [] : [element('meta', { name: 'cover', content: cover.id })]),
  ];
}

/** Accessibility metadata (EPUB Accessibility 1.1, 2.2). Conformance is claimed only if all images have alt texts. */
function describeAccess({ hasPictures, isDescribed }: Pick<Written, 'hasPictures' | 'isDescribed'>, hasCover: boolean): Element[] {
  const features = ['tableOfContents', 'readingOrder', 'structuralNavigation', 'displayTransformability', 'unlocked'];
  if (isDescribed) features.push('alternativeText');
  const isVisual = hasPictures || hasCover;
  const pictures = hasPictures
    ? isDescribed
      ? 'All images have descriptions.'
      : 'Not all images have descriptions.'
    : 'There are no images except the cover.';
  const summary = `The tales are text that can be enlarged, restyled and read aloud, with headings, a table of contents and marked languages. ${pictures}`;
  return [
    meta('schema:accessMode', 'textual'),
    ...(isVisual ? [meta('schema:accessMode', 'visual')] : []),
    ...(isDescribed ? [meta('schema:accessModeSufficient', 'textual')] : []),
    ...(isVisual ? [meta('schema:accessModeSufficient', 'textual,visual')] : []),
    ...features.map((feature) => meta('schema:accessibilityFeature', feature)),
    meta('schema:accessibilityHazard', 'none'),
    meta('schema:accessibilitySummary', summary),
    ...(isDescribed
      ? [
          meta('dcterms:conformsTo', 'EPUB Accessibility 1.1 - WCAG 2.2 Level AA', { id: 'conformance' }),
          meta('a11y:certifiedBy', siteName(), { refines: '#conformance' }),
        ]
      : []),
  ];
}

function meta(property: string, text: string, attributes = {}): Element {
  return element('meta', { ...attributes, property }, text);
}

function toItem({ id, href, type, properties }: Item): Element {
  return element('item', { id, href, 'media-type': type, properties });
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts.map(oneLine))].filter((text) => text !== '');
}

/** Separates elements by line breaks. */
export function lines(...pieces: Piece[]): Piece[] {
  return [...pieces.flatMap((piece) => ['\n', piece]), '\n'];
}

/** Tables of contents: the navigation document of EPUB 3 (7), which is also a page of the book, and the NCX of EPUB 2 for old reading systems. */

/** An entry of the table of contents. `kind`: for landmarks. */
export type Place = { href: string; title: string; language?: string; kind?: 'cover' | 'titlepage' | 'bodymatter' | 'colophon' };

/** `places`: in reading order. `isPage`: the contents are a page in the reading order. */
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
