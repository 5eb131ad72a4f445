import { setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';

// Child process of pictures.ts, one per image: reads it from stdin, writes JPEG, or PNG if transparent, to stdout.
setPriority(5); // requests have priority
sharp.concurrency(1);
sharp.cache(false);
const picture = sharp(await buffer(process.stdin));
const { hasAlpha } = await picture.metadata();
const isTransparent = hasAlpha && !(await picture.stats()).isOpaque;
process.stdout.write(
  await (isTransparent ? picture.png({ compressionLevel: 9 }) : picture.jpeg({ quality: 82, mozjpeg: true })).toBuffer(),
);
