import { pictureOf } from './picture.ts';

/** How wide a picture in the text of a tale is shown at most: the column. */
const SIZES = '(max-width: 46rem) 92vw, 42rem';

/**
 * Clean HTML with its pictures of the library made ready to be shown: in the width that suits the screen, with their own size, and fetched
 * when one comes near them. Browser-safe.
 */
export function withPictures(html: string): string {
  if (!html.includes('/media/')) return html;
  return html.replace(/<img [^>]*>/g, (image) => {
    const own = pictureOf(/\ssrc="([^"]*)"/.exec(image)?.[1] ?? '');
    if (own === undefined) return image;
    const others = image.replace(/^<img|\s*\/?>$/g, '').replace(/\s(?:src|width|height)="[^"]*"/g, '');
    const source = `<source type="image/avif" srcset="${own.avifSrcSet}" sizes="${SIZES}" />`;
    const size = `srcset="${own.srcSet}" sizes="${SIZES}" width="${own.width}" height="${own.height}"`;
    return `<picture>${source}<img src="${own.src}" ${size} loading="lazy"${others} /></picture>`;
  });
}
