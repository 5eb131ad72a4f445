/** Ids, links and pictures of a tale as they are within a book. */
import { type Element, element, type Piece } from '../xml.ts';
import { isElement, isSeen } from './kinds.ts';

export type Surroundings = {
  /** Where a link out of the tale leads, as it is written in a book; undefined for nowhere. */
  linkTo(href: string): string | undefined;
  /** The file of a picture of the library, by its address; undefined when the book has it not. */
  pictureAt(address: string): string | undefined;
};

/** The addresses of all pictures, and whether each has words for who cannot see it. */
export function listPictures(pieces: Piece[]): { address: string; hasWords: boolean }[] {
  return pieces.filter(isElement).flatMap(({ tag, attributes: { src, alt }, children }) => {
    if (tag === 'img') return src === undefined ? [] : [{ address: src, hasWords: (alt ?? '').trim() !== '' }];
    return listPictures(children);
  });
}

/** Every id once and as XML wants it, no link without a place, no picture without a file: its words stand in its place. */
export function settleContent(pieces: Piece[], surroundings: Surroundings): Piece[] {
  const ids = new Set<string>();
  collectIds(pieces, ids);
  const unused = new Set(ids);
  const settle = (piece: Piece): Piece[] => {
    if (!isElement(piece)) return [piece];
    const { tag, attributes, children } = piece;
    if (tag === 'img') return settlePicture(piece, surroundings);
    const inside = children.flatMap(settle);
    if (tag === 'figure' && !inside.some(isSeen)) return [];
    const { id, href, ...others } = attributes;
    const ownId = id !== undefined && unused.delete(id) ? xmlId(id) : undefined;
    return [{ tag, attributes: { ...others, id: ownId, href: settleHref(href, ids, surroundings) }, children: inside }];
  };
  return pieces.flatMap(settle);
}

function collectIds(pieces: Piece[], ids: Set<string>): void {
  for (const piece of pieces) {
    if (!isElement(piece)) continue;
    if (piece.attributes.id !== undefined && piece.tag !== 'img') ids.add(piece.attributes.id);
    collectIds(piece.children, ids);
  }
}

function settlePicture({ attributes: { src, alt = '', ...others } }: Element, { pictureAt }: Surroundings): Piece[] {
  const file = src === undefined ? undefined : pictureAt(src);
  if (file !== undefined) return [element('img', { ...others, id: undefined, src: file, alt })];
  return alt.trim() === '' ? [] : [element('span', { class: 'no-picture' }, `[${alt.trim()}]`)];
}

function settleHref(href: string | undefined, ids: ReadonlySet<string>, { linkTo }: Surroundings): string | undefined {
  if (href === undefined) return undefined;
  if (!href.startsWith('#')) return linkTo(href);
  const id = href.slice(1);
  return ids.has(id) ? `#${xmlId(id)}` : undefined;
}

/** An id as XML and addresses both take it: other letters are written as numbers, so that no two become one. */
function xmlId(id: string): string {
  const plain = id.replace(/[^A-Za-z0-9.-]/gu, (letter) => `_${letter.codePointAt(0)?.toString(16)}_`);
  return /^[A-Za-z]/.test(plain) ? plain : `i-${plain}`;
}
