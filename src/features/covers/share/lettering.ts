import sharp from 'sharp';

/** How a text may be set: in `sizes` from the largest, within `width` and `height`, in a leading given as a part of the size. */
export type Setting = {
  font: string;
  colour: string;
  sizes: readonly number[];
  width: number;
  height: number;
  leading: number;
  /** Lines begin at the left when left out. */
  align?: 'centre';
};

/** A text as pixels, cut close to its letters. */
export type Lettering = { png: Buffer; width: number; height: number };

/** Sets a text in the largest size that fits; in the smallest, what stands over is cut off with an ellipsis. */
export async function setText(text: string, setting: Setting): Promise<Lettering> {
  for (const size of setting.sizes) {
    const lettering = await draw(text, setting, size, setting.width);
    if (lettering.width <= setting.width && lettering.height <= setting.height) return balance(text, setting, size, lettering);
  }
  return shorten(text, setting);
}

/**
 * Narrows the column as far as the number of lines allows, so that no word stands alone on the last one. Heights are of
 * the ink: with other letters on the outer lines they differ by less than half a line.
 */
async function balance(text: string, setting: Setting, size: number, first: Lettering): Promise<Lettering> {
  let best = first;
  let [low, high] = [Math.floor(first.width * 0.5), first.width];
  while (high - low > 8) {
    const width = Math.round((low + high) / 2);
    const lettering = await draw(text, setting, size, width);
    const hasSameLines = lettering.height < first.height + size * setting.leading * 0.5;
    if (hasSameLines && lettering.height <= setting.height && lettering.width <= width) [best, high] = [lettering, width];
    else low = width;
  }
  return best;
}

async function shorten(text: string, setting: Setting): Promise<Lettering> {
  const size = setting.sizes.at(-1) ?? 16;
  const words = text.split(' ');
  for (let count = words.length - 1; count > 0; count--) {
    const start = words
      .slice(0, count)
      .join(' ')
      .replace(/[\s,;:.!?-]+$/u, '');
    const lettering = await draw(`${start}…`, setting, size, setting.width);
    if (lettering.width <= setting.width && lettering.height <= setting.height) return lettering;
  }
  // One word too long for the column: it is set smaller as a whole.
  const whole = await draw(text, setting, size, setting.width);
  const png = await sharp(whole.png).resize({ width: setting.width, height: setting.height, fit: 'inside' }).png().toBuffer();
  const { width, height } = await sharp(png).metadata();
  return { png, width, height };
}

async function draw(text: string, { font, colour, leading, align }: Setting, size: number, width: number): Promise<Lettering> {
  const markup = `<span foreground="${colour}" line_height="${leading}">${escapeMarkup(text)}</span>`;
  const image = sharp({
    text: { text: markup, font: `${font} ${size}`, width, wrap: 'word', dpi: 72, rgba: true, ...(align && { align }) },
  });
  const { data, info } = await image.png({ compressionLevel: 1 }).toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width, height: info.height };
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
