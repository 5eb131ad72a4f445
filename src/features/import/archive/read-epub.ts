/** Reads an EPUB from an open ZIP. Runs in the worker process only. */

import { Fault } from '../faults.ts';
import { MAX_METADATA_LINE, MAX_TEXT, MAX_XML } from '../limits.ts';
import { isPlainName, resolveHref } from './paths.ts';
import { childrenNamed, decodeText, type Element, elementsNamed, parseXml, textOf, validateDocument } from './xml.ts';
import { type Archive, openArchive } from './zip-archive.ts';

/** `html`: XHTML as it is in the book, in UTF-8, not sanitized. */
export type ReadBook = Facts & { documents: { path: string; html: Buffer }[]; toc: TocEntry[] };

/**
 * Reads an EPUB. `source`: an open file descriptor, or the bytes.
 * @throws Fault
 */
export async function readBook(source: number | Buffer): Promise<ReadBook> {
  const archive = await openArchive(source);
  const path = await findPackage(archive);
  const mangled = await findObfuscated(archive);
  const book = parsePackage(await readXml(archive, path), path);
  if ([path, ...book.documents].some((name) => mangled.has(name))) throw new Fault('copy_protected');
  const documents = await readDocuments(archive, book.documents);
  return { ...book.facts, documents, toc: await readToc(archive, book) };
}

async function readDocuments(archive: Archive, paths: string[]): Promise<ReadBook['documents']> {
  const missing = paths.find((path) => !archive.has(path));
  if (missing !== undefined) throw new Fault('missing_document', missing);
  const documents: ReadBook['documents'] = [];
  let size = 0;
  for (const path of paths) {
    const text = decodeText(await archive.read(path), path);
    validateDocument(text, path);
    const html = Buffer.from(text);
    size += html.length;
    if (size > MAX_TEXT) throw new Fault('too_much_text');
    documents.push({ path, html });
  }
  return documents;
}

/** Prefers the EPUB 3 navigation over the NCX. Links to missing files are dropped. */
async function readToc(archive: Archive, { nav, ncx }: Package): Promise<TocEntry[]> {
  const isThere = ({ href }: TocEntry) => archive.has(href.split('#', 1)[0] ?? '');
  const inNav = nav !== null && archive.has(nav) ? parseNav(await readXml(archive, nav), nav).filter(isThere) : [];
  if (inNav.length > 0 || ncx === null || !archive.has(ncx)) return inNav;
  return parseNcx(await readXml(archive, ncx), ncx).filter(isThere);
}

const CONTAINER = 'META-INF/container.xml';
const ENCRYPTION = 'META-INF/encryption.xml';
const PACKAGE_TYPE = 'application/oebps-package+xml';
/** The two algorithms of EPUB that obfuscate fonts. Any other encryption makes the text unreadable. */
const FONT_OBFUSCATIONS = new Set(['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC']);

export async function readXml(archive: Archive, name: string): Promise<Element> {
  return parseXml(decodeText(await archive.read(name, MAX_XML), name), name);
}

/**
 * Returns the path of the package document (EPUB 3.3, 4.2.6.3.1). Exactly one must be named, inside the book.
 * @throws Fault
 */
async function findPackage(archive: Archive): Promise<string> {
  if (archive.has('mimetype')) {
    const mimetype = (await archive.read('mimetype', MAX_XML)).subarray(0, 100).toString('latin1').trim();
    if (mimetype !== 'application/epub+zip') throw new Fault('not_a_book');
  }
  if (!archive.has(CONTAINER)) throw new Fault('not_a_book');
  const files = [...elementsNamed(await readXml(archive, CONTAINER), 'rootfile')];
  const [first, ...others] = files.filter(({ attributes }) => attributes.get('media-type') === PACKAGE_TYPE);
  if (first === undefined) throw new Fault('no_package');
  if (others.length > 0) throw new Fault('several_packages');
  const path = (first.attributes.get('full-path') ?? '').normalize('NFC');
  if (!isPlainName(path)) throw new Fault('package_outside');
  if (!archive.has(path)) throw new Fault('no_package');
  return path;
}

/**
 * Returns the paths of obfuscated fonts.
 * @throws Fault `copy_protected` when anything is encrypted in another way
 */
async function findObfuscated(archive: Archive): Promise<ReadonlySet<string>> {
  const mangled = new Set<string>();
  if (!archive.has(ENCRYPTION)) return mangled;
  const root = await readXml(archive, ENCRYPTION);
  if (!elementsNamed(root, 'EncryptedKey').next().done) throw new Fault('copy_protected');
  for (const data of elementsNamed(root, 'EncryptedData')) {
    const methods = childrenNamed(data, 'EncryptionMethod').map(({ attributes }) => attributes.get('Algorithm') ?? '');
    if (methods.length !== 1 || !methods.every((method) => FONT_OBFUSCATIONS.has(method))) throw new Fault('copy_protected');
    for (const { attributes } of elementsNamed(data, 'CipherReference')) {
      const target = resolveHref('', attributes.get('URI') ?? '');
      if (typeof target !== 'string') mangled.add(target.path);
    }
  }
  return mangled;
}

/** Metadata of the book, each text on one line; null or empty where missing. */
type Facts = { title: string | null; authors: string[]; language: string | null; identifier: string | null };
/** `documents`, `nav` and `ncx` are file names; the files may be missing. */
type Package = { facts: Facts; documents: string[]; nav: string | null; ncx: string | null };

type Item = { href: string; type: string; properties: string[] };

const DOCUMENT_TYPES = new Set(['application/xhtml+xml', 'text/html', 'text/x-oeb1-document']);
const NCX_TYPE = 'application/x-dtbncx+xml';

