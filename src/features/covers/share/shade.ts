import sharp, { type OverlayOptions, type Sharp } from 'sharp';

export type Size = { width: number; height: number };

/** Pixels without transparency, three bytes each. */
type Pixels = Uint8Array;

/**
 * Shadows and grain cost by the pixel: some seconds for a whole page. They are soft, so they are drawn at half the size and enlarged; the edges
 * come from the same page in full size without them. `page` draws the pictures below the SVG in the size it is given, `svg` fills it.
 */
export async function drawPage(
  svg: string,
  { width, height, background, under }: Size & { background: string; under?: (size: Size) => Promise<OverlayOptions[]> },
): Promise<Sharp> {
  const half = { width: Math.round(width / 2), height: Math.round(height / 2) };
  const draw = async (markup: string, size: Size): Promise<Pixels> => {
    const input = await sharp(Buffer.from(markup))
      .resize({ ...size, fit: 'fill' })
      .png({ compressionLevel: 0 })
      .toBuffer();
    const ground = { create: { ...size, channels: 3 as const, background } };
    return sharp(ground)
      .composite([...((await under?.(size)) ?? []), { input, left: 0, top: 0 }])
      .removeAlpha()
      .raw()
      .toBuffer();
  };
  const soft = await draw(svg, half);
  const sharpEdged = await draw(withoutFilters(svg), { width, height });
  const resize = (pixels: Pixels, from: Size, to: Size) =>
    sharp(pixels, { raw: { ...from, channels: 3 } })
      .resize({ ...to, fit: 'fill', kernel: 'cubic' })
      .raw()
      .toBuffer();
  const full = { width, height };
  const [shaded, blurred] = await Promise.all([resize(soft, half, full), resize(await resize(sharpEdged, full, half), half, full)]);
  const page = new Uint8ClampedArray(shaded.length);
  for (let at = 0; at < page.length; at += 1) page[at] = (shaded[at] ?? 0) + (sharpEdged[at] ?? 0) - (blurred[at] ?? 0);
  return sharp(page, { raw: { ...full, channels: 3 } });
}

/** A rectangle with a filter is nothing but its filter: the grain. */
function withoutFilters(svg: string): string {
  return svg.replace(/<rect [^>]*filter="[^"]*"[^>]*\/>/g, '').replace(/ filter="url\([^"]*\)"/g, '');
}
