/** What the page of a tale says of itself, read from its HTML without a document: the worker has none. Browser-safe. */
import type { TaleCard } from '#src/features/tales/contract.ts';

type Read = { title: string; minutes: number; files: string[]; app: string };

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&#x27;': "'" };
const MEDIA = /^(\/media\/[0-9a-f]{20}-\d+x\d+\/)(\d+)\.(?:webp|avif)$/;
/** Wide enough for a phone with a fine screen, and for a cover anywhere. Pixels. */
const WIDTH = 640;

/** `files`: the pictures, each once in a width that suits; drawings and fonts of every page are kept with the site. */
export function readTalePage(html: string): Read {
  const title = /<title>([^<]*?) · Talewood<\/title>/.exec(html)?.[1] ?? '';
  const minutes = Number(/(\d+)(?:<!-- -->)? min read/.exec(html)?.[1] ?? 0);
  const app = /data-app="([^" ]+)/.exec(html)?.[1] ?? '';
  const images = html.match(/<img\b[^>]*>/g) ?? [];
  const files = images.map(fileOf).filter((file) => file !== '');
  return { title: readText(title), minutes, app, files: [...new Set(files)] };
}

/** The tale as its page was drawn from, which has all that a card shows; null where it cannot be read. */
export function readTaleCard(html: string): TaleCard | null {
  const state = /<script type="application\/json" id="state">(.*?)<\/script>/s.exec(html)?.[1];
  try {
    const { queries } = JSON.parse(state ?? '{}') as { queries?: [key: string[], data: { ok?: TaleCard }][] };
    return queries?.find(([[name]]) => name === 'tale')?.[1].ok ?? null;
  } catch {
    return null;
  }
}

/** What all sizes and formats of a picture of the library have in common; null for any other. */
export function pictureBase(path: string): string | null {
  return MEDIA.exec(path)?.[1] ?? null;
}

function fileOf(image: string): string {
  const src = readText(/\ssrc="([^"]*)"/.exec(image)?.[1] ?? '').split('#', 1)[0] ?? '';
  if (src.startsWith('/covers/')) return src;
  const base = pictureBase(src);
  if (base === null) return '';
  const set = readText(/\ssrcset="([^"]*)"/i.exec(image)?.[1] ?? '');
  const widths = [...set.matchAll(/(\d+)w/g)].map(([, width]) => Number(width)).toSorted((a, b) => a - b);
  const width = widths.find((each) => each >= WIDTH) ?? widths.at(-1);
  return width === undefined ? src : `${base}${width}.webp`;
}

function readText(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39|#x27);/g, (entity) => ENTITIES[entity] ?? entity);
}
