import { setPriority } from 'node:os';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { drawBookCover } from './book-cover.ts';
import { drawShareImage, type OwnPicture, type ShareInput } from './picture.ts';

// Run by render.ts, once for each image: what to draw comes as JSON on standard input, the JPEG goes to standard output.
setPriority(5); // readers come first; much lower, and a busy machine would not be done before the kill
sharp.concurrency(1);
const { own, ...input }: ShareInput & { own?: { bytes: string; focal: OwnPicture['focal'] } } = JSON.parse(await text(process.stdin));
const draw = input.shape === undefined ? drawShareImage : drawBookCover;
process.stdout.write(await draw(input, own && { ...own, bytes: Buffer.from(own.bytes, 'base64') }));
