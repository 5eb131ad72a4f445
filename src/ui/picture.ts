/** Images of the media library, described by their URL alone: `/media/<hash>-<width>x<height>/<width>.webp`. Browser-safe. */

/** Stored widths of an image, up to its own, in pixels. */
export const WIDTHS = [320, 640, 960, 1280, 1920];

/** Base URL, own width and height, and the focal point in hundredths. */
const ADDRESS = /^(\/media\/[0-9a-f]{20}-(\d{1,4})x(\d{1,4})\/)\d{1,4}\.webp(?:#x(\d{1,3})y(\d{1,3}))?$/;

type PictureData = {
  src: string;
  srcSet: string;
  avifSrcSet: string;
  /** Of the original, in pixels. */
  width: number;
  height: number;
  /** The focal point in hundredths of width and height; undefined for the centre. */
  focal?: { x: number; y: number } | undefined;
};

/** Returns the attributes for an <img>; undefined for a URL outside of the media library. */
export function pictureOf(address: string): PictureData | undefined {
  const [, base, w, h, x, y] = ADDRESS.exec(address) ?? [];
  if (base === undefined) return undefined;
  const width = Number(w);
  const setOf = (format: string) =>
    widthsOf(width)
      .map((each) => `${base}${each}.${format} ${each}w`)
      .join(', ');
  return {
    src: address.split('#', 1)[0] as string,
    srcSet: setOf('webp'),
    avifSrcSet: setOf('avif'),
    width,
    height: Number(h),
    focal: x === undefined ? undefined : { x: Number(x), y: Number(y) },
  };
}

/** Returns the stored widths of an image of this width, smallest first. */
export function widthsOf(width: number): number[] {
  return [...WIDTHS.filter((each) => each < width), width];
}

/** Width of images in the text of a tale: the text column. */
const SIZES = '(max-width: 46rem) 92vw, 42rem';

/** Makes the images of the media library in sanitized HTML responsive and lazy-loaded. Browser-safe. */
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
