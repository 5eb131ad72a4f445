import { setPriority } from 'node:os';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { drawShareImage, type ShareInput } from './picture.ts';

// Run by render.ts, once for each image: what to draw comes as JSON on standard input, the JPEG goes to standard output.
setPriority(5); // readers come first; much lower, and a busy machine would not be done before the kill
sharp.concurrency(1);
const input: ShareInput = JSON.parse(await text(process.stdin));
process.stdout.write(await drawShareImage(input));
