import { urls } from '#src/urls.ts';
import { hasVisibleContent, isElement } from './content-model.ts';
import { type Element, element, type Piece } from './xml.ts';

/** Rewrites ids, links and images of a tale for a book. */

export type ReferenceContext = {
  /** Rewrites the target of a link; undefined to remove the link. */
  linkTo(href: string): string | undefined;
  /** Returns the file of a library image; undefined if the book does not contain it. */
  pictureAt(address: string): string | undefined;
};

/** Lists the addresses of all images, and whether they have alt texts. */
export function listPictures(pieces: Piece[]): { address: string; hasAlt: boolean }[] {
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

/** Targets of links within a book. */

const TALE = new RegExp(`^${urls.tale('')}([a-z0-9-]+)(?:#.*)?$`);

/** Returns a function that keeps links between tales within the book and makes other URLs absolute. `isInBook`: whether the book contains a slug; `address`: any URL of the site. */
export function createLinkTo(isInBook: (slug: string) => boolean, address: string): (href: string) => string | undefined {
  return (href) => {
    const [, slug] = TALE.exec(href) ?? [];
    if (slug !== undefined && isInBook(slug)) return taleFile(slug);
    return absoluteUrl(href, address);
  };
}

/** Returns the file of a tale, relative to other tales. */
export function taleFile(slug: string): string {
  return `${slug}.xhtml`;
}

/** Returns an absolute URL in the characters of RFC 3986; undefined if it is invalid, or not HTTP or mailto. */
export function absoluteUrl(href: string, base: string): string | undefined {
  const url = URL.parse(href, base);
  if (url === null || !['http:', 'https:', 'mailto:'].includes(url.protocol)) return undefined;
  const path = (url.pathname + url.search + url.hash)
    .replace(/%(?![0-9a-f]{2})/gi, '%25')
    .replace(/[^A-Za-z0-9\-._~:/?#@!$&'()*+,;=%]/gu, encodeURIComponent);
  return url.protocol === 'mailto:' ? `mailto:${path}` : url.origin + path;
}