/**
 * Parses the package document (OPF 2.0.1 and EPUB 3.3, 5). `path`: its file name.
 * @throws Fault `no_documents`, `missing_document`, `document_elsewhere`
 */
function parsePackage(root: Element, path: string): Package {
  const items = itemsOf(root);
  const [spine] = childrenNamed(root, 'spine');
  const pathOf = (item: Item | undefined) => {
    const target = item === undefined ? 'outside' : resolveHref(path, item.href);
    return typeof target === 'string' ? null : target.path;
  };
  const ncx = items.get(spine?.attributes.get('toc') ?? '') ?? [...items.values()].find(({ type }) => type === NCX_TYPE);
  const nav = [...items.values()].find(({ properties }) => properties.includes('nav'));
  return { facts: factsOf(root), documents: documentsOf(spine, items, path), nav: pathOf(nav), ncx: pathOf(ncx) };
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim().slice(0, MAX_METADATA_LINE).toWellFormed();
}

function itemsOf(root: Element): Map<string, Item> {
  const items = new Map<string, Item>();
  for (const manifest of childrenNamed(root, 'manifest')) {
    for (const { attributes } of childrenNamed(manifest, 'item')) {
      const properties = (attributes.get('properties') ?? '').split(/\s+/);
      items.set(attributes.get('id') ?? '', { href: attributes.get('href') ?? '', type: attributes.get('media-type') ?? '', properties });
    }
  }
  return items;
}

/** Lists each document once, however often the spine repeats it, so that a small book cannot expand. Images in the spine are skipped. */
function documentsOf(spine: Element | undefined, items: Map<string, Item>, path: string): string[] {
  const documents = new Set<string>();
  for (const { attributes } of spine === undefined ? [] : childrenNamed(spine, 'itemref')) {
    const id = attributes.get('idref') ?? '';
    const item = items.get(id);
    if (item === undefined) throw new Fault('missing_document', id);
    if (!DOCUMENT_TYPES.has(item.type)) continue;
    const target = resolveHref(path, item.href);
    if (typeof target === 'string') throw new Fault('document_elsewhere', item.href);
    documents.add(target.path);
  }
  if (documents.size === 0) throw new Fault('no_documents');
  return [...documents];
}

function factsOf(root: Element): Facts {
  const all = childrenNamed(root, 'metadata').flatMap((metadata) => [metadata, ...childrenNamed(metadata, 'dc-metadata')]);
  const named = (name: string) => all.flatMap((each) => childrenNamed(each, name));
  const firstLine = (elements: Element[]) => elements.map((each) => oneLine(textOf(each))).find((line) => line !== '') ?? null;
  const unique = root.attributes.get('unique-identifier');
  const identifiers = named('identifier').toSorted(
    (a, b) => Number(b.attributes.get('id') === unique) - Number(a.attributes.get('id') === unique),
  );
  const roles = rolesOf(root);
  const authors = named('creator').filter(({ attributes }) => {
    const role = attributes.get('role') ?? roles.get(`#${attributes.get('id')}`) ?? 'aut';
    return role === 'aut';
  });
  return {
    title: firstLine(named('title')),
    authors: [...new Set(authors.map((each) => oneLine(textOf(each))))].filter((name) => name !== ''),
    language: firstLine(named('language')),
    identifier: firstLine(identifiers),
  };
}

/** Reads the roles of creators in EPUB 3 (EPUB 3.3, D.3.9); `aut` wins over other roles. */
function rolesOf(root: Element): Map<string, string> {
  const roles = new Map<string, string>();
  for (const meta of elementsNamed(root, 'meta')) {
    const of = meta.attributes.get('refines');
    if (meta.attributes.get('property') !== 'role' || of === undefined || roles.get(of) === 'aut') continue;
    roles.set(of, oneLine(textOf(meta)));
  }
  return roles;
}

/** `href`: a file name in the book, with `#…` for a position in it. */
type TocEntry = { title: string; href: string };

/** Parses the `nav` of type `toc` (EPUB 3.3, 7). `path`: its file name. */
function parseNav(root: Element, path: string): TocEntry[] {
  const navs = [...elementsNamed(root, 'nav')];
  const toc = navs.find(({ attributes }) => attributes.get('type')?.split(/\s+/).includes('toc'));
  if (toc === undefined) return [];
  return [...elementsNamed(toc, 'a')].flatMap((link) => entry(textOf(link), link.attributes.get('href'), path));
}

/** Parses the `navMap` of EPUB 2, parents before children. */
function parseNcx(root: Element, path: string): TocEntry[] {
  return childrenNamed(root, 'navMap').flatMap((map) => [...pointsOf(map, path)]);
}

function* pointsOf(parent: Element, path: string): Generator<TocEntry> {
  for (const point of childrenNamed(parent, 'navPoint')) {
    const [label] = childrenNamed(point, 'navLabel');
    const [content] = childrenNamed(point, 'content');
    yield* entry(label === undefined ? '' : textOf(label), content?.attributes.get('src'), path);
    yield* pointsOf(point, path);
  }
}

/** Drops links that lead out of the book or nowhere. */
function entry(label: string, href: string | undefined, path: string): TocEntry[] {
  const target = href === undefined ? 'outside' : resolveHref(path, href);
  const title = oneLine(label);
  return typeof target === 'string' || title === '' ? [] : [{ title, href: target.path + target.fragment }];
}

/** Encodes the result for standard output: a line of JSON, then the documents in order, in UTF-8. */
export function encodeBook(result: ReadBook | Fault): Buffer[] {
  if (result instanceof Error) return [jsonLine({ fault: result.code, where: result.where })];
  const { documents, ...facts } = result;
  const head = { ...facts, documents: documents.map(({ path, html }) => ({ path, size: html.length })) };
  return [jsonLine(head), ...documents.map(({ html }) => html)];
}

function jsonLine(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}
