/** The two tables of contents that books have, as one flat list in reading order. */
import { oneLine } from './parse-package.ts';
import { resolveHref } from './paths.ts';
import { childrenNamed, type Element, elementsNamed, textOf } from './xml.ts';

/** `href`: the name of a file in the book, with `#…` where it leads into it. */
export type TocEntry = { title: string; href: string };

/** EPUB 3.3, 7: the `nav` of type `toc`. `path`: where the file lies. */
export function parseNav(root: Element, path: string): TocEntry[] {
  const navs = [...elementsNamed(root, 'nav')];
  const toc = navs.find(({ attributes }) => attributes.get('type')?.split(/\s+/).includes('toc'));
  if (toc === undefined) return [];
  return [...elementsNamed(toc, 'a')].flatMap((link) => entry(textOf(link), link.attributes.get('href'), path));
}

/** EPUB 2: the points of the `navMap`, an outer one before those in it. */
export function parseNcx(root: Element, path: string): TocEntry[] {
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

/** What leads out of the book, or nowhere, is left out. */
function entry(label: string, href: string | undefined, path: string): TocEntry[] {
  const target = href === undefined ? 'outside' : resolveHref(path, href);
  const title = oneLine(label);
  return typeof target === 'string' || title === '' ? [] : [{ title, href: target.path + target.fragment }];
}
