/** Streams an EPUB 3.3 of any number of tales with at most one tale in memory. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { urls } from '#src/urls.ts';
import { FILES_TITLE, type FilesOfTale, filesPage, imagesFor } from './attached-files.ts';
import { hasVisibleContent, isElement, parseContent } from './content-model.ts';
import type { Book, BookPictures, BookTale } from './contract.ts';
import { joinNotes, separateNotes } from './notes.ts';
import { type Item, type Place, type Written, writeNavigation, writeNcx, writePackage } from './package.ts';
import { aboutPage, coverPage, missingTalePage, oneLine, questionsPlace, sourceLines, talePage, titlePage } from './pages.ts';
import { createPictures, type PictureFile, readCover } from './pictures.ts';
import { tidyBlocks } from './tidy-content.ts';
import { type Element, element, type Piece, writeDocument } from './xml.ts';
import { createZipWriter, type ZipWriter } from './zip-writer.ts';

/** Links to tales, with the slug. */
const TALE = new RegExp(`^${urls.tale('')}([a-z0-9-]+)(?:#.*)?$`);

const XHTML = 'application/xhtml+xml';
const STYLE = readFileSync(join(import.meta.dirname, 'style.css'));

/** Sources and rights listed in the metadata of the book. */
const MAX_SOURCES = 20;

/**
 * Returns the bytes of the book. Tales are read with backpressure; cancelling stops reading. Equal books give equal bytes. Errors of
 * `book.tales` abort the stream; images and a cover that fail are omitted.
 */
