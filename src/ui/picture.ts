/** Pictures of the library of pictures, known by their address alone: `/media/<hash>-<width>x<height>/<width>.webp`. Browser-safe. */

/** In these widths a picture is kept, as far as it is wider; and in its own. Pixels. */
export const WIDTHS = [320, 640, 960, 1280, 1920];

/** The address without the rest of a file, the picture's own width and height, and where its focal point is, in hundredths. */
const ADDRESS = /^(\/media\/[0-9a-f]{20}-(\d{1,4})x(\d{1,4})\/)\d{1,4}\.webp(?:#x(\d{1,3})y(\d{1,3}))?$/;

export type PictureFacts = {
  src: string;
  srcSet: string;
  avifSrcSet: string;
  /** Its own, in pixels. */
  width: number;
  height: number;
  /** What matters most in it, in hundredths of width and height; undefined for the middle. */
  focal?: { x: number; y: number } | undefined;
};

/** All that an <img> of this picture needs to know; undefined for an address that is none of a picture of the library. */
export function pictureOf(address: string): PictureFacts | undefined {
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

/** The widths in which a picture of this width is kept, smallest first. */
export function widthsOf(width: number): number[] {
  return [...WIDTHS.filter((each) => each < width), width];
}
