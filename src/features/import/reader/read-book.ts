/** From an open zip to a book. Run in a process of its own only: see open-epub.ts. */
import { type Archive, openArchive } from './archive.ts';
import { decodeText } from './decode-text.ts';
import { Fault } from './fault.ts';
import { findMangled, findPackage, readXml } from './find-package.ts';
import { MOST_TEXT } from './limits.ts';
import { type Facts, type Package, parsePackage } from './parse-package.ts';
import { parseNav, parseNcx, type TocEntry } from './parse-toc.ts';
import { examineDocument } from './xml.ts';

/** `html`: XHTML as it stands in the book, in UTF-8; nobody has cleaned it. */
export type ReadBook = Facts & { documents: { path: string; html: Buffer }[]; toc: TocEntry[] };

/** `source`: a file, open for reading, or its bytes. Throws Faults. */
export async function readBook(source: number | Buffer): Promise<ReadBook> {
  const archive = await openArchive(source);
  const path = await findPackage(archive);
  const mangled = await findMangled(archive);
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
    examineDocument(text, path);
    const html = Buffer.from(text);
    size += html.length;
    if (size > MOST_TEXT) throw new Fault('too_much_text');
    documents.push({ path, html });
  }
  return documents;
}

/** Of a book with both, the newer one. Links to what is not in the book are left out. */
async function readToc(archive: Archive, { nav, ncx }: Package): Promise<TocEntry[]> {
  const isThere = ({ href }: TocEntry) => archive.has(href.split('#', 1)[0] ?? '');
  const inNav = nav !== null && archive.has(nav) ? parseNav(await readXml(archive, nav), nav).filter(isThere) : [];
  if (inNav.length > 0 || ncx === null || !archive.has(ncx)) return inNav;
  return parseNcx(await readXml(archive, ncx), ncx).filter(isThere);
}
