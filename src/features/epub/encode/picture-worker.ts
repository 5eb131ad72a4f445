import { setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';

// Run by encode-for-book.ts, once for each picture: it comes on standard input, the JPEG goes to standard output; a PNG where one sees through it.
setPriority(5); // readers come first
sharp.concurrency(1);
sharp.cache(false);
const picture = sharp(await buffer(process.stdin));
const { hasAlpha } = await picture.metadata();
const isSeenThrough = hasAlpha && !(await picture.stats()).isOpaque;
process.stdout.write(
  await (isSeenThrough ? picture.png({ compressionLevel: 9 }) : picture.jpeg({ quality: 82, mozjpeg: true })).toBuffer(),
);
