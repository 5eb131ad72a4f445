import { setPriority } from 'node:os';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { drawBookCover } from './book-cover.ts';
import type { OwnPicture } from './layout.ts';
import { drawShareImage, type ShareInput } from './share-image.ts';

// Started by images.ts once per image. Reads the input as JSON from stdin and writes the JPEG to stdout.
setPriority(5); // Below web requests, but high enough to finish within the time limit on a busy machine.
sharp.concurrency(1);
const { own, ...input }: ShareInput & { own?: { bytes: string; focal: OwnPicture['focal'] } } = JSON.parse(await text(process.stdin));
const draw = input.shape === undefined ? drawShareImage : drawBookCover;
process.stdout.write(await draw(input, own && { ...own, bytes: Buffer.from(own.bytes, 'base64') }));
