/** The package document (EPUB 3.3, 5), written last: it names what has been written. */
import type { Book } from './contract.ts';
import { directionOf, languageTag } from './language.ts';
import { oneLine } from './pages.ts';
import { type Element, element, type Piece, writeDocument } from './xml.ts';

export type Item = { id: string; href: string; type: string; properties?: string };
export type Written = {
  items: Item[];
  /** The ids of the pages in the order in which they are read. */
  spine: string[];
  /** Of all tales, each once. */
  sources: ReadonlySet<string>;
  rights: ReadonlySet<string>;
  hasPictures: boolean;
  /** Every picture has words for who cannot see it. */
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

function describe(book: Book, language: string, { sources, rights, items, ...written }: Written): Element[] {
  const dc = (name: string, text: string, attributes = {}) => element(`dc:${name}`, attributes, text);
  const creators = distinct(book.creators).flatMap((name, index) => [
    dc('creator', name, { id: `creator-${index + 1}` }),
    meta('role', 'aut', { refines: `#creator-${index + 1}`, scheme: 'marc:relators' }),
  ]);
  const cover = items.find(({ properties }) => properties === 'cover-image');
  return [
    dc('identifier', book.identifier, { id: 'identifier' }),
    dc('title', oneLine(book.title), { id: 'title' }),
    meta('title-type', 'main', { refines: '#title' }),
    dc('language', language),
    meta('dcterms:modified', book.modified.toISOString().replace(/\.\d+Z$/, 'Z')),
    ...creators,
    dc('publisher', 'Talewood'),
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

/** Accessibility metadata (EPUB Accessibility 1.1, 2.2). To conform is claimed only where every picture has words. */
function describeAccess({ hasPictures, isDescribed }: Pick<Written, 'hasPictures' | 'isDescribed'>, hasCover: boolean): Element[] {
  const features = ['tableOfContents', 'readingOrder', 'structuralNavigation', 'displayTransformability', 'unlocked'];
  if (isDescribed) features.push('alternativeText');
  const isVisual = hasPictures || hasCover;
  const pictures = hasPictures
    ? `Its pictures ${isDescribed ? 'have' : 'do not all have'} descriptions.`
    : 'It has no pictures but the cover.';
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
          meta('a11y:certifiedBy', 'Talewood', { refines: '#conformance' }),
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

/** Each on a line of its own. */
export function lines(...pieces: Piece[]): Piece[] {
  return [...pieces.flatMap((piece) => ['\n', piece]), '\n'];
}
