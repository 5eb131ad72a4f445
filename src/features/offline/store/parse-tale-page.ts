/** Extracts data from the HTML of a tale page without a DOM, which workers lack. */

import type { TaleCard, TaleView } from '#src/features/tales/contract.ts';
import { unescapeHtml } from '#src/ui/escape-html.ts';

/** An attached file that is too large to save. */
export type OmittedFile = { label: string; bytes: number };
/** An attached file to save. */
export type SavedFile = OmittedFile & { address: string };

type ParsedPage = { title: string; minutes: number; files: string[]; attached: SavedFile[]; omitted: OmittedFile[]; app: string };

/** Of an attached file, and of all attached files of a tale. */
export const MAX_FILE_BYTES = 5_000_000;
export const MAX_FILES_BYTES = 20_000_000;

const MEDIA = /^(\/media\/[0-9a-f]{20}-\d+x\d+\/)(\d+)\.(?:webp|avif)$/;
/** Stored width in pixels: enough for high-density phones. */
const PICTURE_WIDTH = 640;

/** `files`: URLs of the pictures, each in one suitable width, of attached files and their previews. */
export function parseTalePage(html: string): ParsedPage {
  const title = /og:title" content="([^"]*)/.exec(html)?.[1] ?? '';
  const minutes = Number(/(\d+)(?:<!-- -->)? min read/.exec(html)?.[1] ?? 0);
  const app = /data-app="([^" ]+)/.exec(html)?.[1] ?? '';
  const images = html.match(/<img\b[^>]*>/g) ?? [];
  const pictures = images.map(pictureOf).filter((file) => file !== '');
  const { addresses, attached, omitted } = chooseFiles(parseTale(html)?.files ?? []);
  return { title: unescapeHtml(title), minutes, app, files: [...new Set([...pictures, ...addresses])], attached, omitted };
}

/** Chooses attached files in their order while they fit. */
function chooseFiles(files: TaleView['files']): { addresses: string[] } & Pick<ParsedPage, 'attached' | 'omitted'> {
  let left = MAX_FILES_BYTES;
  const attached: SavedFile[] = [];
  const omitted: OmittedFile[] = [];
  const addresses = files.flatMap(({ address, preview, label, bytes }) => {
    const fits = bytes <= MAX_FILE_BYTES && bytes <= left;
    if (fits) left -= bytes;
    if (fits) attached.push({ label, bytes, address });
    else omitted.push({ label, bytes });
    return [...(fits ? [address] : []), ...(preview === null ? [] : [preview])];
  });
  return { addresses, attached, omitted };
}

/** Returns the tale from the page's embedded state; null if unreadable. */
export function parseTaleCard(html: string): TaleCard | null {
  return parseTale(html);
}

/** Pages of older releases have no files. */
function parseTale(html: string): (TaleCard & Partial<Pick<TaleView, 'files'>>) | null {
  const state = /<script type="application\/json" id="state">(.*?)<\/script>/s.exec(html)?.[1];
  try {
    const { queries } = JSON.parse(state ?? '{}') as { queries?: [key: string[], data: { ok?: TaleCard }][] };
    return queries?.find(([[name]]) => name === 'tale')?.[1].ok ?? null;
  } catch {
    return null;
  }
}

/** Returns the URL prefix shared by all sizes and formats of an uploaded picture; null for others. */
export function pictureBase(path: string): string | null {
  return MEDIA.exec(path)?.[1] ?? null;
}

function pictureOf(image: string): string {
  const src = unescapeHtml(/\ssrc="([^"]*)"/.exec(image)?.[1] ?? '').split('#', 1)[0] ?? '';
  if (src.startsWith('/covers/')) return src;
  const base = pictureBase(src);
  if (base === null) return '';
  const set = unescapeHtml(/\ssrcset="([^"]*)"/i.exec(image)?.[1] ?? '');
  const widths = [...set.matchAll(/(\d+)w/g)].map(([, width]) => Number(width)).toSorted((a, b) => a - b);
  const width = widths.find((each) => each >= PICTURE_WIDTH) ?? widths.at(-1);
  return width === undefined ? src : `${base}${width}.webp`;
}
