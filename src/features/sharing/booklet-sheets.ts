/** A side of a sheet holds two pages; null is one left blank. */
export type Side = readonly [left: number | null, right: number | null];

/**
 * The sides of the sheets of a booklet in the order in which they are printed, for pages from 1 on: front and back of each sheet, the
 * outermost first. Printed on both sides (turned at the short edge), laid on each other as they come and folded in the middle, the pages
 * follow each other.
 */
export function bookletSides(pages: number): Side[] {
  const places = Math.max(4, Math.ceil(pages / 4) * 4);
  const page = (number: number) => (number <= pages ? number : null);
  return Array.from({ length: places / 4 }, (_, sheet): Side[] => [
    [page(places - 2 * sheet), page(1 + 2 * sheet)],
    [page(2 + 2 * sheet), page(places - 1 - 2 * sheet)],
  ]).flat();
}