export function writeEpub(book: Book, pictures: BookPictures): ReadableStream<Uint8Array> {
  const parts = writeParts(book, pictures);
  const source = {
    async pull(controller: ReadableStreamDefaultController<Uint8Array>) {
      const { value, done } = await parts.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await parts.return(undefined);
    },
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}

/** State while writing. */
type Draft = {
  zip: ZipWriter;
  pictures: ReturnType<typeof createPictures>;
  linkTo: (href: string) => string | undefined;
  /** Slugs of written tales, and of tales that others link to. */
  has: Set<string>;
  wanted: Set<string>;
  places: Place[];
  /** The first tale: the last page names the source of a single tale. */
  first?: BookTale;
  /** Tales with attached files, and the bytes of those in the book. */
  attached: FilesOfTale[];
  attachedBytes: number;
  written: Omit<Written, 'sources' | 'rights'> & { sources: Set<string>; rights: Set<string> };
};

async function* writeParts(book: Book, { readPicture, cover }: BookPictures): AsyncGenerator<Uint8Array> {
  const draft = begin(book, readPicture);
  yield* await draft.zip.add('mimetype', Buffer.from('application/epub+zip'), 'stored');
  yield* await draft.zip.add('META-INF/container.xml', container());
  yield* file(draft, { id: 'style', href: 'style.css', type: 'text/css' }, STYLE);
  yield* writeFront(draft, book, await readCover(cover));
  for await (const tale of book.tales) {
    if (!draft.has.has(tale.slug)) yield* writeTale(draft, tale, book.facts.length === 1);
  }
  yield* writeBack(draft, book);
  yield draft.zip.end();
}

function begin(book: Book, readPicture: BookPictures['readPicture']): Draft {
  const titles = new Set(book.facts.map(({ slug }) => slug));
  const wanted = new Set<string>();
  const isInBook = (slug: string) => {
    if (titles.has(slug)) wanted.add(slug);
    return titles.has(slug);
  };
  return {
    zip: createZipWriter(book.modified),
    pictures: createPictures(readPicture),
    linkTo: createLinkTo(isInBook, book.address),
    ...{ has: new Set(), wanted, places: [], attached: [], attachedBytes: 0 },
    written: { items: [], spine: [], sources: new Set(), rights: new Set(), hasPictures: false, isDescribed: true },
  };
}

async function* writeFront(draft: Draft, book: Book, cover: PictureFile | undefined): AsyncGenerator<Uint8Array> {
  if (cover !== undefined) {
    yield* file(draft, { id: 'cover-image', href: cover.name, type: cover.type, properties: 'cover-image' }, cover.bytes);
    yield* page(draft, { id: 'cover', title: 'Cover', kind: 'cover' }, 'cover.xhtml', coverPage(book, cover.name));
  }
  yield* page(draft, { id: 'title-page', title: book.title, kind: 'titlepage' }, 'title.xhtml', titlePage(book));
  // A single tale needs no contents page; reading systems still show the navigation.
  if (book.facts.length > 1) draft.written.spine.push('nav');
}

async function* writeTale(draft: Draft, tale: BookTale, isAlone: boolean): AsyncGenerator<Uint8Array> {
  const { has, written, pictures, linkTo } = draft;
  const tidied = tidyBlocks(parseContent(tale.content).children);
  for (const { address, hasAlt } of listPictures(tidied)) {
    const picture = await pictures.fetch(address);
    if (pictures.fileOf(address) !== undefined && !hasAlt) written.isDescribed = false;
    if (picture === undefined) continue;
    written.hasPictures = true;
    yield* file(draft, { id: picture.name.replace('.', '-'), href: `pictures/${picture.name}`, type: picture.type }, picture.bytes);
  }
  const pictureAt = (address: string) => {
    const name = pictures.fileOf(address);
    return name && `../pictures/${name}`;
  };
  const content = rewriteReferences(joinNotes(separateNotes(tidied)), { linkTo, pictureAt });
  const kind = has.size === 0 ? ({ kind: 'bodymatter' } as const) : {};
  has.add(tale.slug);
  const place = { id: `tale-${has.size}`, title: oneLine(tale.title), language: tale.language, ...kind };
  const href = `tales/${taleFile(tale.slug)}`;
  yield* page(draft, place, href, talePage(tale, content));
  // Not in books of several tales, where it would double the table of contents.
  const questions = isAlone ? questionsPlace(tale) : null;
  if (questions !== null) draft.places.push({ title: questions.title, language: 'en', href: href + questions.fragment });
  if (written.sources.size < MAX_SOURCES && tale.source !== '') written.sources.add(tale.source);
  if (written.rights.size < MAX_SOURCES && tale.rights !== '') written.rights.add(tale.rights);
  if (has.size === 1) draft.first = tale;
  if (tale.files.length > 0) yield* addFiles(draft, tale);
}

/** Adds the images among the attached files of a tale. They are shown in the last chapter. */
async function* addFiles(draft: Draft, tale: BookTale): AsyncGenerator<Uint8Array> {
  const { pictures, written } = draft;
  const names = new Map<string, string>();
  for (const { id, address, bytes } of imagesFor(tale, draft.attachedBytes)) {
    const picture = await pictures.fetch(address);
    if (picture !== undefined) {
      draft.attachedBytes += bytes;
      written.hasPictures = true;
      yield* file(draft, { id: picture.name.replace('.', '-'), href: `pictures/${picture.name}`, type: picture.type }, picture.bytes);
    }
    const name = pictures.fileOf(address);
    if (name !== undefined) names.set(id, `pictures/${name}`);
  }
  draft.attached.push({ title: tale.title, files: tale.files, pictures: names });
}

async function* writeBack(draft: Draft, book: Book): AsyncGenerator<Uint8Array> {
  const { zip, has, wanted, written, places, first } = draft;
  for (const slug of wanted) {
    const fact = has.has(slug) ? undefined : book.facts.find((each) => each.slug === slug);
    if (fact !== undefined)
      yield* page(draft, { id: `absent-${slug}`, title: fact.title }, `tales/${taleFile(slug)}`, missingTalePage(fact, book.language));
  }
  if (draft.attached.length > 0)
    yield* page(draft, { id: 'files', title: FILES_TITLE, language: 'en' }, 'files.xhtml', filesPage(draft.attached, draft.linkTo));
  const lines = has.size === 1 && first !== undefined ? sourceLines(first) : [];
  const about = aboutPage(book, { lines, tales: has.size });
  yield* page(draft, { id: 'about', title: 'About this book', language: 'en', kind: 'colophon' }, 'about.xhtml', about);
  yield* file(
    draft,
    { id: 'nav', href: 'nav.xhtml', type: XHTML, properties: 'nav' },
    writeNavigation(book, places, written.spine.includes('nav')),
  );
  yield* file(draft, { id: 'ncx', href: 'toc.ncx', type: 'application/x-dtbncx+xml' }, writeNcx(book, places));
  yield* await zip.add('EPUB/package.opf', writePackage(book, written));
}

async function* page(
  draft: Draft,
  { id, ...place }: Omit<Place, 'href'> & { id: string },
  href: string,
  bytes: Uint8Array,
): AsyncGenerator<Uint8Array> {
  draft.written.spine.push(id);
  draft.places.push({ ...place, href });
  yield* file(draft, { id, href, type: XHTML }, bytes);
}

async function* file({ zip, written }: Draft, item: Item, bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  written.items.push(item);
  // Images are already compressed.
  yield* await zip.add(`EPUB/${item.href}`, bytes, item.type.startsWith('image/') ? 'stored' : 'deflated');
}

function container(): Uint8Array {
  const rootfile = element('rootfile', { 'full-path': 'EPUB/package.opf', 'media-type': 'application/oebps-package+xml' });
  const namespace = 'urn:oasis:names:tc:opendocument:xmlns:container';
  return writeDocument(element('container', { version: '1.0', xmlns: namespace }, element('rootfiles', {}, rootfile)));
}

/* Rewrites ids, links and images of a tale for a book. */

type ReferenceContext = {
  /** Rewrites the target of a link; undefined to remove the link. */
  linkTo(href: string): string | undefined;
  /** Returns the file of a library image; undefined if the book does not contain it. */
  pictureAt(address: string): string | undefined;
};

/** Lists the addresses of all images, and whether they have alt texts. */
function listPictures(pieces: Piece[]): { address: string; hasAlt: boolean }[] {
  return pieces.filter(isElement).flatMap(({ tag, attributes: { src, alt }, children }) => {
    if (tag === 'img') return src === undefined ? [] : [{ address: src, hasAlt: (alt ?? '').trim() !== '' }];
    return listPictures(children);
  });
}

/** Makes ids unique and valid, removes links without target, and replaces images without file by their alt text. */
export function rewriteReferences(pieces: Piece[], context: ReferenceContext): Piece[] {
  const ids = new Set<string>();
  collectIds(pieces, ids);
  const unused = new Set(ids);
  const rewrite = (piece: Piece): Piece[] => {
    if (!isElement(piece)) return [piece];
    const { tag, attributes, children } = piece;
    if (tag === 'img') return rewritePicture(piece, context);
    const inside = children.flatMap(rewrite);
    if (tag === 'figure' && !inside.some(hasVisibleContent)) return [];
    const { id, href, ...others } = attributes;
    const ownId = id !== undefined && unused.delete(id) ? xmlId(id) : undefined;
    return [{ tag, attributes: { ...others, id: ownId, href: rewriteHref(href, ids, context) }, children: inside }];
  };
  return pieces.flatMap(rewrite);
}

function collectIds(pieces: Piece[], ids: Set<string>): void {
  for (const piece of pieces) {
    if (!isElement(piece)) continue;
    if (piece.attributes.id !== undefined && piece.tag !== 'img') ids.add(piece.attributes.id);
    collectIds(piece.children, ids);
  }
}

function rewritePicture({ attributes: { src, alt = '', ...others } }: Element, { pictureAt }: ReferenceContext): Piece[] {
  const file = src === undefined ? undefined : pictureAt(src);
  if (file !== undefined) return [element('img', { ...others, id: undefined, src: file, alt })];
  return alt.trim() === '' ? [] : [element('span', { class: 'no-picture' }, `[${alt.trim()}]`)];
}

function rewriteHref(href: string | undefined, ids: ReadonlySet<string>, { linkTo }: ReferenceContext): string | undefined {
  if (href === undefined) return undefined;
  if (!href.startsWith('#')) return linkTo(href);
  const id = href.slice(1);
  return ids.has(id) ? `#${xmlId(id)}` : undefined;
}

/** Returns an id that is valid in XML and URLs. Other characters are escaped, so that ids stay distinct. */
function xmlId(id: string): string {
  const plain = id.replace(/[^A-Za-z0-9.-]/gu, (letter) => `_${letter.codePointAt(0)?.toString(16)}_`);
  return /^[A-Za-z]/.test(plain) ? plain : `i-${plain}`;
}

/** Returns a function that keeps links between tales within the book and makes other URLs absolute. `isInBook`: whether the book contains a slug; `address`: any URL of the site. */
export function createLinkTo(isInBook: (slug: string) => boolean, address: string): (href: string) => string | undefined {
  return (href) => {
    const [, slug] = TALE.exec(href) ?? [];
    if (slug !== undefined && isInBook(slug)) return taleFile(slug);
    return absoluteUrl(href, address);
  };
}

/** Returns the file of a tale, relative to other tales. */
function taleFile(slug: string): string {
  return `${slug}.xhtml`;
}

/** Returns an absolute URL in the characters of RFC 3986; undefined if it is invalid, or not HTTP or mailto. */
function absoluteUrl(href: string, base: string): string | undefined {
  const url = URL.parse(href, base);
  if (url === null || !['http:', 'https:', 'mailto:'].includes(url.protocol)) return undefined;
  const path = (url.pathname + url.search + url.hash)
    .replace(/%(?![0-9a-f]{2})/gi, '%25')
    .replace(/[^A-Za-z0-9\-._~:/?#@!$&'()*+,;=%]/gu, encodeURIComponent);
  return url.protocol === 'mailto:' ? `mailto:${path}` : url.origin + path;
}
