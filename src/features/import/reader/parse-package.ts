/** The package of a book (OPF 2.0.1 and EPUB 3.3, 5): what it is called, and its documents in their order. */
import { Fault } from './fault.ts';
import { LONGEST_LINE } from './limits.ts';
import { resolveHref } from './paths.ts';
import { childrenNamed, type Element, elementsNamed, textOf } from './xml.ts';

/** What the book says of itself; null or empty where it does not. Texts are as they stand, on one line. */
export type Facts = { title: string | null; authors: string[]; language: string | null; identifier: string | null };
/** `documents`, `nav` and `ncx` are names of files, which may be missing. */
export type Package = { facts: Facts; documents: string[]; nav: string | null; ncx: string | null };

type Item = { href: string; type: string; properties: string[] };

const DOCUMENT_TYPES = new Set(['application/xhtml+xml', 'text/html', 'text/x-oeb1-document']);
const NCX_TYPE = 'application/x-dtbncx+xml';

/** `path`: where the package lies. Throws Faults: `no_documents`, `missing_document`, `document_elsewhere`. */
export function parsePackage(root: Element, path: string): Package {
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

export function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim().slice(0, LONGEST_LINE).toWellFormed();
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

/** Each once, however often the spine names it: a book must not grow by saying the same again. Pictures between them are left out. */
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

/** EPUB 3 says beside a creator what it did (EPUB 3.3, D.3.9); of several roles being the author counts. */
function rolesOf(root: Element): Map<string, string> {
  const roles = new Map<string, string>();
  for (const meta of elementsNamed(root, 'meta')) {
    const of = meta.attributes.get('refines');
    if (meta.attributes.get('property') !== 'role' || of === undefined || roles.get(of) === 'aut') continue;
    roles.set(of, oneLine(textOf(meta)));
  }
  return roles;
}
